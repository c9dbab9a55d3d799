// Tests of how games begin: the first visit, lessons, the editor of boards, the deal of the day, records of the program, and what a hidden
// game keeps to itself; and of why a move is refused.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { close, launch, shows, visit } from "./browser.js";
import { game, page as paper, position, solomids } from "./program.js";
import { fresh, hold, middle, put, ready, squares, token } from "./player.js";

before(launch);
after(close);

const still = { reducedMotion: "reduce" };
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const clean = async (page, where) => {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`)),
    [],
    where,
  );
};
const notice = (page) => page.textContent("#notice-text");

test("the first visit says how the game is played, and shows five moves", async () => {
  fresh("");
  await visit(paper("fresh").url, still, async (page) => {
    await ready(page);
    assert(await page.isVisible("#about"));
    assert.match(await page.textContent("#about"), /17 is the best score/);
    await clean(page, "the first visit");
    await page.setViewportSize({ width: 360, height: 640 });
    // What follows goes on under the buttons, which are on the screen without scrolling.
    const boxes = ["#about-title", "#reading", "#lesson"].map((part) => page.locator(part).boundingBox());
    const [title, reading, lesson] = await Promise.all(boxes);
    assert.match(await page.textContent("#about-title"), /Solomids/);
    assert(title.y > 0 && lesson.y + lesson.height < 640 && reading.y + reading.height > 640);
    await page.click("#lesson");
    assert.match(await page.textContent("#advice"), /^1 of 5/);
    await put(page, "S-A9>A10");
    assert.match(await page.textContent("#advice"), /Undo takes it back/);
    await page.click("#undo");
    for (const move of ["M-D4>C4", "S-D9>D10", "S-E9>E10", "M-C4>E4", "B-E4"]) {
      assert.equal(await page.locator("#arrows .arrow").count(), 1);
      await put(page, move);
    }
    assert.match(await page.textContent("#advice"), /first of fifteen trees/);
    await page.reload();
    await ready(page);
    assert(!(await page.isVisible("#about")), "not on the second visit");
  });
});

/** Plays a move of Solace II or Pentamid by clicks. */
const play = async (page, move) => {
  const [, letter, from, to] = /^(\w)-?(\w*)[>@-](\w+)$/.exec(move);
  const spot = (name) => page.locator(`.spot[aria-label^="${name}:"]`);
  const named = (name) => (/^\d/.test(name) ? `space ${name}` : name);
  if (from) await spot(named(from)).click();
  else await page.locator(`.spot.movable[aria-label^="Reserve: "][aria-label*="${{ L: "large", M: "medium" }[letter]}"]`).first().click();
  await spot(named(to)).click();
};

test("the lessons of the other games are legal", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    for (const [name, begin] of [
      ["solace2", "#solace2-deal"],
      ["pentamid", "#pentamid-start"],
    ]) {
      await page.click("#deal-button");
      await page.check(`#games [value="${name}"]`);
      if (name === "pentamid") await page.selectOption("#opponent", "0");
      await page.click(begin);
      await page.click("#help");
      await page.click("#lesson");
      const lesson = { solace2: ["L-4>5", "L-2>1", "M-4>5", "M-2>6", "M-5>1"], pentamid: ["L@c3", "L@b3", "M@d3", "M@c4", "Lc3-c4"] }[name];
      for (const [n, move] of lesson.entries()) {
        assert.match(await page.textContent("#advice"), new RegExp(`^${n + 1} of 5`), name);
        assert.equal(await page.locator("#arrows .arrow").count(), 1, `${name}: ${move} is legal`);
        await play(page, move);
        assert.equal(await token(page), move);
      }
    }
  });
});

test("a board is entered by taps, counted, undone, and played", async () => {
  await visit(fresh("seed=1"), { ...still, viewport: { width: 360, height: 640 }, hasTouch: true }, async (page) => {
    await ready(page);
    await page.click("#deal-button");
    await page.click("#editor summary");
    const piece = (name) => page.click(`#palette [data-piece="${name}"]`);
    const rows = position(["--web-seed", "2"], []).rows.slice(1).map((row) => row.split(" "));
    for (const name of rows.flat()) await piece(name);
    assert.match(await page.textContent("#edit-words"), /^45 of 45 pieces are on the board$/);
    await page.click('#editing [data-square="A9"]');
    await piece(rows[0][0] === "R1" ? "R2" : "R1");
    assert.match(await page.textContent("#edit-words"), /1 red \w+ too many/);
    await page.click("#edit-undo");
    await page.click("#edit-play");
    await shows(page, position(["--web-seed", "2"], []), "the deal");
    // A position: two stacks, everything else in the bank, one swap used.
    await page.click("#deal-button");
    await page.click("#edit-clear");
    await page.click('#editing [data-square="B4"]');
    await page.click("#edit-stack");
    for (const name of ["R3", "R2"]) await piece(name);
    await page.click('#editing [data-square="D7"]');
    await piece("R1");
    await page.selectOption("#edit-swaps", "1");
    await clean(page, "the editor");
    await page.click("#edit-play");
    assert.match(await page.textContent("#summary"), /14 of 15 trees/);
    assert.match(await page.getAttribute('.spot[aria-label^="B4:"]', "aria-label"), /red medium on red large/);
  });
});

