// Tests that no game is lost: variations, the games of this browser, two tabs, the way back, storage that is full, bad addresses.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, launch, ply, shows, visit } from "./browser.js";
import { game, page as paper, position } from "./program.js";
import { fresh, middle, put, ready, token } from "./player.js";

before(launch);
after(close);

const still = { reducedMotion: "reduce" };
const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, ...still };

const said = (page, words) =>
  page.waitForFunction((words) => new RegExp(words).test(document.getElementById("notice-text").textContent), words);
const kept = (page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("solomids-game-")).map((name) => JSON.parse(localStorage[name])));
/** Opens a kept game by words on its card. */
const resume = async (page, words) => {
  await page.click("#saved-button");
  await page.click(`#saved-games .game:has-text("${words}")`);
};

test("another move keeps the one that was played before as a variation, over reloads", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    for (const move of ["M-D4>C4", "S-D9>D10", "S-E9>E10"]) await put(page, move);
    await page.click("#undo");
    await page.click("#undo");
    await put(page, "S-A9>A10");
    assert.equal(await page.textContent("#ply"), "2 / 2");
    assert.equal(await page.locator("#moves .other").count(), 1);
    await page.reload();
    await ready(page);
    assert.equal(await page.textContent("#ply"), "2 / 2");
    await page.click("#moves .other button");
    assert.equal(await page.textContent("#ply"), "2 / 3", "the other line is gone over to");
    await page.click("#redo");
    assert.equal(await token(page), "S-E9>E10");
    await shows(page, position(["--web-seed", "1"], ["M-D4>C4", "S-D9>D10", "S-E9>E10"]), "its end");
    await page.click("#restart");
    assert.equal(await page.textContent("#ply"), "0 / 3");
  });
});

test("mistakes are marked, and nothing else happens to the game", async () => {
  const moves = ["M-B6>C6", "M-D4>D5", "S-B9>B10"];
  await visit(fresh(`seed=435109&moves=${moves}`), still, async (page) => {
    await ready(page);
    await page.click("#review");
    await page.waitForSelector(".noted", { timeout: 60_000 });
    const marked = await page.$$eval("#moves b", (all) => all.filter((mark) => mark.textContent).length);
    if (!marked) assert.equal(await ply(page), 3, "without a mistake the position stays");
    await page.keyboard.press("Home");
    await put(page, "M-D8>C8");
    assert.equal(await page.locator("#moves .other").count(), 1);
    const [{ moves: tree }] = await kept(page);
    assert.deepEqual(tree, ["M-D8>C8", moves]);
  });
});

test("games are kept with their results, and opened again", async () => {
  const { deal } = game("short");
  await visit(fresh(`deal=${encodeURIComponent(deal[0])}`), still, async (page) => {
    await ready(page);
    for (const move of game("short").moves) await put(page, move);
    await page.click("#end-close");
    for (const seed of ["1", "2", "3"]) {
      await page.click("#deal-button");
      await page.fill("#seed", seed);
      await page.click("#deal-seed");
      if (seed !== "2") await put(page, { 1: "M-D4>C4", 3: "S-A9>A10" }[seed]);
    }
    assert.equal((await kept(page)).length, 3, "an untouched deal is not kept");
    await page.click("#saved-button");
    assert.equal(await page.locator("#saved-games li").count(), 3);
    assert.match(await page.textContent("#saved-games"), /Won with one swap: score 16/);
    await page.waitForFunction(() => [...document.querySelectorAll("#saved-games img")].every((img) => img.naturalWidth > 0));
    await page.keyboard.press("Escape");
    await resume(page, "Web seed 1");
    assert.equal(await page.textContent("h1"), "Web seed 1");
    assert.equal(await token(page), "M-D4>C4");
    await page.goBack();
    await page.waitForFunction(() => document.querySelector("h1").textContent === "Web seed 3");
    await page.goForward();
    await page.waitForFunction(() => document.querySelector("h1").textContent === "Web seed 1");
    assert.equal((await kept(page)).length, 3);
    await page.click("#saved-button");
    const away = page.locator("#saved-games .away").first();
    await away.click();
    await away.click();
    assert.equal(await page.locator("#saved-games li").count(), 2);
  });
});

test("two tabs add to one game", async () => {
  await visit(fresh("seed=1"), still, async (page, context) => {
    await ready(page);
    await put(page, "M-D4>C4");
    await page.waitForFunction(() => location.hash.includes("M-D4"));
    const other = await context.newPage();
    await other.goto(page.url());
    await ready(other);
    await put(other, "S-D9>D10");
    await put(page, "S-A9>A10");
    const games = await kept(page);
    assert.equal(games.length, 1);
    assert.deepEqual(games[0].moves, ["M-D4>C4", "S-A9>A10", ["S-D9>D10"]]);
    await other.close();
  });
});

