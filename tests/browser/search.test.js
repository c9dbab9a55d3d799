// Tests of what is asked of the solver: hints, judged moves, solutions, mistakes; searches that are stopped, fail or run out of
// memory.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, launch, ply, shows, visit } from "./browser.js";
import { game, position, solomids } from "./program.js";
import { fresh, hinted, put, ready, squares, token } from "./player.js";

before(launch);
after(close);

const still = { reducedMotion: "reduce" };

/** Waits for the first step of a hint. */
const glows = (page) => page.waitForSelector("#arrows .glow");

/** Reloads a page on which this function changes each question before a worker gets it. */
const meddle = async (page, change) => {
  await page.addInitScript(`{
    const Whole = Worker;
    window.Worker = class extends Whole {
      constructor(...given) {
        super(...given);
        this.addEventListener("message", ({ data }) => (this.ready ||= data.ready));
      }
      postMessage(data) {
        if (data.question) (${change})(data.question, this);
        super.postMessage(data);
      }
    };
  }`);
  await page.reload();
  await ready(page);
};

test("a hint, which can be played", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    await page.click("#hint");
    await glows(page);
    assert.match(await page.textContent("#advice"), /^Look at the (red|yellow|green|blue|black) (small|medium)/);
    assert.equal(await page.locator("#arrows .arrow").count(), 0, "not where it goes");
    assert.match(await page.textContent("#summary"), / · 1 hint$/);
    const glow = await page.locator("#arrows .glow").boundingBox();
    await page.click("#hint");
    const move = await page.getAttribute("#arrows .arrow", "data-move");
    const box = await page.locator(`.spot[aria-label^="${squares(move)[0]}:"] rect`).boundingBox();
    const [x, y] = [glow.x + glow.width / 2, glow.y + glow.height / 2];
    assert(box.x < x && x < box.x + box.width && box.y < y && y < box.y + box.height, "the piece that moves was shown");
    assert.equal(await page.locator("#arrows .arrow").count(), 1);
    assert.equal(await page.locator("#arrows .glow").count(), 0);
    assert.match(await page.textContent("#advice b"), /^(Red|Yellow|Green|Blue|Black) /);
    const why = await page.textContent("#advice .next");
    assert(why && why !== "Hint again plays it", "there is a reason");
    assert.equal(await page.textContent("#hint"), "Play it");
    await page.click("#hint");
    assert.equal(await token(page), move);
    assert.match(await page.textContent("#summary"), / · 1 hint$/);
    assert.equal(await page.textContent("#advice"), "", "another position has no hint");
    assert.equal(await page.textContent("#hint"), "Hint");
    const next = await hinted(page, () => page.keyboard.press("h"));
    await page.keyboard.press("h");
    assert.equal(await token(page), next);
    const share = await page.inputValue("#share");
    assert.match(solomids(["solve", "--share", share, "--brief", "--quiet"]), /Best score 17/);
  });
});

test("a hint to swap two stacks, in whichever order they are named", async () => {
  const { deal } = game("short");
  const moves = "S-B8>B10,S-D6>D10";
  await visit(fresh(`${new URLSearchParams({ deal: deal[0], moves })}`), still, async (page) => {
    await ready(page);
    assert.equal(await hinted(page), "W-B8>D10");
    assert.equal(await page.textContent("#advice b"), "Red medium and yellow small-medium change places");
    assert.equal(await page.locator("#arrows .arrow").count(), 1);
    await page.click("#hint");
    assert.equal(await token(page), "W-B8>D10");
  });
});

