// Tests of how games begin: the first visit, lessons, the editor of boards, the deal of the day, records of the program, and what a hidden
// game keeps to itself; and of why a move is refused.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { close, launch, shows, visit } from "./browser.js";
import { game, page as paper, position, solomids } from "./program.js";
import { fresh, hinted, hold, middle, press, put, ready, squares, token } from "./player.js";

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

/** The lesson of Solomids: moves, and two squares of which one goes onto the other against the rules. */
const LESSON = "M-C3>C5 C5>E5 S-D5>D10 M-C5>E5 B-E5 M-D10>D2 W-A2>B2 M-B2>D2 B-D2 M-A6>A2 B-A2".split(" ");

test("the first visit is a lesson, which the rules lead back to", async () => {
  fresh("");
  await visit(paper("fresh").url, still, async (page) => {
    await ready(page);
    const lesson = () => page.evaluate(() => document.body.dataset.lesson);
    assert.equal(await lesson(), "on");
    assert.equal(await page.locator("dialog[open]").count(), 0);
    await clean(page, "the first visit");
    // Nothing but what is lit can be picked up.
    await hold(page, "D2");
    assert.equal(await page.locator(".spot.held").count(), 0);
    const said = new Set();
    for (const [n, step] of LESSON.entries()) {
      assert.equal(await page.locator("#lesson-dots .done").count(), n);
      // A swap begins at its sign.
      if (step.startsWith("W")) {
        const words = await page.textContent("#advice");
        for (const arrows of [1, 0, 1]) {
          await page.click(".swap.earned");
          assert.equal(await page.locator("#arrows .arrow").count(), arrows);
          assert.equal((await page.textContent("#advice")) === words, !arrows, "a swap can be left, and begun again");
        }
      }
      assert.equal(await page.locator("#arrows .arrow").count(), 1, step);
      const words = await page.textContent("#advice");
      assert(words && !said.has(words), step);
      said.add(words);
      const [from, to = from] = step.replace(/^.-/, "").split(">");
      await hold(page, from);
      await hold(page, to);
      if (!/^.-/.test(step)) assert.equal(await notice(page), "The stack on D5 is in the way.", "a refusal has its reason");
      else assert.equal(await token(page), step);
      await page.waitForFunction((words) => document.getElementById("advice").textContent !== words, words);
    }
    assert.equal(await page.textContent("#advice"), "That is how it works. Your first deal");
    await clean(page, "the end of the lesson");
    await page.click("#advice .main");
    await page.waitForFunction(() => document.querySelector("h1").textContent === "Easy deal");
    await page.setViewportSize({ width: 360, height: 640 });
    await page.keyboard.press("?");
    assert.match(await page.textContent("#about"), /17 is the best score/);
    await clean(page, "the rules");
    // What follows goes on under the buttons, which are on the screen without scrolling.
    const boxes = ["#about-title", "#reading", "#lesson"].map((part) => page.locator(part).boundingBox());
    const [title, reading, button] = await Promise.all(boxes);
    assert.match(await page.textContent("#about-title"), /Solomids/);
    assert(title.y > 0 && button.y + button.height < 640 && reading.y + reading.height > 640);
    await page.click("#lesson");
    assert.equal(await lesson(), "on");
    assert(said.has(await page.textContent("#advice")));
    await page.click("#skip");
    await page.goto(paper("fresh").url);
    await page.reload();
    await ready(page);
    assert.equal(await lesson(), undefined, "not on the second visit");
  });
});

/** Plays a move of Solace II or Pentamid by clicks. */
const play = async (page, move) => {
  const [, letter, from, to] = /^(\w)-?(\w*)[>@-](\w+)$/.exec(move);
  const spot = (name) => page.locator(`.spot[aria-label^="${name}:"]`);
  const named = (name) => (/^\d/.test(name) ? `space ${name}` : name);
  if (from) await spot(named(from)).click();
  else await page.locator(`.spot.movable[aria-label^="Reserve: "][aria-label*="${{ L: "large", M: "medium", S: "small" }[letter]}"]`).first().click();
  await spot(named(to)).click();
};

test("the lessons of the other games are legal", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    for (const [name, begin, ...lesson] of [
      ["solace2", "#solace2-deal", "L-1>2", "M-1>4", "S-1>4", "T-4>1"],
      // The other player answers between these.
      ["pentamid", "#pentamid-start", "L@b2", "M@c2", "Lb2-a2", "S@b2"],
    ]) {
      await page.keyboard.press("n");
      await page.check(`#games [value="${name}"]`);
      if (name === "pentamid") await page.selectOption("#opponent", "0");
      await page.click(begin);
      await page.click("#help");
      await page.click("#lesson");
      for (const [n, move] of lesson.entries()) {
        await page.waitForFunction((n) => document.querySelectorAll("#lesson-dots .done").length === n && document.querySelector("#pieces .lit"), n);
        assert.equal(await page.locator("#arrows .arrow").count(), 1, `${name}: ${move} is legal`);
        await play(page, move);
        assert.equal(await token(page), move);
      }
      await page.waitForSelector("#advice .main");
      await page.click("#advice .main");
      assert.equal(await page.evaluate(() => document.body.dataset.lesson), undefined);
    }
  });
});

test("a board is entered by taps, counted, undone, and played", async () => {
  await visit(fresh("seed=1"), { ...still, viewport: { width: 360, height: 640 }, hasTouch: true }, async (page) => {
    await ready(page);
    await press(page, "#deal-button");
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
    await press(page, "#deal-button");
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
      await press(page, "#deal-button");
      await page.click("#daily");
      await page.waitForSelector("#dealing", { state: "hidden" });
      assert.match(await page.textContent("h1"), /^Daily · \w{3} \d+$/);
      titles.add(await page.inputValue("#deal"));
      if (n) return;
      const played = await hinted(page);
      await page.click("#hint");
      assert.equal(await token(page), played);
      await press(page, "#deal-button");
      await page.click('[data-level="any"]');
      await press(page, "#deal-button");
      await page.click("#daily");
      assert.equal(await token(page), played, "it goes on");
      await page.click("#home-button");
      const levels = ["brutal", "easy", "easy", "medium", "medium", "hard", "hard"];
      await page.click(`#home button:has-text("Deal · ${levels[new Date().getUTCDay()]}")`);
      assert.equal(await token(page), played, "it goes on from there as well");
      await press(page, "#saved-button");
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
      await press(page, "#deal-button");
      await page.check('#games [value="solomids"]');
      await page.fill("#pasted", text);
      await page.click("#open-pasted");
      assert.equal(await page.textContent("#fault"), "", called);
      assert.equal(await page.textContent("#about-title"), `How ${called} is played`);
      assert.equal(await page.textContent("#ply"), `${plies} / ${plies}`);
    }
  });
});

test("a hidden game keeps what it hides to itself", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    await press(page, "#deal-button");
    await page.check('#games [value="solace2"]');
    await page.selectOption("#solace2-reading", "inert");
    await page.click("#solace2-deal");
    const deal = await page.inputValue("#deal");
    await page.click("#hint");
    await page.waitForSelector("#arrows .glow");
    assert.doesNotMatch(await page.textContent("#advice b"), / shows/);
    await page.click("#hint");
    await page.waitForSelector("#arrows .arrow");
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
    assert.match(await notice(page), /This piece cannot move yet/);
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