test("storage that is full is said once, and a late address loses nothing", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await page.reload();
    await ready(page);
    await put(page, "M-D4>C4");
    await said(page, "storage of the browser");
    await put(page, "S-D9>D10");
    assert.equal(await ply(page), 2);
  });
  await visit(fresh("seed=1"), still, async (page) => {
    await page.addInitScript(() => {
      history.replaceState = () => {
        throw new DOMException("too often", "SecurityError");
      };
    });
    await page.reload();
    await ready(page);
    for (const move of ["M-D4>C4", "S-D9>D10"]) await put(page, move);
    await page.reload();
    await ready(page);
    assert.equal(await page.textContent("#ply"), "2 / 2", "storage is newer than the address");
  });
});

test("bad addresses are shown with what is wrong, and can be mended", async () => {
  for (const [bad, words] of [
    ["seed=1&moves=M-D4%3EF4", /`F4` is no square/],
    ["game=chess&open=%7B%7D", /no game "chess"/],
    ["game=solace2&open=%7B", /link is damaged/],
    ["game=solace2&open=null", /link is damaged/],
  ]) {
    await visit(fresh(bad), still, async (page) => {
      await ready(page);
      assert(await page.isVisible("#dealing"), bad);
      assert.match(await page.textContent("#fault"), words);
      assert((await page.inputValue("#pasted")).endsWith(bad));
    });
  }
  for (const odd of ["at=0.5", "at=-3", "at=x", "options=null"]) {
    await visit(fresh(`seed=1&moves=M-D4%3EC4&${odd}`), still, async (page) => {
      await ready(page);
      assert(!(await page.isVisible("#dealing")), odd);
      await page.click("#undo", { force: true });
      await put(page, "S-D9>D10");
      assert.equal(await token(page), "S-D9>D10", odd);
    });
  }
});

test("a finger on a piece that cannot move takes nothing back", async () => {
  await visit(fresh("seed=1&moves=M-D4>C4,S-D9>D10"), phone, async (page, context) => {
    await ready(page);
    const client = await context.newCDPSession(page);
    const [x, y] = await middle(page, "B5");
    assert.equal(await page.locator('.spot.movable[aria-label^="B5:"]').count(), 0);
    const send = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    await send("touchStart", [{ x, y }]);
    for (let n = 1; n <= 5; n++) await send("touchMove", [{ x: x + 25 * n, y }]);
    await send("touchEnd", []);
    assert.equal(await page.textContent("#ply"), "2 / 2");
  });
});

test("in a frame without rights everything still opens", async () => {
  const { url } = paper("fresh");
  fresh("");
  await visit(url, still, async (page) => {
    await ready(page);
    // A page from disk shows no other file in a frame, so the page itself is the content of the frame.
    await page.evaluate(() => {
      const copy = `<!DOCTYPE html>${document.documentElement.outerHTML}`;
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", "allow-scripts");
      Object.assign(frame, { width: 800, height: 800, srcdoc: copy });
      document.body.replaceChildren(frame);
    });
    const frame = page.frameLocator("iframe");
    await frame.locator("main.ready").waitFor();
    await frame.locator("#about .close").first().click();
    await frame.locator("#deal-button").click();
    await frame.locator("#seed").fill("2");
    await frame.locator("#deal-seed").click();
    assert.equal(await frame.locator("h1").first().textContent(), "Web seed 2");
    await frame.locator("#deal-button").click();
    await frame.locator("#pasted").fill("1_M-D4>C4");
    await frame.locator("#open-pasted").click();
    assert.equal(await frame.locator("h1").first().textContent(), "Web seed 1");
    await frame.locator("#help").click();
    await frame.locator("#about .close").last().click();
  });
});

test("a text that is too long is refused, and the next one opens", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    await page.click("#deal-button");
    await page.check('#games [value="pentamid"]');
    await page.fill("#pasted", "L@a1 L@d4 La1-a2 Ld4-d3 ".repeat(7500));
    await page.click("#open-pasted");
    assert.match(await page.textContent("#fault"), /characters long/);
    await page.fill("#pasted", "L@a1 L@d4");
    await page.click("#open-pasted");
    assert.equal(await page.textContent("#ply"), "2 / 2");
  });
});

test("without scripts the page says what it is", async () => {
  await visit(fresh("seed=1"), { javaScriptEnabled: false }, async (page) => {
    assert.match(await page.textContent(".rules"), /needs JavaScript.*How Solomids is played/s);
    assert(await page.locator(".paper").isVisible());
  });
});