test("all moves, judged as by `hint`", async () => {
  const { deal, moves } = game("short");
  const state = `deal=${encodeURIComponent(deal[0])}`;
  await visit(fresh(state), still, async (page) => {
    await ready(page);
    await page.keyboard.press("a");
    await page.waitForSelector("#verdicts li");
    const seen = await page.$$eval("#verdicts h3, #verdicts code", (all) => {
      let score = "";
      const found = {};
      for (const one of all) {
        if (one.matches("h3")) score = one.querySelector("b").textContent;
        else found[one.textContent] = score;
      }
      return found;
    });
    const { moves: judged } = JSON.parse(solomids(["hint", ...deal, "--format", "json"]));
    assert.deepEqual(seen, Object.fromEntries(judged.map(({ move, score }) => [move, `${score}`])));
    // Only what costs something is marked on the board: the best move of each stack.
    const best = new Map();
    for (const { move, keeps } of judged.filter(({ move }) => !move.startsWith("W"))) {
      best.set(squares(move)[0], keeps || best.get(squares(move)[0]));
    }
    const costly = [...best.values()].filter((keeps) => !keeps).length;
    assert.equal(await page.locator("#arrows .badge").count(), costly);
    const good = judged.find(({ keeps }) => keeps).move;
    await page.click(`.verdict:has-text("${good}")`);
    assert.equal(await token(page), good);
    await page.waitForSelector("#verdicts li", { timeout: 10_000 });
    await page.click("#judge");
    assert(!(await page.isVisible("#judged")));
    assert.equal(await page.locator("#arrows .badge").count(), 0);
    assert(moves.length);
  });
});

test("a solution to watch, and to play on from", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    await put(page, "S-D9>D10");
    await page.click("#solve");
    await page.waitForFunction(() => document.documentElement.classList.contains("playing"));
    assert.match(await page.textContent("#line"), /^A solution from move 2 on: best score 17 \(no swap\), proven$/);
    await page.keyboard.press(" ");
    await page.keyboard.press("End");
    const share = await page.inputValue("#share");
    assert.equal(JSON.parse(solomids(["verify", "--share", share, "--format", "json"])).score, 17);
    await page.click('[data-ply="7"]');
    const played = await page.$$eval("#moves code", (all) => all.slice(1, 8).map((code) => code.textContent));
    await page.click("#back");
    assert.equal(await page.textContent("#ply"), "1 / 1", "back to the game");
    await page.click("#solve");
    await page.waitForFunction(() => document.documentElement.classList.contains("playing"));
    await page.click('[data-ply="7"]');
    // Another move than the next one of the solution makes it the game.
    const next = await page.textContent('[data-ply="8"] code');
    await page.click("#judge");
    await page.waitForSelector("#verdicts li");
    await page.click(`.verdict:not(:has-text("${next}")) >> nth=0`);
    assert.equal(await ply(page), 8);
    assert(!(await page.isVisible("#back")));
    assert((await page.inputValue("#share")).startsWith(`1_${played.join(", ")}, `));
  });
});

test("where it was lost", async () => {
  const deal = ". . . . ./. . . . ./. . . . ./. R2 . . ./. R3 . Y3 ./Y1 . . . ./. Y2 R1 . ./. . . . ./. . . . ./. . . . .";
  const moves = ["S-C4>C10", "S-D6>D10", "W-C10>B4", "S-B4>B5", "W-D10>B6"];
  await visit(fresh(`deal=${encodeURIComponent(deal)}&moves=${moves}`), still, async (page) => {
    await ready(page);
    await page.keyboard.press("l");
    await page.waitForSelector(".noted");
    assert.equal(await ply(page), 5, "the move that lost the win");
    const marks = await page.$$eval("#moves b", (all) => all.map((mark) => mark.textContent));
    assert.deepEqual(marks, ["", "", "", "?", "", "??"]);
    assert.equal(await page.locator("#graph .drop").count(), 2);
    await page.click('#graph .drop >> nth=0');
    assert.equal(await ply(page), 3, "the first mistake");
    assert.equal(await page.textContent("#scores"), "17 → 16");
    await page.click("#better");
    await page.keyboard.press("End");
    const share = await page.inputValue("#share");
    assert.equal(JSON.parse(solomids(["verify", "--share", share, "--deal", deal, "--format", "json"])).score, 17);
    await page.click("#back");
    await page.keyboard.press("m");
    assert.equal(await ply(page), 5, "the next one");
    await shows(page, position([deal], moves), "the game");
  });
});

