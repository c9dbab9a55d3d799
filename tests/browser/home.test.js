// All games, lessons, the guard, endgames, games of the day, settings: what is there for players around a game.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { board, close, launch, settled, visit } from "./browser.js";
import { fresh, hold, middle, press, put, ready } from "./player.js";
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

// Plays what the lesson of a page waits for by taps on both ends of its arrow; a tree for the bank is tapped twice, and a swap begins
// at its sign.
const learn = async (page) => {
  for (let n = 0; n < 60 && !(await page.isVisible("#advice .main")); n++) {
    const words = await page.textContent("#advice");
    const ends = await page.evaluate(() => {
      const line = document.querySelector("#pieces .lit") && document.querySelector("#arrows line");
      const at = (x, y) => {
        const point = new DOMPoint(Number(line.getAttribute(x)), Number(line.getAttribute(y)));
        const { x: u, y: v } = point.matrixTransform(document.getElementById("board").getScreenCTM());
        return [u, v];
      };
      return line ? [at("x1", "y1"), at("x2", "y2")] : [];
    });
    const isBanked = /tree!|bank/i.test(words);
    for (const [x, y] of isBanked ? [ends[0], ends[0]] : ends) await page.touchscreen.tap(x, y);
    await page.waitForTimeout(250);
    if (await page.locator(".to-swap").count()) await page.locator(".swap.earned").first().tap();
    await settled(page);
  }
  return page.textContent("#advice");
};

test("a first visit begins with a lesson that ends in a first deal, and is no game", async () => {
  await visit(fresh(), phone, async (page) => {
    await page.waitForSelector("main.ready");
    assert.equal(await page.textContent("#advice"), "Small onto medium, same colour.");
    assert.equal(await page.locator("dialog[open]").count(), 0);
    assert.match(await learn(page), /^That is how it works/);
    assert.equal(await kept(page), 0);
    await page.click("#advice .main");
    await page.waitForFunction(() => document.querySelector("h1 bdi").textContent === "Easy deal");
    assert.equal(await page.evaluate(() => document.body.dataset.lesson), undefined);
  });
});

test("the lessons of the other games end in a first tower and a won line", async () => {
  await visit(fresh("home"), phone, async (page) => {
    await page.waitForSelector("#home .card");
    await page.click('#home button:text-is("Deal")');
    assert.match(await learn(page), /^One tower stands/);
    await page.click("#advice .main");
    await page.waitForFunction(() => document.querySelector("h1 bdi").textContent === "Solace II" && document.querySelectorAll("#pieces use").length === 45);
    await page.click("#home-button");
    await page.click('#home button:text-is("Friend")');
    assert.match(await learn(page), /takes five/);
    assert.equal(await page.locator("#under .won-line").count(), 3);
    await page.click("#advice .main");
    await page.waitForFunction(() => document.querySelector("h1 bdi").textContent === "Two players");
  });
});

