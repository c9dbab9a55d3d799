// Pentamid on a page: a game of a variant, against a friend or the engine.
import * as deal from "../../../draw/page/script/deal.js";
import { byId, counted, first } from "../../../draw/page/script/dom.js";
import * as game from "../../../draw/page/script/game.js";

export const called = "Pentamid";
export const asks = ["judge", "review"];

// The variant that is chosen; numbers that are left out are the usual ones.
export const variant = () => {
  const [squares, nests, length] = ["squares", "nests", "length"].map((id) => Number(byId(id).value));
  const board = { board: `${squares}x${squares}`, diagonals: byId("diagonals").checked };
  return { variant: { ...board, ...(nests && { nests }), ...(length && { row: length }) }, repetition: byId("barred").checked };
};

export const options = () => {
  const opponent = Number(byId("opponent").value);
  return opponent ? { opponent, side: Number(byId("side").value) } : {};
};

// What the engine of a level does, as the dialog says it.
const searches = (level) => first(`#opponent [value="${level}"]`).title;
export const show = () => {
  const level = byId("opponent").value;
  byId("side").disabled = level === "0";
  const slip = level < 5 ? " To slip is to play another move that does not lose at once." : "";
  byId("level-words").textContent = level === "0" ? "" : `It ${searches(level)}.${slip}`;
};

export const listen = () => {
  byId("opponent").addEventListener("change", show);
  byId("pentamid-start").addEventListener("click", () => deal.drawn(variant(), "variant-fault"));
  game.follow(() => {
    const names = game.name === "pentamid" ? document.querySelectorAll("#scene .side") : [];
    names.forEach((name, n) => (name.textContent = who(n + 1, game.options)));
  });
};

/** Begins a game of the usual variant. */
export const random = () => game.begin({ ask: "draw", ...variant() }, { name: "pentamid", options: options() });

/** @type {(player: number, options: import("../../../draw/page/script/answers.js").Options) => string} */
const who = (player, { opponent, side }) => (!opponent ? `Player ${player}` : player === side ? "You" : "Computer");

/** A step with whose move it was. */
export const told = (step, ply, options, { deal: first }) => {
  const mover = (ply % 2 === 0) === first.trim().endsWith("1") ? 1 : 2;
  return { ...step, words: `${who(mover, options)}: ${step.words}` };
};

/** The state of a game as the player sees it who plays against the engine. */
export const state = ({ state, over, winner, side }, options) => {
  if (!options.opponent || (over && !winner)) return state;
  const yours = (winner ?? side) === options.side;
  return over ? `${yours ? "You have" : "The computer has"} won` : yours ? "Your turn" : "The computer's turn";
};

// Turns without a drop after which the players may agree on a draw: equal ones can go on for a thousand.
const QUIET = 120;

/** Whether the players may agree on a draw after some steps. */
export const allowsDraw = (steps) => steps.length >= QUIET && steps.slice(-QUIET).every(({ move }) => !move.includes("@"));

// Least scores of the engine, in hundredths of a line, and what they say of the player to move.
const LEANINGS = [
  [300, "far ahead"],
  [100, "ahead"],
  [30, "a little ahead"],
  [-30, "about even"],
  [-100, "a little behind"],
  [-300, "behind"],
  [-Infinity, "far behind"],
];
const leaning = (score) => LEANINGS.find(([least]) => score >= least)[1];

const turns = (plies) => counted(plies, "turn");

/** What a hint says of the position: what is proven, or else what the engine guesses. */
export const guess = ({ score, result, within }) => {
  if (result === "win") return `you can win in ${turns(within)}`;
  if (result === "loss") return `this holds out longest; the other side can win in ${turns(within)}`;
  return (score ?? null) === null ? "" : `you seem ${leaning(score)}`;
};

/** What is known of a judged move. */
export const judged = ({ result, plies, score }) => {
  const open = { label: "open", reason: "no win or loss is proven; the engine's favourites first, with what it thinks of you after them" };
  if (result === "unknown") return { ...open, beside: (score ?? null) === null ? "" : ` · ${leaning(score)}`, bare: true };
  return { label: `${result === "win" ? "wins" : "loses"} in ${plies}`, reason: "proven; turns of both players count", bare: result === "loss" };
};

/** All judged moves in a sentence. */
export const sum = ({ moves, more }) => {
  const of = (what) => moves.filter(({ result }) => result === what);
  const [won, open, lost] = ["win", "unknown", "loss"].map(of);
  const all = counted(moves.length, "move");
  if (won.length) return `Proven: ${won.length} of ${all} can force a win, the quickest in ${turns(won[0].plies)}`;
  if (!open.length) return moves.length ? `Proven: every move loses, the slowest in ${turns(moves[0].plies)}` : "";
  const deep = Math.min(...open.map(({ plies }) => plies));
  const rest = deep ? `after the others nobody can force a win within ${turns(deep)}` : "nothing is known of the others";
  return `Proven: ${lost.length} of ${all} lose; ${rest}${more ? ". The search goes on" : ""}`;
};

export const about = "Five in a row, two players";

const STRONGEST = 8;

/** The name of a level of the engine. */
export const levelName = (level) => `Level ${level}`;

/** Title of a game against the engine. */
export const title = ({ opponent }) => opponent && `Against level ${opponent}`;

const begin = (opponent, side = 1) => game.begin({ ask: "draw" }, { name: "pentamid", options: { opponent, side } });
const friends = () => game.begin({ ask: "draw" }, { name: "pentamid" }, { kept: { title: "Two players" } });

/** What can be begun, for the page of all games: levels up to the first that is not beaten, and a game for two. */
export const offers = (own) => {
  const beaten = new Set(own.filter(({ best, options: { opponent, side } }) => opponent && best?.winner === side).map(({ options }) => options.opponent));
  const levels = Array.from({ length: STRONGEST }, (_, n) => n + 1);
  const { strength_names: names } = game.rules({ ask: "about" });
  const first = levels.find((level) => !beaten.has(level)) ?? STRONGEST;
  const pills = levels.filter((level) => level <= first).map((level) => ({
    words: level === first ? `${levelName(level)} · ${names[level - 1]}` : `${level}`,
    begin: () => begin(level),
    style: level === first ? "main" : "done",
  }));
  return [...pills, { words: "Friend", begin: friends }];
};

/** What comes after a game: words, and what begins it. */
export const next = (_, { opponent, side }, { winner }) => {
  if (!opponent) return { words: "Another game", begin: friends };
  const level = winner === side ? Math.min(STRONGEST, opponent + 1) : opponent;
  return { words: level > opponent ? levelName(level) : "Once more", begin: () => begin(level) };
};

/** A game whose picture stands for all. */
export const sample = {
  game: "pentamid",
  opening: { game: "pentamid", open: "{}", options: "{}" },
  options: {},
  moves: ["L@c3", "L@b4", "M@d3", "M@c4", "L@b2", "L@d2", "M@c2"],
  at: 7,
};

export const lesson = {
  opening: { ask: "draw", variant: { board: "3x3", nests: 1, row: 3 } },
  steps: [
    { move: "L@b2", words: "Put your large in the middle." },
    { reply: "L@a1" },
    { move: "M@c2", words: "Now put the medium next to it." },
    { reply: "M@a2" },
    { move: "Lb2-a2", words: "In your way? Step onto it: larger covers smaller." },
    { reply: "S@c1" },
    { move: "S@b2", words: "Here three in a row win." },
  ],
  end: "On the large board it takes five.",
  next: "Your first game",
  begin: () => begin(1),
};
