// Tests of Solace II and Pentamid on the page: hidden nests, hints, solutions, the engine as the opponent.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { close, launch, ply, visit } from "./browser.js";
import { page, shots, solomids } from "./program.js";
import { fresh, ready, token } from "./player.js";

before(launch);
after(close);

const still = { reducedMotion: "reduce" };

/** Begins a game in the dialog for another game. */
const begin = async (page, game, choose) => {
  await page.click("#deal-button");
  await page.check(`#games [value="${game}"]`);
  await choose();
  await page.waitForSelector("#dealing", { state: "hidden" });
};

/** Asks for a hint, plays it, and returns its token. */
const playHint = async (page) => {
  await page.click("#hint");
  await page.waitForSelector("#advice code");
  const move = await page.textContent("#advice code");
  await page.click("#hint");
  assert.equal(await token(page), move);
  return move;
};

test("Solace II with hidden nests, and a solution", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    await begin(page, "solace2", () => page.click("#solace2-deal"));
    assert.match(await page.title(), /Solace II$/);
    assert.equal(await page.locator("#pieces .covered").count(), 30, "mediums and smalls");
    assert(!(await page.isVisible("#judge")));
    const played = [];
    for (let n = 0; n < 3; n++) played.push(await playHint(page));
    assert((await page.locator("#pieces .covered").count()) < 30);
    await page.reload();
    await ready(page);
    assert.equal(await ply(page), 3);
    assert((await page.locator("#pieces .covered").count()) > 0, "hidden as before");
    const deal = await page.inputValue("#deal");
    await page.click("#solve");
    await page.waitForFunction(() => document.documentElement.classList.contains("playing"), null, { timeout: 60_000 });
    await page.keyboard.press("End");
    const moves = (await page.inputValue("#share")).split(", ");
    assert.deepEqual(moves.slice(0, 3), played);
    assert.match(solomids(["solace2", "verify", deal, "--moves", moves.join(" ")]), /Legal/);
  });
});

test("with hidden nests, moves that have shown a piece stay", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    for (const free of [false, true]) {
      await begin(page, "solace2", async () => {
        await page.setChecked("#free", free);
        await page.selectOption("#solace2-reading", "open");
        await page.click("#solace2-deal");
      });
      assert.match(decodeURIComponent(await page.evaluate(() => location.hash)), /"reading":"open"/);
      const choices = await page.locator(".spot.movable").count();
      const first = await playHint(page);
      await playHint(page);
      await page.keyboard.press("Home");
      if (free) {
        assert.equal(await page.locator(".spot.movable").count(), choices, "by choice");
        continue;
      }
      assert.equal(await page.locator(".spot.movable").count(), 1, "the move that was played");
      await page.click("#hint");
      await page.waitForFunction(() => /has shown a piece stays/.test(document.getElementById("notice").textContent));
      assert.equal(await page.locator("#arrows .arrow").count(), 0);
      await page.click(".spot.movable");
      await page.click(".spot.target");
      assert.equal(await token(page), first);
      assert.equal(await page.textContent("#ply"), "1 / 2", "the next move is kept");
    }
  });
});

test("variants of Pentamid, and moves that the rule against repetition bars", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    const choose = async (values) => {
      await page.selectOption("#opponent", "0");
      for (const [id, value] of Object.entries(values)) {
        if (id === "squares") await page.selectOption("#squares", value);
        else await page.fill(`#${id}`, value);
      }
    };
    await page.click("#deal-button");
    await page.check('#games [value="pentamid"]');
    await choose({ squares: "3", length: "5" });
    await page.click("#pentamid-start");
    await page.waitForFunction(() => /a line of 5 pieces/.test(document.getElementById("variant-fault").textContent));
    await page.keyboard.press("Escape");
    for (const [squares, cells] of [
      ["8", 64],
      ["6", 36],
      ["4", 16],
    ]) {
      await begin(page, "pentamid", async () => {
        await choose({ squares, nests: "2", length: "4" });
        await page.check("#diagonals");
        await page.click("#pentamid-start");
      });
      assert((await page.locator("#spots .spot").count()) >= cells);
      const state = decodeURIComponent(await page.evaluate(() => location.hash));
      for (const part of [`"board":"${squares}x${squares}"`, '"nests":2', '"row":4', '"diagonals":true']) {
        assert(state.includes(part), `${part} in ${state}`);
      }
      await playHint(page);
    }
    await page.screenshot({ path: join(shots, "pentamid-4x4.png") });
    await begin(page, "pentamid", async () => {
      await page.fill("#pasted", "L@a1 L@d4 La1-a2 Ld4-d3 La2-a1");
      await page.click("#pasting button");
    });
    assert.equal(await page.textContent("#ply"), "5 / 5");
    await page.click('.spot[aria-label^="d3:"]');
    const barred = page.locator(".spot.barred");
    assert.equal(await barred.count(), 1);
    assert.match(await barred.getAttribute("aria-label"), /^d4: .*would come back/);
    await page.screenshot({ path: join(shots, "pentamid-barred.png") });
    await barred.click();
    await page.waitForFunction(() => /the state after ply 2 would come back/.test(document.getElementById("notice").textContent));
    assert.equal(await page.textContent("#ply"), "5 / 5");
    // The same move is legal where no rule bars it.
    await begin(page, "pentamid", async () => {
      await page.uncheck("#barred");
      await page.fill("#pasted", "L@a1 L@d4 La1-a2 Ld4-d3 La2-a1");
      await page.click("#pasting button");
    });
    await page.click('.spot[aria-label^="d3:"]');
    assert.equal(await page.locator(".spot.barred").count(), 0);
    await page.click('.spot.target[aria-label^="d4:"]');
    assert.equal(await page.textContent("#ply"), "6 / 6");
  });
});

test("Pentamid against the engine", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    await begin(page, "pentamid", async () => {
      await page.selectOption("#opponent", "1");
      await page.selectOption("#side", "2");
      await page.click("#pentamid-start");
    });
    const moved = (n) => page.waitForFunction((n) => document.getElementById("ply").textContent === `${n} / ${n}`, n);
    await moved(1);
    for (const n of [3, 5, 7]) {
      await page.click(".spot.movable >> nth=0");
      await page.click(".spot.target >> nth=-1");
      await moved(n);
    }
    await page.click("#undo");
    assert.equal(await page.textContent("#ply"), "5 / 7", "the engine's reply is taken back with the move");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.locator(".spot.movable").count(), 0, "nobody plays for the engine");
    await page.keyboard.press("ArrowRight");
    assert.match(await page.textContent("#moves"), /Engine: .*You: /s);
    await page.click("#hint");
    await page.waitForSelector("#advice code");
    await page.click("#hint");
    await moved(7);
    const moves = await page.inputValue("#share");
    assert.match(solomids(["pentamid", "verify", moves]), /egal/);
  });
});

test("lines of both games can be played on", async () => {
  for (const [name, args] of [
    ["solace2-on", ["solace2", "solve", "--seed", "1"]],
    ["pentamid-on", ["pentamid", "show", "L@c3 L@b3 Lc3-c4"]],
  ]) {
    const { file, url } = page(name);
    solomids([...args, "--html", file, "--quiet"]);
    await visit(url, still, async (page) => {
      await ready(page);
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowRight");
      await playHint(page);
      assert.equal(await ply(page), 2);
    });
  }
});