test("a lesson can be skipped, and all games can be begun from one page", async () => {
  await visit(fresh(), phone, async (page) => {
    await page.waitForSelector("main.ready");
    await page.click("#skip");
    assert.equal(await page.evaluate(() => document.body.dataset.view), "home");
    assert.deepEqual(await page.locator("#home h2").evaluateAll((all) => all.slice(0, 3).map((one) => one.textContent)), ["Solomids", "Solace II", "Pentamid"]);
    await page.waitForFunction(() => [...document.querySelectorAll("#home .card img")].every((image) => image.naturalWidth > 0));
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

// A position with one way to win, without swaps.
const NARROW = "...Y12R3/..G1../...../.Y3.../.R12..G23/...../...../...../...../.....\nswaps-used: 2";

// A move of a position that shuts the win with a score out, and is no swap.
const losing = (text, score) => {
  const [{ moves }] = ask({ ask: "hint", text, every: true, seconds: 20 });
  return moves.find(({ move, upper_bound: most }) => most < score && !move.startsWith("W") && !move.startsWith("T")).move;
};

test("the guard names a move that shuts the win out, and takes it back", async () => {
  const move = losing(NARROW, 15);
  await visit(fresh(`deal=${encodeURIComponent(NARROW)}`), still, async (page) => {
    await ready(page);
    const before = await board(page);
    await put(page, move);
    await page.waitForSelector("#guard:not([hidden])");
    assert.equal(await page.textContent("#guard-text"), "That lost the win.");
    await page.click("#guard-back");
    await settled(page);
    assert.deepEqual(await board(page), before);
    // Who plays on hears no more of it.
    await put(page, move);
    await page.waitForTimeout(800);
    assert.equal(await page.isVisible("#guard"), false);
  });
});

test("the guard says nothing false, and names the move that lost the win", async () => {
  const [head, ...rows] = readFileSync(new URL("../../data/endgames.csv", import.meta.url), "utf8").trim().split("\n").map((row) => row.split(","));
  const narrow = rows.map((row) => Object.fromEntries(row.map((cell, n) => [head[n], cell]))).filter(({ game }) => game === "solomids");
  // More than a few are a deep check: POSITIONS=200.
  const count = Number(process.env.POSITIONS ?? 12);
  let state = 7;
  const random = (n) => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % n;
  let told = 0;
  await visit(fresh("home"), still, async (page) => {
    await ready(page);
    for (let n = 0; n < count; n++) {
      // An endgame, and a few moves at random.
      const { number, seed, index, moves: way } = narrow[random(narrow.length)];
      const [{ start }] = ask({ ask: "draw", seed, index });
      const before = way.split(" ");
      const moves = [];
      const most = 1 + random(4);
      while (moves.length < most) {
        const [{ legal }] = ask({ ask: "look", start, moves: [...before, ...moves], from: before.length + moves.length });
        if (!legal.length) break;
        moves.push(legal[random(legal.length)].move);
      }
      const after = (ply) => ({ ask: "solve", start, moves: [...before, ...moves.slice(0, ply)], nodes: 20_000 });
      const known = ask(...Array.from({ length: moves.length + 1 }, (_, ply) => after(ply)));
      const isKnown = known.every(({ lower_bound: least, upper_bound: most }) => least === 17 || most < 17);
      const lost = known.findIndex(({ upper_bound: most }) => most < 17);
      await page.evaluate((hash) => {
        localStorage.clear();
        location.hash = hash;
      }, `endgame=${number}&moves=${encodeURIComponent(moves.slice(0, -1))}`);
      await page.waitForFunction(([title, ply]) => document.querySelector("h1 bdi").textContent === title && document.querySelector("#ply").textContent.startsWith(`${ply} /`), [`Endgame ${number}`, moves.length - 1]);
      await put(page, moves.at(-1));
      assert.equal(await page.textContent("#token"), moves.at(-1));
      if (await page.isVisible("#end")) continue;
      const isTold = lost > 0 && isKnown;
      if (isTold) await page.waitForSelector("#guard:not([hidden])");
      else await page.waitForTimeout(500);
      const words = (await page.isVisible("#guard")) ? await page.textContent("#guard-text") : "";
      const where = `endgame ${number} after ${moves.join(", ")}`;
      if (words) assert(lost > 0, where);
      if (!isTold) continue;
      told += 1;
      const [{ steps }] = ask({ ask: "look", start, moves: [...before, ...moves], from: before.length });
      const named = lost < moves.length ? `${steps[lost - 1].words}: that` : "That";
      assert.equal(words, `${named} lost the win without a swap.`, where);
    }
  });
  assert(told >= count / 4, `${told} of ${count} positions were lost`);
});

test("the guard says nothing where the player does not want it to", async () => {
  await visit(fresh(`deal=${encodeURIComponent(NARROW)}`), still, async (page) => {
    await ready(page);
    await page.click("#menu-button");
    await page.click("#settings-button");
    await page.check('#settings input[name="guard"][value="off"]');
    await page.keyboard.press("Escape");
    await put(page, losing(NARROW, 15));
    await page.waitForTimeout(1500);
    assert.equal(await page.isVisible("#guard"), false);
    await page.reload();
    await ready(page);
    await page.click("#menu-button");
    await page.click("#settings-button");
    assert(await page.isChecked('#settings input[name="guard"][value="off"]'));
  });
});

test("an endgame has three tries, then its solution is shown; solved ones are marked", async () => {
  await visit(fresh("endgame=1"), still, async (page) => {
    await ready(page);
    assert.equal(await title(page), "Endgame 1");
    assert.match(await page.textContent("#summary"), /^♥♥♥ · win without a swap · 10 of 15 trees$/);
    const text = await page.evaluate(() => document.getElementById("deal").value);
    const move = losing(text, 17);
    for (const left of ["♥♥♡", "♥♡♡", "♡♡♡"]) {
      await put(page, move);
      await page.waitForSelector("#guard:not([hidden])");
      assert.equal(await page.textContent("#guard-text"), "That lost the win without a swap.");
      assert((await page.textContent("#summary")).startsWith(left));
      if (left !== "♡♡♡") await page.click("#guard-back");
    }
    await page.click('#guard-on:text-is("Show me")');
    await page.waitForSelector("main.replay");
    // Solved by its solution without a mistake.
    const [{ moves }] = ask({ ask: "solve", text });
    await page.evaluate(() => localStorage.clear());
    await page.goto("about:blank");
    await page.goto(fresh("endgame=1"));
    await ready(page);
    for (const move of moves) await put(page, move);
    await page.waitForSelector("#end:not([hidden])");
    assert.equal(await page.textContent("#end-title"), "Solved");
    await page.click("#end-close");
    await page.click("#home-button");
    assert.match(await page.textContent("#home"), /Endgames1 of 300/);
    // A win with a swap is not what it asks for, nor is one of the engine.
    await page.evaluate(() => {
      const [name] = Object.keys(localStorage).filter((key) => key.startsWith("solomids-game-"));
      const one = JSON.parse(localStorage.getItem(name));
      localStorage.setItem(name, JSON.stringify({ ...one, best: { ...one.best, score: 16 } }));
      const engine = { ...one, endgame: 241, turns: 3, before: 7, options: { opponent: 8, side: 1 }, best: { won: true, winner: 2, moves: 10 } };
      localStorage.setItem("solomids-game-engine", JSON.stringify(engine));
    });
    await page.reload();
    await page.waitForSelector("#home .card");
    assert.match(await page.textContent("#home"), /Endgames0 of 300/);
  });
});

test("no button moves when something is said, is held, or is hinted at", async () => {
  for (const options of [phone, { ...still, viewport: { width: 360, height: 640 } }, { ...still, viewport: { width: 844, height: 390 } }, still]) {
    await visit(fresh("seed=1&moves=M-D4>C4"), options, async (page) => {
      await ready(page);
      const places = () =>
        page.evaluate(() =>
          ["board", "undo", "redo", "hint", "menu-button"].map((id) => {
            const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
            return [id, x, y, width, height].join(" ");
          }),
        );
      const first = await places();
      await page.mouse.click(...(await middle(page, "A6")));
      assert.deepEqual(await places(), first, "held");
      await page.keyboard.press("Escape");
      for (const step of ["piece", "move"]) {
        await page.click("#hint");
        await page.waitForSelector(step === "piece" ? "#arrows .glow" : "#arrows .arrow");
        assert.deepEqual(await places(), first, step);
      }
      await page.mouse.click(...(await middle(page, "B8")));
      assert.deepEqual(await places(), first, "said");
      await page.click("#undo");
      assert.deepEqual(await places(), first, "taken back");
    });
  }
});

test("games of the day are the same for everybody, and have a link", async () => {
  const open = async (state) => {
    let found = null;
    await visit(fresh(state), still, async (page) => {
      await ready(page);
      found = [await title(page), await page.evaluate(() => document.getElementById("deal").value)];
    });
    return found;
  };
  const [named, deal] = await open("daily=2026-12-06");
  assert.equal(named, "Daily · Dec 6");
  const [solution] = ask({ ask: "solve", text: deal, difficulty: true });
  assert.equal(solution.difficulty.level, "brutal");
  assert(solution.score >= 15);
  assert.deepEqual(await open("daily=2026-12-06"), [named, deal]);
});

test("what is shared at the end leads to the same start, with the time to be beaten", async () => {
  await visit(fresh("seed=1&beat=252"), still, async (page) => {
    await ready(page);
    assert.match(await page.textContent("#summary"), /beat 4:12$/);
  });
});

test("the levels of Pentamid are a ladder", async () => {
  await visit(fresh("home"), still, async (page) => {
    await page.waitForSelector("#home .card");
    await page.click('#home button:has-text("Level 1 · beginner")');
    // The first time there is a lesson, which can be skipped.
    await page.click("#skip");
    await page.waitForFunction(() => document.querySelector("h1 bdi").textContent === "Against level 1");
    await page.evaluate(() => {
      const name = Object.keys(localStorage).find((key) => key.startsWith("solomids-game-"));
      const one = JSON.parse(localStorage.getItem(name));
      localStorage.setItem(name, JSON.stringify({ ...one, id: "x", best: { won: true, winner: 1, score: null, moves: 20 } }));
    });
    await page.goto(fresh("home"));
    await page.reload();
    await page.waitForSelector("#home .card");
    assert.equal(await page.textContent("#home .pills .done"), "1");
    assert(await page.isVisible('#home button:has-text("Level 2 · novice")'));
  });
});

test("after long without a drop a draw can be agreed on, and counts as one", async () => {
  const round = ["La1-b1", "Le5-d5", "Lb1-a1", "Ld5-e5"];
  const moves = ["L@a1", "L@e5", ...Array(30).fill(round).flat()];
  const open = encodeURIComponent(JSON.stringify({ repetition: false }));
  await visit(fresh(`game=pentamid&open=${open}&moves=${moves.slice(0, -1)}`), { reducedMotion: "reduce" }, async (page) => {
    await ready(page);
    await page.click("#menu-button");
    assert(!(await page.isVisible("#draw-button")), "after 119 turns");
    await page.keyboard.press("Escape");
    await hold(page, "d5");
    await hold(page, "e5");
    assert.match(await page.textContent("#notice-text"), /a draw can be agreed on/);
    await press(page, "#draw-button");
    assert.equal(await page.textContent("#end-title"), "A draw");
    await page.click("#end-close");
    await page.keyboard.press("g");
    assert.match(await page.textContent("#statistics"), /^Pentamid1 played · 0 won · 0 hints · 1 drawn$/);
    await page.reload();
    await ready(page);
    assert.equal(await page.textContent("#summary"), "A draw");
    await page.click("#undo");
    assert.match(await page.textContent("#summary"), /to move/);
  });
});
