// Solace II on a page: a random deal, under a reading of the rules, with nests that hide their inside or show it.
import * as deal from "../../../draw/page/script/deal.js";
import { byId, counted } from "../../../draw/page/script/dom.js";
import * as game from "../../../draw/page/script/game.js";

export const called = "Solace II";
export const asks = ["judge", "solve", "review"];

export const show = () => (byId("free").disabled = !byId("hidden").checked);
export const variant = () => ({ reading: byId("solace2-reading").value });

export const listen = () => {
  byId("hidden").addEventListener("change", show);
  byId("solace2-deal").addEventListener("click", () => deal.drawn({ seed: deal.randomSeed(), ...variant() }));
};

/** Begins a random deal. */
export const random = () => game.begin({ ask: "draw", seed: deal.randomSeed(), ...variant() }, { name: "solace2", options: options() }, { kept: { title: "Solace II" } });

/** Title of a deal that a link opens. */
export const title = () => called;

/** Whether a game had the most towers that its deal allows; undefined where they are not known. */
export const wins = ({ best, possible }) => (possible === undefined ? undefined : best.score >= possible);

/** What a hint says of a move without hidden nests. */
export const guess = ({ lower_bound: lower, expected }) => (expected ?? null) !== null ? `about ${counted(Math.round(expected), "tower")} can be expected` : ((lower ?? null) === null ? undefined : `from here ${counted(lower, "tower")} can still be built`);

export const options = () => ({ hidden: byId("hidden").checked, free: byId("free").checked });
export const about = "Fifteen nests, what is inside?";

const begin = (hidden) => () => {
  const question = { ask: "draw", seed: deal.randomSeed(), reading: "literal" };
  game.begin(question, { name: "solace2", options: { hidden, free: false } }, { kept: { title: hidden ? "Solace II" : "Solace II, open nests" } });
};

/** What can be begun, for the page of all games: words, what begins it, and whether it is what most will want. */
export const offers = () => [
  { words: "Deal", begin: begin(true), style: "main" },
  { words: "Open nests", begin: begin(false) },
];

/** What comes after a game: words, and what begins it. */
export const next = (_, { hidden }) => ({ words: "Next deal", begin: begin(Boolean(hidden)) });

/** A game whose picture stands for all. */
export const sample = {
  game: "solace2",
  opening: { game: "solace2", open: '{"seed":"1","reading":"literal"}', options: "{}" },
  options: { hidden: true },
  moves: [],
  at: 0,
};

export const lesson = {
  opening: { ask: "open", text: "KWW.KCC.WKK.WCC.CKW.CWK", reading: "literal" },
  steps: [
    { move: "L-1>2", words: "Put a large on another nest of its colour." },
    { move: "M-1>4", words: "Put the medium on a large of its colour." },
    { move: "S-1>4", words: "Add the small: a tower." },
    { move: "T-4>1", words: "Move the tower to the free space." },
  ],
  end: "One tower stands. Build as many as you can.",
  next: "Your first deal",
  begin: begin(true),
};
