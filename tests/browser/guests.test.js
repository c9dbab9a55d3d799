// Tests of Solace II and Pentamid on the page: hidden nests, hints, solutions, the engine as the opponent.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { close, launch, ply, visit } from "./browser.js";
import { page, program, shots, solomids } from "./program.js";
import { fresh, hinted, press, ready, token } from "./player.js";

before(launch);
after(close);

const still = { reducedMotion: "reduce" };

/** Begins a game in the dialog for another game. */
const begin = async (page, game, choose) => {
  await press(page, "#deal-button");
  await page.check(`#games [value="${game}"]`);
  await choose();
  await page.waitForSelector("#dealing", { state: "hidden" });
};

/** What the second step of a hint says the move is good for. */
const reason = async (page) => {
  const words = await page.textContent("#advice .next");
  assert.notEqual(words, "Hint again plays it", "there is a reason");
  return words;
};

/** The number of a text that has a fraction. */
const average = (words) => /\d+\.\d\d+/.exec(words)[0];

/** Asks for a hint, plays it, and returns its token. */
const playHint = async (page, last = true) => {
  const move = await hinted(page);
  await page.click("#hint");
  // An engine answers at once.
  if (last) assert.equal(await token(page), move);
  return move;
};

test("Solace II with hidden nests, and a solution", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    await begin(page, "solace2", () => page.click("#solace2-deal"));
    assert.match(await page.title(), /Solace II$/);
    assert.equal(await page.locator("#pieces .covered").count(), 30, "mediums and smalls");
    assert(!(await page.isVisible("#judge")));
    // A review would look under the nests.
    const [first] = await page.$$eval(".spot.movable", (all) => all.map((spot) => spot.dataset.spot));
    await page.click(`.spot[data-spot="${first}"]`);
    await page.click(".spot.target >> nth=0");
    await page.click("#review");
    await page.waitForFunction(() => /when the game is over/.test(document.getElementById("notice").textContent));
    await page.click("#undo");
    await begin(page, "solace2", async () => {
      await page.selectOption("#solace2-reading", "inert");
      await page.click("#solace2-deal");
    });
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

/** The address of a game of Solace II, dealt by seed 1. */
const solace2 = (reading, hidden, moves) => {
  const open = JSON.stringify({ seed: "1", index: "0", reading });
  return fresh(`${new URLSearchParams({ game: "solace2", open, options: JSON.stringify({ hidden }), moves })}`);
};

test("a hint with hidden nests is the best move, the same as elsewhere, or none", async () => {
  for (const [reading, moves] of [
    ["inert", ""],
    ["rigid", "L-1>2,L-3>4"],
  ]) {
    const start = { deal: solomids(["solace2", "deal", "--seed", "1"]).trim().split("\n").at(-1), reading };
    const asked = { ask: "hint", game: "solace2", hidden: true, start, moves: moves ? moves.split(",") : [] };
    const { ok: best } = JSON.parse(spawnSync(program, ["serve"], { input: JSON.stringify(asked), encoding: "utf8" }).stdout);
    await visit(solace2(reading, true, moves), still, async (page) => {
      await ready(page);
      assert.equal(await hinted(page, undefined, { timeout: 60_000 }), best.move);
      assert.equal((await page.textContent("#advice b")).toLowerCase(), best.words.toLowerCase());
      assert.match(await reason(page), new RegExp(`About ${Math.round(average(best.reason))} towers? can be expected$`));
    });
  }
  await visit(solace2("literal", true, ""), still, async (page) => {
    // The first hints are known; the values that later ones need are found meanwhile, in slices, and kept by one worker.
    await page.addInitScript(() => {
      const Whole = Worker;
      window.asked = [];
      window.Worker = class extends Whole {
        postMessage(data) {
          if (data.question?.hidden) window.asked.push([this, data.question]);
          super.postMessage(data);
        }
      };
    });
    await page.reload();
    await ready(page);
    assert.equal(await hinted(page), "L-1>2");
    assert.match(await reason(page), /About 10 towers can be expected$/);
    await page.waitForFunction(() => window.asked.length > 3);
    const { workers, more } = await page.evaluate(() => ({
      workers: new Set(window.asked.map(([worker]) => worker)).size,
      more: window.asked.length,
    }));
    assert.equal(workers, 1);
    assert(more > 3, "in slices");
    await page.click("#hint");
    assert.equal(await token(page), "L-1>2");
    const begun = Date.now();
    await page.click("#hint");
    await page.waitForSelector("#arrows .glow");
    assert(Date.now() - begun < 3000, "later hints come at once");
  });
});

test("where memory is short, a hint with hidden nests says whose move it is", async () => {
  // The values of positions in which so many pieces have shown stand in no file.
  const moves = "L-1>2,L-3>4,L-6>7,L-8>9,L-11>12,L-13>14";
  await visit(solace2("inert", true, moves), still, async (page) => {
    await page.addInitScript(() => {
      const Whole = Worker;
      window.Worker = class extends Whole {
        postMessage(data) {
          if (data.question?.hidden) data.question.memory = 1 << 16;
          super.postMessage(data);
        }
      };
    });
    await page.reload();
    await ready(page);
    await hinted(page);
    assert.match(await reason(page), /careful player.*memory/);
  });
});

test("Solace II with open nests: all moves judged, and where it was lost", async () => {
  await visit(solace2("literal", false, "L-4>5,L-2>1,M-4>5"), still, async (page) => {
    await ready(page);
    await page.keyboard.press("Home");
    await page.click("#judge");
    // No first move of this deal costs a tower.
    await page.waitForFunction(() => document.getElementById("judged-words").textContent === "Every move is fine here", null, { timeout: 60_000 });
    assert.equal(await page.locator("#arrows .badge").count(), 0);
    assert.match(await page.textContent("#verdicts"), /13 keeps the best score/);
    await page.click("#judge");
    await page.click("#review");
    await page.waitForSelector("main.noted", { timeout: 60_000 });
    assert.match(await page.textContent("#advice"), /^0 of 13 towers that were possible with everything seen; /);
    const losses = await page.$$eval("#moves .score", (all) => all.map((score) => score.textContent));
    assert.deepEqual(losses[1] && losses.slice(1).every((score) => /^\d+$/.test(score)), true, `${losses}`);
  });
});

test("with hidden nests, moves that have shown a piece stay", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    for (const free of [false, true]) {
      await begin(page, "solace2", async () => {
        await page.setChecked("#free", free);
        await page.selectOption("#solace2-reading", "caps-only");
        await page.click("#solace2-deal");
      });
      assert.match(decodeURIComponent(await page.evaluate(() => location.hash)), /"reading":"caps-only"/);
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
      assert.equal(await page.locator("#arrows :is(.arrow, .glow)").count(), 0);
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
    await press(page, "#deal-button");
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
      assert.match(await page.textContent("#level-words"), /looks at [\d,]+ positions a move, and slips often/);
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
    assert.match(await page.textContent("#moves"), /Computer: .*You: /s);
    await playHint(page, false);
    await moved(7);
    assert.equal(await page.textContent("h1"), "Against level 1");
    assert.equal(await page.textContent("#summary"), "Your turn · 1 hint");
    const moves = await page.inputValue("#share");
    assert.match(solomids(["pentamid", "verify", moves]), /egal/);
  });
});

