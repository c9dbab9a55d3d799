// Tests of accessibility with axe.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { close, jump, launch, visit } from "./browser.js";
import { fresh, hold, ready } from "./player.js";
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

test("accessibility of playing", async () => {
  await visit(fresh("seed=1"), { reducedMotion: "reduce" }, async (page) => {
    await ready(page);
    await page.evaluate(axe);
    const clean = async (where) => {
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        const { violations } = await page.evaluate(() => window.axe.run());
        const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
        assert.deepEqual(found, [], `${where} ${colorScheme}`);
      }
    };
    await hold(page, "D5");
    await clean("a held stack");
    await page.click("#hint");
    await page.waitForSelector("#advice code");
    await page.click("#judge");
    await page.waitForSelector("#verdicts li");
    await clean("judged moves");
    await page.click("#deal-button");
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
