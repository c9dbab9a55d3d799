// Solomids on a page: random deals of a level, seeds of the web page of the game, and what its board counts.
import * as deal from "../../../draw/page/script/deal.js";
import { byId } from "../../../draw/page/script/dom.js";
import * as game from "../../../draw/page/script/game.js";
import { content } from "../../../draw/page/script/module.js";
import * as pool from "../../../draw/page/script/pool.js";
import * as state from "../../../draw/page/script/state.js";
import * as editor from "./editor.js";

export const called = "Solomids";
export const asks = ["judge", "solve", "review"];
export const ahead = true;

// Of thirty seeds, one deals nothing.
const TRIES = 20;

/** Begins a random game, of any level. */
export const random = () => {
  for (let tries = 1; ; tries++) {
    try {
      return game.begin({ ask: "open", seed: deal.randomSeed() }, { name: "solomids" });
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
const ofLevel = async (level, seed = deal.randomSeed(), named = {}) => {
  search?.stop();
  byId("dealing-words").textContent = `Looking for a deal that is ${level}…`;
  const mine = pool.ask({ ask: "level", game: "solomids", level, seed });
  search = mine;
  try {
    const found = content(await mine.answer);
    if (search !== mine) return;
    game.begin({ ask: "draw", seed, index: found.index }, { name: "solomids" }, { kept: { ...named, level } });
    deal.begun();
  } catch (error) {
    if (!(error instanceof pool.Stopped)) byId("dealing-words").textContent = error.message;
  }
};

// Levels of the days of the week, Sunday first.
const DAYS = ["hard", "easy", "medium", "medium", "hard", "medium", "hard"];

/** Begins or goes on with the deal of the day, which is the same for everybody: a day begins at midnight by UTC. */
const ofDay = () => {
  const now = new Date();
  const daily = now.toISOString().slice(0, 10);
  const known = state.all().find((one) => one.daily === daily);
  if (known && state.resume(known.id)) return deal.begun();
  ofLevel(DAYS[now.getUTCDay()], daily.replaceAll("-", ""), { daily, title: `Deal of the day, ${daily}` });
};

export const listen = () => {
  byId("levels").addEventListener("click", ({ target }) => {
    const { level } = target.dataset;
    if (level === "any") {
      random();
      deal.begun();
    } else if (level) ofLevel(level);
  });
  byId("daily").addEventListener("click", ofDay);
  editor.listen();
  deal.enter("deal-seed", "seed", () => deal.take({ seed: byId("seed").value }));
};

export const options = () => ({});
export const variant = () => ({});
export const begun = () => (byId("seed").value = "");

/** Why the stack on a square cannot move. */
export const still = (square) => `${square} has nowhere to go: a stack goes onto the next one of its colour and of the next larger size in its row or column, or forwards into a gap.`;

export const lesson = {
  opening: { ask: "open", seed: "1" },
  moves: [
    ["M-D4>C4", "Tap the red small on D4, then the red medium on C4. Same colour, one size larger, nothing between them."],
    ["S-D9>D10", "Row 10 is empty. Tap D9, then D10: the stack slides forwards, and those that touch it from behind come along."],
    ["S-E9>E10", "Once more on the right: E9 to E10. The whole column moves up."],
    ["M-C4>E4", "Any distance will do if nothing lies between: the stack on C4 goes onto the red large on E4."],
    ["B-E4", "Small on medium on large: that is a tree. Tap it twice, or drag it to the bank."],
  ],
  end: "That was the first of fifteen trees. Hint shows a good move whenever you are stuck; Undo takes any move back.",
};