test("a search can be stopped, and left for another position", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    // All moves of a whole deal take some seconds.
    await page.click("#judge");
    await page.waitForFunction(() => document.querySelector("#judge").textContent === "Stop");
    await page.click("#judge");
    await page.waitForFunction(() => document.querySelector("#judge").textContent === "Judge");
    await page.click("#hint");
    await glows(page);
    await page.keyboard.press("a");
    await page.waitForFunction(() => document.querySelector("#judge").textContent === "Stop");
    // While it goes on, moves are played and hints are given.
    await put(page, "S-D9>D10");
    assert.equal(await token(page), "S-D9>D10");
    await page.click("#hint");
    await glows(page);
  });
});

/** Number of moves that are not judged yet. */
const undecided = (page) =>
  page.evaluate(() => {
    const words = document.getElementById("judged-words").textContent;
    return document.querySelector("#verdicts li") ? Number(words.match(/(\d+) undecided/)?.[1] ?? 0) : Infinity;
  });

test("a whole deal is judged bit by bit, and judging is taken up again", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    await page.keyboard.press("a");
    await page.waitForSelector("#verdicts li", { timeout: 60_000 });
    const first = await undecided(page);
    let left = first;
    for (let tries = 0; left >= first && tries < 600; tries++) {
      await page.waitForFunction(() => new Promise((done) => setTimeout(() => done(true), 100)));
      left = await undecided(page);
    }
    assert(left < first, `${left} of ${first} moves are left`);
    assert.match(await page.textContent("#judged-words"), /undecided so far/);
    await put(page, "S-D9>D10");
    await page.keyboard.press("Control+z");
    const again = await undecided(page);
    assert(again <= left, `${again} moves are left when the position is shown again, and ${left} were before`);
    assert.equal(await page.textContent("#judge"), "Stop", "the search goes on");
  });
});

test("a new question is not kept waiting by a search", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    await meddle(
      page,
      `(question, worker) => {
        if (worker.searching === undefined) {
          worker.addEventListener("message", ({ data }) => {
            if (data.answer) worker.searching = false;
          });
        }
        // What was found ahead of the player must not answer the hint.
        if (!window.clicked && question.ask === "hint" && !question.every) question.nodes = 1;
        window.asked = { ask: question.ask, waits: worker.searching === true, at: performance.now() };
        worker.searching = true;
      }`,
    );
    // No search of this deal ends soon: every move is looked into.
    await page.click("#judge");
    await page.waitForSelector("#verdicts li", { timeout: 60_000 });
    // A question that was asked ahead this moment would be taken over.
    await page.waitForFunction(() => performance.now() - window.asked.at > 200);
    const { waits, after } = await page.evaluate(() => {
      const begun = performance.now();
      window.clicked = true;
      document.getElementById("hint").click();
      return { ...window.asked, after: window.asked.at - begun };
    });
    assert(!waits && after >= 0 && after < 100, `the question began after ${after} ms`);
    await glows(page);
  });
});

test("out of memory nothing is decided, and the page lives", async () => {
  const lost = game("lost").deal;
  const text = JSON.parse(solomids(["show", ...lost, "--format", "json"])).deal;
  await visit(fresh(`deal=${encodeURIComponent(text)}`), still, async (page) => {
    await ready(page);
    await meddle(page, "(question) => { question.memory = 1; }");
    await page.click("#solve");
    await page.waitForFunction(() => /limit of memory/.test(document.getElementById("notice").textContent));
    await page.keyboard.press("Home");
    await page.click(".spot.movable");
  });
});

test("a worker that dies is replaced, and that is said", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    await meddle(
      page,
      `(question, worker) => {
        if (window.deaths || question.ask !== "solve") return;
        window.deaths = 1;
        const die = () => worker.dispatchEvent(new ErrorEvent("error", { message: "killed by the test", cancelable: true }));
        // One that dies before it was ready would count as one that does not start.
        if (worker.ready) die();
        else worker.addEventListener("message", die, { once: true });
      }`,
    );
    await page.click("#solve");
    await page.waitForFunction(() => /another worker is ready.*killed/.test(document.getElementById("notice").textContent));
    await page.click("#hint");
    await glows(page);
  });
});
