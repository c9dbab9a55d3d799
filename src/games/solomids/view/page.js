// Solomids on a page: random deals of a level, seeds of the web page of the game, and what its board counts.
import * as deal from "../../../draw/page/script/deal.js";
import { byId } from "../../../draw/page/script/dom.js";
import * as game from "../../../draw/page/script/game.js";
import { content } from "../../../draw/page/script/module.js";
import * as pool from "../../../draw/page/script/pool.js";
import * as daily from "../../../draw/page/script/daily.js";
import * as editor from "./editor.js";

export const called = "Solomids";
/** What a hint is for is said by what it makes possible alone. */
export const guess = () => "";

export const asks = ["judge", "solve", "review"];
export const ahead = true;

// Of thirty seeds, one deals nothing.
const TRIES = 20;

/** Begins a random game, of any level. */
export const random = () => {
  for (let tries = 1; ; tries++) {
    try {
      return game.begin({ ask: "open", seed: deal.randomSeed() }, { name: "solomids" }, { kept: { title: "A deal of any level" } });
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
};

// The search for a deal of a level.
let search = null;
export const closed = () => {
  search?.stop();
  search = null;
  byId("dealing-words").textContent = "";
};

// Begins a deal of a level that is proven winnable.
const ofLevel = async (level) => {
  const seed = deal.randomSeed();
  search?.stop();
  byId("dealing-words").textContent = `Looking for a deal that is ${level}…`;
  const mine = pool.ask({ ask: "level", game: "solomids", level, seed });
  search = mine;
  try {
    const found = content(await mine.answer);
    if (search !== mine) return;
    game.begin({ ask: "draw", seed, index: found.index }, { name: "solomids" }, { kept: { title: `${capital(level)} deal`, level } });
    deal.begun();
  } catch (error) {
    if (!(error instanceof pool.Stopped)) byId("dealing-words").textContent = error.message;
  }
};

export const listen = () => {
  byId("levels").addEventListener("click", ({ target }) => {
    const { level } = target.dataset;
    if (level === "any") {
      random();
      deal.begun();
    } else if (level) ofLevel(level);
  });
  byId("daily").addEventListener("click", () => {
    daily.open();
    deal.begun();
  });
  editor.listen();
  deal.enter("deal-seed", "seed", () => deal.take({ seed: byId("seed").value }));
};

export const options = () => ({});
export const variant = () => ({});
export const begun = () => (byId("seed").value = "");

/** Title of a deal that has a seed, which is what links share. */
export const title = (_, { start, title }) => (start.web !== undefined ? title.replace(/^Web seed/, "Shared deal") : start.drawn && "Shared deal");

/** Why the stack on a square cannot move. */
export const still = () => "This piece cannot move yet: no larger one of its colour is next in its row or column, and the way ahead is not free.";

export const about = "45 pyramids, 15 trees";

const LEVELS = ["easy", "medium", "hard", "brutal"];
const capital = (word) => `${word[0].toUpperCase()}${word.slice(1)}`;

/** What can be begun, for the page of all games: words, what begins it, and whether it is what most will want. */
export const offers = () => LEVELS.map((level, n) => ({ words: capital(level), begin: () => ofLevel(level), style: n ? "" : "main" }));

/** What comes after a game: words, and what begins it. */
export const next = ({ level }) => ({ words: level ? `Next ${level} deal` : "Next deal", begin: () => ofLevel(level ?? "easy") });

/** A game whose picture stands for all. */
export const sample = { game: "solomids", opening: { seed: "1" }, options: {}, moves: [], at: 0 };

/** How the game stands. */
export const state = ({ state: words, over, trees }) => (over || trees === undefined ? words : `${trees} of 15 trees`);

export const lesson = {
  opening: { ask: "open", text: "...../...../...../...../B12..../..R2Y2R3/...../..R1../Y1B3.Y3./....." },
  steps: [
    { move: "M-C3>C5", words: "Small onto medium, same colour." },
    { refused: ["C5", "E5"], words: "Now onto the large? Try it." },
    { move: "S-D5>D10", words: "Slide yellow forwards, out of the way." },
    { move: "M-C5>E5", words: "Now the way is free." },
    { move: "B-E5", words: "A tree! Tap it twice." },
    { move: "M-D10>D2", words: "Any distance will do." },
    { move: "W-A2>B2", before: "Trees of five colours earn a swap. Tap its sign.", words: "These two change places: tap both." },
    { move: "M-B2>D2", words: "Now nothing is in between." },
    { move: "B-D2", words: "Another tree. Tap it twice." },
    { move: "M-A6>A2", words: "The last tree." },
    { move: "B-A2", words: "Bank it, and win." },
  ],
  end: "That is how it works.",
  next: "Your first deal",
  begin: () => ofLevel("easy"),
};
