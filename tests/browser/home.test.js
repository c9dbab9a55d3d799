// All games, lessons, the guard, endgames, games of the day, settings: what is there for players around a game.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, launch, settled, visit } from "./browser.js";
import { fresh, middle, put, ready } from "./player.js";
import { solomids } from "./program.js";

const still = { reducedMotion: "reduce" };
const phone = { ...still, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

before(launch);
after(close);

const title = (page) => page.textContent("h1 bdi");
const kept = (page) => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("solomids-game-")).length);

/** Answers of the service to questions. */
const ask = (...requests) => {
  const input = requests.map((request) => JSON.stringify(request)).join("\n");
  return solomids(["serve"], [0], input)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).ok);
};

// Plays what the lesson waits for: what is lit, the moving piece first.
const learn = async (page, tap) => {
  for (let n = 0; n < 40; n++) {
    if (await page.isVisible("#advice .main")) return n;
    const spots = page.locator(".spot.lesson");
    if ((await spots.count()) === 0) {
      await page.waitForTimeout(200);
      continue;
    }
    const words = await page.textContent("#advice");
    const ends = await page.evaluate(() => {
      const line = document.querySelector("#arrows line");
      const at = (x, y) => {
        const point = new DOMPoint(Number(line.getAttribute(x)), Number(line.getAttribute(y)));
        const { x: u, y: v } = point.matrixTransform(document.getElementById("board").getScreenCTM());
        return [u, v];
      };
      const nearest = ([x, y]) => {
        const far = (spot) => {
          const box = spot.getBoundingClientRect();
          return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
        };
        return [...document.querySelectorAll(".spot")].sort((a, b) => far(a) - far(b))[0].getAttribute("aria-label").split(":")[0];
      };
      return [nearest(at("x1", "y1")), nearest(at("x2", "y2"))];
    });
    const bank = /tree|bank/i.test(words) && !/last/.test(words);
    const [from, to] = bank ? [ends[0], ends[0]] : ends;
    for (const square of [from, to]) await tap(page, square);
    await page.waitForFunction((words) => document.getElementById("advice").textContent !== words, words, { timeout: 8000 });
    await settled(page);
  }
  throw new Error("the lesson does not end");
};

test("a first visit begins with a lesson that ends in a first deal, and is no game", async () => {
  await visit(fresh(), phone, async (page) => {
    await page.waitForSelector("main.ready");
    assert.equal(await page.textContent("#advice"), "Small onto medium, same colour.");
    assert.equal(await page.locator("dialog[open]").count(), 0);
    await learn(page, async (page, square) => page.touchscreen.tap(...(await middle(page, square))));
    assert.equal(await kept(page), 0);
    await page.click("#advice .main");
    await page.waitForFunction(() => document.querySelector("h1 bdi").textContent === "Easy deal");
    assert.equal(await page.evaluate(() => document.body.dataset.lesson), undefined);
  });
});

test("a lesson can be skipped, and all games can be begun from one page", async () => {
  await visit(fresh(), phone, async (page) => {
    await page.waitForSelector("main.ready");
    await page.click("#skip");
    assert.equal(await page.evaluate(() => document.body.dataset.view), "home");
    assert.deepEqual(await page.locator("#home h2").evaluateAll((all) => all.slice(0, 3).map((one) => one.textContent)), ["Solomids", "Solace II", "Pentamid"]);
    await page.click('#home button:text-is("Medium")');
    await page.waitForFunction(() => document.querySelector("h1 bdi").textContent === "Medium deal");
    await hinted(page);
    await page.click("#home-button");
    await page.waitForSelector('#home button:has-text("Continue")');
    assert.match(await page.textContent('#home button:has-text("Continue")'), /Continue · 0 of 15 trees/);
    await page.goBack();
    await page.waitForFunction(() => document.body.dataset.view === "play");
    assert.equal(await title(page), "Medium deal");
  });
});

// Plays the move of a hint.
const hinted = async (page) => {
  await page.click("#hint");
  await page.waitForSelector("#arrows .glow");
  await page.click("#hint");
  await page.click("#hint");
  await page.waitForFunction(() => document.querySelectorAll("#moves [data-ply]").length > 1);
};
