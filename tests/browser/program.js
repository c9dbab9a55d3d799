// The program under test, the games of the tests, and their positions by the rules.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { built, committed } from "./module.js";

const target = process.env.SOLOMIDS_TARGET;
assert(target, "SOLOMIDS_TARGET names the folder that cargo builds in; tests/browser/run sets it");
export const shots = join(target, "browser");
// Test files run side by side, and each writes its own pages.
const pages = join(shots, "pages", `${process.pid}`);
mkdirSync(pages, { recursive: true });

export const program = process.env.SOLOMIDS_PROGRAM ?? join(target, "debug", "solomids");

// Puts the module of the sources into a page in place of the committed one.
const renew = (file) => {
  if (built.equals(committed) || !existsSync(file)) return;
  const page = readFileSync(file, "utf8");
  writeFileSync(file, page.replace(committed.toString("base64"), built.toString("base64")));
};

/** Runs solomids, asserts that its exit status is one of `statuses`, and returns its standard output. */
export const solomids = (args, statuses = [0], input = "") => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", input });
  assert(statuses.includes(status), `solomids ${args.join(" ")}: status ${status}\n${stderr}`);
  for (const file of args.filter((arg) => arg.endsWith(".html"))) renew(file);
  return stdout;
};

/** The deal of web seed 0 with the letters of another stash. */
export const XENO = solomids(["show", "--web-seed", "0", "--format", "json"])
  .match(/"deal":"([^"]*)"/)[1]
  .replace(/[RYGBK]/g, (letter) => "CPOWA"["RYGBK".indexOf(letter)]);

/** A position that is won in a few moves, one of them a swap. */
export const SHORT =
  ". . . . ./. . . . ./. R1 . . ./. Y3 . . ./. R2 . Y12 R3/. . . . ./. . . . ./. . . . ./. . . . ./. . . . .";

/** A seed with markup, quotes, a line end and characters beyond ASCII. */
export const ODD = `"'</script><script>window.broken=1</script></textarea><img src=x onerror="window.broken=1">&amp;\n😀_é`;

/**
 * Games by name: arguments of the deal, expected score, and moves played before the search.
 * Wins without a swap, with one and with two, another stash, a lost deal, a game under way.
 */
const GAMES = {
  web: { deal: ["--web-seed", "1"], score: 17 },
  "one-swap": { deal: ["--seed", "1", "--index", "6001"], score: 16 },
  "two-swaps": { deal: ["--seed", "1", "--index", "6422"], score: 15 },
  xeno: { deal: [XENO], score: 17 },
  lost: { deal: ["--seed", "1", "--index", "10657"], score: 2 },
  "under-way": {
    deal: ["--web-seed", "1"],
    score: 17,
    played: ["M-D4>C4", "S-D9>D10", "S-E9>E10", "M-C4>E4", "B-E4"],
  },
  odd: { deal: [`--web-seed=${ODD}`], score: 17 },
  short: { deal: [SHORT], score: 16 },
};
export const NAMES = Object.keys(GAMES);

const made = new Map();

/** A game with its page: address, file, deal, moves, share string, and number of moves played when it opens. */
export const game = (name) => {
  if (!made.has(name)) {
    const { deal, score, played = [] } = GAMES[name];
    const file = join(pages, `${name}.html`);
    const start = played.length ? ["--share", `_${played.join(", ")}`] : [];
    const printed = solomids(["solve", ...deal, ...start, "--format", "json", "--html", file, "--quiet"], [0, 1]);
    const solution = JSON.parse(printed);
    assert.equal(solution.score, score, name);
    const moves = [...played, ...solution.moves];
    const { share } = solution;
    const verified = JSON.parse(solomids(["verify", `_${moves.join(", ")}`, ...given(deal), "--format", "json"]));
    assert.equal(verified.score, score, name);
    const { href: url } = pathToFileURL(file);
    made.set(name, { name, url, file, deal, moves, share, score, opening: played.length });
  }
  return made.get(name);
};

/** The arguments of a deal for `verify`. */
const given = (deal) => (deal[0].startsWith("--") ? deal : ["--deal", deal[0]]);

/** The position of a deal after some moves, by the rules: rows in notation, trees, swaps earned and used. */
export const position = (deal, moves) => {
  const args = ["show", ...deal, "--share", `_${moves.join(", ")}`, "--quiet", "--format", "json"];
  const { deal: text, trees, swaps_earned: earned, swaps_used: used } = JSON.parse(solomids(args));
  const rows = text.split("\n")[0].split("/");
  return { rows: rows.length === 9 ? [". . . . .", ...rows] : rows, trees, earned, used };
};

/** File and address of a page with this name. */
export const page = (name) => {
  const file = join(pages, `${name}.html`);
  return { file, url: pathToFileURL(file).href };
};

/** The address of a page by `show`: a board alone, or a game under way. */
export const shown = (name, args) => {
  const file = join(pages, `${name}.html`);
  solomids(["show", ...args, "--html", file, "--quiet"]);
  return pathToFileURL(file).href;
};

/** The address of a page with marks: a short game, one of whose swaps gives up a point and another one the win. */
export const annotated = () => {
  const file = join(pages, "annotated.html");
  const deal =
    ". . . . ./. . . . ./. . . . ./. R2 . . ./. R3 . Y3 ./Y1 . . . ./. Y2 R1 . ./. . . . ./. . . . ./. . . . .";
  const line = "_S-C4>C10, S-D6>D10, W-C10>B4, S-B4>B5, W-D10>B6";
  solomids(["analyze", line, "--deal", deal, "--title", "A game with mistakes", "--html", file, "--quiet"]);
  return pathToFileURL(file).href;
};