test("the deal of the day is the same for everybody, goes on, and its level is said", async () => {
  const titles = new Set();
  for (let n = 0; n < 2; n++) {
    await visit(fresh("seed=1"), still, async (page) => {
      await ready(page);
      await page.click("#deal-button");
      await page.click("#daily");
      await page.waitForSelector("#dealing", { state: "hidden", timeout: 120_000 });
      assert.match(await page.textContent("h1"), /^Deal of the day, \d{4}-\d\d-\d\d$/);
      assert.match(await page.textContent("#summary"), /(easy|medium|hard), proven winnable$/);
      titles.add(await page.inputValue("#deal"));
      if (n) return;
      await page.click("#hint");
      await page.waitForSelector("#advice code");
      await page.click("#hint");
      const played = await token(page);
      await page.click("#deal-button");
      await page.click('[data-level="any"]');
      await page.click("#deal-button");
      await page.click("#daily");
      assert.equal(await token(page), played, "it goes on");
      await page.click("#saved-button");
      assert.match(await page.textContent("#statistics"), /Solomids1 played · 0 won · 1 hint/);
      await clean(page, "statistics");
    });
  }
  assert.equal(titles.size, 1);
});

test("what the program prints in JSON opens, whatever game is chosen", async () => {
  const { deal, moves } = game("short");
  const solved = solomids(["solve", ...deal, "--format", "json", "--quiet"]);
  const solace = solomids(["solace2", "solve", "KWW.KCC.WKK.WCC.CKW.CWK", "--format", "json", "--quiet"]);
  const pentamid = solomids(["pentamid", "show", "L@c3 L@b3 Lc3-c4", "--format", "json"]);
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    for (const [text, called, plies] of [
      [solved, "Solomids", moves.length],
      [solace, "Solace II", JSON.parse(solace).moves.length],
      [pentamid, "Pentamid", 3],
      ["L@c3 L@b3", "Pentamid", 2],
    ]) {
      await page.click("#deal-button");
      await page.check('#games [value="solomids"]');
      await page.fill("#pasted", text);
      await page.click("#open-pasted");
      assert.equal(await page.textContent("#fault"), "", called);
      assert.equal(await page.textContent("#called"), called);
      assert.equal(await page.textContent("#ply"), `${plies} / ${plies}`);
    }
  });
});

test("a hidden game keeps what it hides to itself", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    await page.click("#deal-button");
    await page.check('#games [value="solace2"]');
    await page.selectOption("#solace2-reading", "inert");
    await page.click("#solace2-deal");
    const deal = await page.inputValue("#deal");
    await page.click("#hint");
    await page.waitForSelector("#advice code");
    assert.doesNotMatch(await page.textContent("#advice"), / shows/);
    await page.click(".spot.movable >> nth=0");
    const labels = await page.$$eval(".spot", (all) => all.map((spot) => spot.getAttribute("aria-label")).join());
    assert.doesNotMatch(labels, / shows/);
    const open = await page.evaluate(() => decodeURIComponent(location.hash) + JSON.stringify({ ...localStorage }));
    assert(!open.includes(deal) && !open.includes(deal.slice(0, 12)), "neither address nor storage have the deal");
    assert.match(open, /"seed":/);
  });
});

test("a refused move says why", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    for (const [from, to, why] of [
      ["D4", "C3", /neither in the row nor in the column|differ in colour/],
      ["D4", "B4", /in the way|differ in colour/],
      ["B3", "E10", /is empty: a stack goes onto another one/],
    ]) {
      await hold(page, from);
      await hold(page, to);
      assert.match(await notice(page), why, `${from} to ${to}`);
    }
    const [x, y] = await middle(page, "B5");
    await page.mouse.click(x, y);
    assert.match(await notice(page), /B5 has nowhere to go/);
  });
});

test("discs of swaps are buttons, and the whole bank takes a tree", async () => {
  const { deal, moves } = game("short");
  await visit(fresh(`deal=${encodeURIComponent(deal[0])}`), still, async (page) => {
    await ready(page);
    const swap = moves.find((move) => move.startsWith("W"));
    for (const move of moves.slice(0, moves.indexOf(swap))) await put(page, move);
    await page.click(".swap.earned");
    assert.equal(await page.getAttribute("#swap", "aria-pressed"), "true");
    for (const square of squares(swap)) await hold(page, square);
    assert.equal(await token(page), swap);
    const bank = moves.slice(moves.indexOf(swap) + 1).find((move) => move.startsWith("B"));
    for (const move of moves.slice(moves.indexOf(swap) + 1, moves.indexOf(bank))) await put(page, move);
    await hold(page, squares(bank)[0]);
    const box = await page.locator("#board").boundingBox();
    await page.mouse.click(box.x + (box.width * 420) / 472, box.y + (box.height * 400) / 640);
    assert.equal(await token(page), bank);
  });
});