test("Pentamid on a small phone: pieces in reserve fit fingers, and a mistake is explained", async () => {
  const open = JSON.stringify({ text: "- - - - -/- - - - -/- - - - -/- - - - -/- - - - - 1" });
  const address = (moves) => fresh(`${new URLSearchParams({ game: "pentamid", open, options: '{"opponent":3,"side":1}', moves })}`);
  const phone = { ...still, viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
  await visit(address(""), phone, async (page) => {
    await ready(page);
    const reserve = await page.locator(".spot.movable").all();
    assert.equal(reserve.length, 4, "any of those that are alike");
    const boxes = await Promise.all([page.locator("#board"), page.locator(".deck"), ...reserve].map((part) => part.boundingBox()));
    const [board, deck, ...pieces] = boxes;
    for (const { width, height } of pieces) assert(width >= 40 && height >= 40, `${width} by ${height}`);
    assert(board.y + board.height <= deck.y, "the nests are seen");
    assert.deepEqual(await page.$$eval("#scene .side", (all) => all.map((name) => name.textContent)), ["You", "Computer"]);
    assert.match(await page.textContent("#summary"), /^Your turn/);
    await page.tap(".spot.movable >> nth=3");
    await page.tap('.spot.target[aria-label^="c3:"]');
    await page.waitForFunction(() => document.getElementById("ply").textContent === "2 / 2");
    assert.match(await page.textContent("#moves"), /L@c3 You: large from a nest to c3/);
  });
  await visit(address("L@a5,L@a1,L@b5,L@b1,L@c5,L@c1,L@d5,L@a2,M@e4,M@e5"), phone, async (page) => {
    await ready(page);
    await press(page, "#review");
    await page.waitForSelector("main.noted", { timeout: 90_000 });
    assert.deepEqual(await page.$$eval("#moves b", (all) => all.flatMap((mark) => mark.textContent || [])), ["?!"], "the engine's are not marked");
    await page.waitForFunction(() => /1 of your moves is marked$/.test(document.getElementById("notice-text").textContent));
    assert.equal(await page.textContent("#note"), "you could force a win in 1 turn; after this move no win is proven");
    const inside = await page.$eval("#note", (note) => {
      const [own, around] = [note, note.closest("#caption")].map((part) => part.getBoundingClientRect());
      return own.height > 0 && own.top >= around.top && own.bottom <= around.bottom + 1 && own.bottom < innerHeight;
    });
    assert(inside, "the explanation is on the screen");
  });
});

test("Pentamid: what is proven of moves, and where a game was won", async () => {
  const open = JSON.stringify({ text: "- - - - -/- - - - -/- - - - -/- - - - -/- - - - - 1" });
  const moves = "L@a5,L@a1,L@b5,L@b1,L@c5,L@c1,L@d5,L@a2,M@e4";
  await visit(fresh(`${new URLSearchParams({ game: "pentamid", open, options: "{}", moves })}`), still, async (page) => {
    await ready(page);
    const judged = (words) =>
      page.waitForFunction((words) => new RegExp(words).test(document.getElementById("judged-words").textContent), words, { timeout: 30_000 });
    await page.keyboard.press("ArrowLeft");
    await page.click("#judge");
    await judged("^Proven: 2 of \\d+ moves can force a win, the quickest in 1 turn$");
    assert.match(await page.textContent("#verdicts"), /^wins in 1 proven; turns of both players count/);
    await page.keyboard.press("ArrowLeft");
    await judged("^Proven: \\d+ of \\d+ moves lose; after the others nobody can force a win within");
    assert.match(await page.textContent("#verdicts"), /open no win or loss is proven; .* · a(bout even| little)/);
    await page.click("#judge");
    await hinted(page);
    assert.match(await reason(page), /You seem (about even|a little|ahead)/);
    await page.keyboard.press("End");
    await page.click("#review");
    await page.waitForSelector("main.noted", { timeout: 90_000 });
    const marks = await page.$$eval("#moves li", (all) => all.map((li) => li.querySelector("b")?.textContent ?? ""));
    assert.deepEqual(marks, ["", "", "", "", "", "", "", "", "?", "?!"], "the winning square left open, the win missed");
    // A move that holds out longer has no line, the win that was missed has one.
    assert(await page.isDisabled("#better"));
    await page.keyboard.press("m");
    await page.click("#better");
    assert.match(await page.textContent("#line"), /^A better line from move 9 on/);
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
