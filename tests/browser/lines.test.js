// Tests of pauses, of lines beside the game and how one plays on from them, and of links.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, launch, ply, visit } from "./browser.js";
import { fresh, playable, put, ready } from "./player.js";
import { game } from "./program.js";

before(launch);
after(close);

const still = { reducedMotion: "reduce" };
const MOVES = "S-D9>D10,M-D5>D6,M-A6>B6,M-B3>B2,S-A9>A10";

const judged = (page, words) =>
  page.waitForFunction((words) => document.getElementById("judged-words").textContent.startsWith(words), words);
const watched = (page) =>
  page.waitForFunction(() => document.getElementById("line").textContent.startsWith("A solution"));

test("a pause is a place like any other: it is judged, and a reload comes back to it", async () => {
  await visit(fresh(`seed=1&at=0&moves=${MOVES}`), still, async (page) => {
    await ready(page);
    await page.keyboard.press("a");
    await judged(page, "Best score");
    // The player is shown while a line plays.
    assert(!(await page.isVisible("#play")));
    await page.keyboard.press(" ");
    await page.waitForFunction(() => Number.parseInt(document.getElementById("ply").textContent) === 2);
    assert.equal(await page.textContent("#judged-words"), "", "nothing is said of another position");
    await page.click("#play");
    const paused = await ply(page);
    assert(paused < 5);
    await judged(page, "Best score");
    assert((await page.locator(".verdict").count()) > 0);
    await page.waitForFunction((at) => location.hash.includes(`at=${at}`), paused);
    await page.reload();
    await ready(page);
    assert.equal(await ply(page), paused);
  });
});

test("headings of the list are the same while one plays and after a reload", async () => {
  const { deal, moves } = game("short");
  await visit(fresh(`deal=${encodeURIComponent(deal[0])}`), still, async (page) => {
    await ready(page);
    const list = () => page.$$eval("#moves h3, #moves [data-ply]", (all) => all.map((one) => one.dataset.ply ?? one.textContent));
    let seen = [];
    for (const [n, move] of moves.entries()) {
      await put(page, move);
      seen = await list();
      if (n % 2) continue;
      await page.reload();
      await ready(page);
      assert.deepEqual(await list(), seen, `after ${n + 1} moves`);
    }
    assert(seen.some((heading) => heading.startsWith("Tree 15: ")), seen.join());
  });
});

test("judging goes on after a hint", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    await page.keyboard.press("a");
    await judged(page, "Best score");
    await page.keyboard.press("h");
    await page.waitForSelector("#arrows .glow");
    await page.waitForFunction(() => {
      const words = document.getElementById("judged-words").textContent;
      return document.querySelector("#judge.busy") || (words && !/so far|Looking/.test(words));
    });
  });
});

test("the space bar pauses a solution, and what is played from there is the game", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    await page.keyboard.press("s");
    await watched(page);
    await page.waitForFunction(() => Number.parseInt(document.getElementById("ply").textContent) === 2);
    await page.keyboard.press(" ");
    const paused = await ply(page);
    assert(!(await page.evaluate(() => document.documentElement.classList.contains("playing"))));
    assert.match(await page.textContent("#line"), /^A solution/);
    const next = await page.textContent(`#moves [data-ply="${paused + 1}"] code`);
    await put(page, next);
    assert.equal(await page.textContent("#line"), "Moves");
    assert.equal((await page.textContent("#ply")).trim(), `${paused + 1} / ${paused + 1}`);
    await page.waitForFunction((next) => decodeURIComponent(location.hash).includes(next), next);
  });
});

test("a move that has shown a piece stays, on other lines too, and hidden pieces are not printed", async () => {
  const open = JSON.stringify({ text: "KWW.KCC.WKK.WCC.CKW.CWK", reading: "literal" });
  let different = 0;
  for (const move of ["L-1>2", "L-2>1"]) {
    const state = new URLSearchParams({ game: "solace2", open, options: '{"hidden":true}', moves: move });
    await visit(fresh(`${state}`), still, async (page) => {
      await ready(page);
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      const seen = await page.locator("#pieces use:not(.covered)").count();
      assert.equal(await page.locator(".paper article:last-of-type .board use[href^='#']").count(), seen);
      assert(seen < 18 && !(await page.isVisible("#deal")));
      await page.keyboard.press("Home");
      assert((await playable(page)).legal <= 1);
      await page.keyboard.press("s");
      await watched(page);
      await page.keyboard.press("End");
      await page.keyboard.press("ArrowLeft");
      const first = await page.textContent('#moves [data-ply="1"] code');
      different += first !== move;
      if (first !== move) assert.equal((await playable(page)).legal, 0, "the move of the game would be taken back");
    });
  }
  assert(different > 0);
});

test("choices in an address are those of the dialog only", async () => {
  const board = (last) => `${". . . . ./".repeat(9)}${last}`;
  const [deal, other] = [". R12 . R3 .", ". R123 . . ."].map(board);
  const options = JSON.stringify({ start: { deal: other }, moves: [], nodes: 0, game: "solace2" });
  const words = [];
  for (const more of [{}, { options }]) {
    await visit(fresh(`${new URLSearchParams({ deal, ...more })}`), still, async (page) => {
      await ready(page);
      await page.keyboard.press("a");
      await judged(page, "Best score");
      await page.waitForFunction(() => !/so far/.test(document.getElementById("judged-words").textContent));
      words.push(await page.textContent("#judged-words"));
    });
  }
  assert.equal(words[0], words[1]);
});

test("a link is pasted like a deal, and a damaged one is reported", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    const paste = async (text) => {
      if (!(await page.isVisible("#pasted"))) await page.keyboard.press("n");
      await page.fill("#pasted", text);
      await page.press("#pasted", "Control+Enter");
    };
    await paste(`https://example.org/solomids.html#seed=1&moves=${encodeURIComponent(MOVES)}&at=3`);
    await page.waitForSelector("#dealing:not([open])", { state: "attached" });
    assert.equal((await page.textContent("#ply")).trim(), "3 / 5");
    await paste("https://example.org/solomids.html#game=pentamid&open=%7B");
    assert.match(await page.textContent("#fault"), /The link is damaged/);
    await paste("2_M-D4>C4");
    assert.match(await page.textContent("#fault"), /\^ .*differ in colour/, "the reason is at the place");
  });
});

test("one plays where the address cannot be changed", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await page.addInitScript(() => {
      history.replaceState = () => {
        throw new DOMException("refused", "SecurityError");
      };
    });
    await page.reload();
    await ready(page);
    for (const [n, move] of MOVES.split(",").entries()) {
      await put(page, move);
      assert.equal(await ply(page), n + 1);
    }
  });
});
