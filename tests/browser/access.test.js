// Tests of accessibility with axe.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { close, jump, launch, visit } from "./browser.js";
import { fresh, hinted, hold, press, ready } from "./player.js";
import { SHORT, annotated, game, shown } from "./program.js";

before(launch);
after(close);

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

test("accessibility", async () => {
  for (const url of [game("web").url, game("two-swaps").url, shown("still", [SHORT]), annotated()]) {
    await visit(url, { reducedMotion: "reduce" }, async (page) => {
      await page.evaluate(axe);
      await jump(page, 5);
      for (const [colorScheme, width] of [
        ["light", 360],
        ["light", 1280],
        ["dark", 360],
        ["dark", 1280],
      ]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        for (const help of [false, true]) {
          if (help) await page.keyboard.press("?");
          const { violations, passes } = await page.evaluate(() => window.axe.run());
          const found = violations.flatMap(({ id, nodes }) =>
            nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`),
          );
          assert.deepEqual(found, [], `${url} ${colorScheme} ${width}`);
          // The backdrop dims the page behind the help.
          assert(help || passes.some(({ id }) => id === "color-contrast"));
          if (help) await page.keyboard.press("Escape");
        }
      }
    });
  }
});

/** Asserts that axe finds nothing on a page, light and dark. */
const cleanOn = (page) => async (where) => {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(() => window.axe.run());
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
    assert.deepEqual(found, [], `${where} ${colorScheme}`);
  }
};

test("accessibility of playing", async () => {
  await visit(fresh("seed=1"), { reducedMotion: "reduce" }, async (page) => {
    await ready(page);
    await page.evaluate(axe);
    const clean = cleanOn(page);
    await hold(page, "D5");
    await clean("a held stack");
    await page.click("#hint");
    await page.waitForSelector("#arrows .glow");
    await clean("the piece of a hint");
    await page.click("#hint");
    await page.waitForSelector("#arrows .arrow");
    await clean("the move of a hint");
    await page.click("#judge");
    await page.waitForSelector("#verdicts li");
    await clean("judged moves");
    await page.click("#menu-button");
    await page.click("#texts summary");
    await clean("the menu");
    await page.click("#settings-button");
    await clean("settings");
    await page.keyboard.press("Escape");
    await press(page, "#deal-button");
    await page.fill("#pasted", "R1");
    await page.click("#pasting button");
    await page.waitForSelector("#fault p");
    await clean("another game");
    for (const name of ["solace2", "pentamid"]) {
      await page.check(`#games [value="${name}"]`);
      await clean(`another game of ${name}`);
    }
  });
});

test("accessibility of what is proven in Pentamid, and of a game's end", async () => {
  const open = JSON.stringify({ text: `${"- - - - -/".repeat(4)}- - - - - 1` });
  const moves = "L@a5,L@a1,L@b5,L@b1,L@c5,L@c1,L@d5,L@a2";
  const state = `${new URLSearchParams({ game: "pentamid", open, options: "{}", moves })}`;
  for (const viewport of [
    { width: 360, height: 640 },
    { width: 844, height: 390 },
    { width: 1280, height: 800 },
  ]) {
    await visit(fresh(state), { reducedMotion: "reduce", viewport }, async (page) => {
      await ready(page);
      await page.evaluate(axe);
      const clean = cleanOn(page);
      await press(page, "#judge");
      await page.waitForSelector("#verdicts li", { state: "attached" });
      await clean("judged moves");
      await press(page, "#judge");
      await hinted(page);
      await page.click("#hint");
      await page.waitForSelector("#end:not([hidden])");
      await clean("the end");
      const [board, end] = [await page.locator("#board").boundingBox(), await page.locator("#end").boundingBox()];
      assert(end.x >= board.x + board.width || end.y >= board.y + board.height, "the end hides nothing of the board");
      assert(end.y + end.height <= viewport.height, "all of it is on the screen");
      assert.equal(await page.textContent("#end-title"), "Player 1 has won");
      await page.click("#end-review");
      await page.waitForSelector("main.noted", { timeout: 90_000 });
      await clean("where it was won");
      await press(page, "#saved-button");
      await clean("games with their times");
      assert.match(await page.textContent("#statistics"), /1 played · 1 won/);
    });
  }
});
