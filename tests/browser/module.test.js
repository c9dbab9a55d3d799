// Tests that the committed module and that of the sources answer as the program does: a module that was not built anew after a
// change of answers is noticed.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { MODULES, load } from "./module.js";
import { solomids } from "./program.js";

const services = {};
before(async () => {
  for (const [name, module] of Object.entries(MODULES)) services[name] = await load(module);
});

/** The answer to a request, which must have one, and be the same of all modules up to times. */
const ok = (request) => {
  const answers = Object.entries(services).map(([name, service]) => {
    const { ok, error } = service.ask(request);
    assert(ok, `${name}: ${JSON.stringify(request)}: ${JSON.stringify(error)}`);
    return ok;
  });
  for (const other of answers) assert.deepEqual(timeless(other), timeless(answers[0]));
  return answers[0];
};

/** What the program prints as JSON. */
const printed = (...args) => JSON.parse(solomids([...args, "--format", "json", "--threads", "1"], [0, 1, 3]));

/** A record without times. */
const timeless = ({ stats: { elapsed_ms: _, ...stats } = {}, ...record }) => ({ ...record, stats });

/** Twenty deals: as the program names them, and as a request does. */
const DEALS = [
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((seed) => [["--web-seed", `${seed}`], { ask: "open", seed: `${seed}` }]),
  // A win with one swap, one with two, and three deals that cannot be won, are among these.
  ...[0, 1, 2, 3, 4, 5, 6001, 6422, 10657, 1233].map((index) => [
    ["--seed", "1", "--index", `${index}`],
    { ask: "draw", seed: 1, index },
  ]),
];

for (const [args, request] of DEALS) {
  test(`solution and hints of ${args.join(" ")}`, () => {
    const { start } = ok(request);
    const solution = ok({ ask: "solve", start, nodes: 20_000 });
    assert.deepEqual(timeless(solution), timeless(printed("solve", ...args, "--max-nodes", "20000")));
    const moves = solution.moves.slice(0, 20);
    const played = args[0] === "--web-seed" ? [] : args;
    const share = `${args[0] === "--web-seed" ? args[1] : ""}_${moves.join(", ")}`;
    const hint = ok({ ask: "hint", start, moves, every: true, nodes: 5000 });
    assert.deepEqual(hint, printed("hint", ...played, "--share", share, "--max-nodes", "5000"));
  });
}

test("a review", () => {
  const { start } = ok({ ask: "open", seed: "1" });
  const moves = [];
  for (let n = 0; n < 6; n++) moves.push(ok({ ask: "look", start, moves }).legal.at(-1).move);
  const { notes, better, summary, ...review } = ok({ ask: "review", start, moves, nodes: 50_000 });
  assert.equal(notes.length, moves.length);
  for (const { from, moves: line } of better) ok({ ask: "look", start, moves: [...moves.slice(0, from), ...line] });
  assert.match(summary, /^Best 17/);
  assert.deepEqual(review, printed("analyze", `1_${moves.join(", ")}`, "--max-nodes", "50000"));
});

for (const reading of ["literal", "open"]) {
  test(`solutions of Solace II under the reading ${reading}`, () => {
    for (const index of [0, 1, 2]) {
      const { start } = ok({ ask: "draw", game: "solace2", seed: 1, index, reading });
      const solution = ok({ ask: "solve", game: "solace2", start });
      const args = ["--seed", "1", "--index", `${index}`, "--reading", reading];
      assert.deepEqual(timeless(solution), timeless(printed("solace2", "solve", ...args)));
    }
  });
}

test("what hints of Pentamid prove", () => {
  const game = "pentamid";
  const { start } = ok({ ask: "draw", game });
  // Four larges of player 1 in a row, and the same with player 2 to move, who can fill the row.
  for (const moves of ["L@a5 L@a1 L@b5 L@b1 L@c5 L@c1 L@d5 L@a2", "L@a5 L@a1 L@b5 L@b1 L@c5 L@c1 L@d5"]) {
    const { move, result, within } = ok({ ask: "hint", game, start, moves: moves.split(" "), nodes: 30_000 });
    const analysis = printed("pentamid", "analyze", "--moves", moves, "--plies", "5", "--repetition");
    if (analysis.result === "unknown") assert(result === "unknown" && within >= 5, moves);
    else assert.deepEqual([move, result, within], [analysis.line[0], analysis.result, analysis.plies]);
  }
});

test("a search that runs out of memory is undecided", () => {
  const { start } = ok({ ask: "draw", seed: 1, index: 10657 });
  const { verdict, stopped } = ok({ ask: "solve", start, memory: 1 << 16 });
  assert.deepEqual([verdict, stopped], ["undecided", "memory"]);
});

test("progress is reported", () => {
  const { start } = ok({ ask: "draw", seed: 1, index: 10657 });
  for (const { ask, reports } of Object.values(services)) {
    const before = reports.length;
    ask({ ask: "solve", start, nodes: 20_000 });
    const later = reports.slice(before);
    assert(later.length > 0 && later.every(({ nodes }) => nodes <= 20_000), JSON.stringify(later));
  }
});
