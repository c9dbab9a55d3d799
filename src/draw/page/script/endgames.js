// Endgames: short positions with one narrow win, a ladder by stars. A try is a move that shuts the win out; after three of them the
// solution is shown.
import { byId, counted, make } from "./dom.js";
import * as game from "./game.js";
import { ENDGAMES } from "./positions.js";
import * as state from "./state.js";

const PENTAMID_START = "- - - - -/- - - - -/- - - - -/- - - - -/- - - - - 1";
const STARS = [1, 2, 3, 4];

/** All endgames by their numbers from 1: stars, and a position of Solomids or moves of Pentamid with the number of own moves to win. */
const all = ENDGAMES.map(([stars, text, turns], n) => ({ number: n + 1, stars, text, turns, game: turns ? "pentamid" : "solomids" }));

/** The number of the endgame of a day, by the number of the day. */
export const ofDay = (day) => {
  const own = all.filter((one) => one.game === "solomids");
  // Neighbouring days are not neighbours in the list, which is ordered by stars.
  return own[(((day * 97) % own.length) + own.length) % own.length].number;
};

export const begin = (number, kept = {}, past = {}) => {
  const one = all[number - 1];
  if (!one) throw new Error(`there is no endgame ${number}: they have the numbers 1 to ${all.length}`);
  const more = { title: `Endgame ${number}`, ...kept, endgame: number };
  if (one.game === "solomids") {
    return game.begin({ ask: "open", text: one.text }, { name: "solomids" }, { ...past, kept: { ...more, goal: "win without a swap" } });
  }
  const moves = one.text.split(" ");
  const side = (moves.length % 2) + 1;
  game.begin({ ask: "open", text: PENTAMID_START }, { name: "pentamid", options: { opponent: 8, side } }, {
    moves,
    ...past,
    kept: { ...more, before: moves.length, turns: one.turns, goal: `win in ${one.turns}` },
  });
};

/** Begins an endgame, or goes on with it; one that was solved begins again. */
export const open = (number, past = {}) => {
  const known = state.all().find(({ endgame, daily, best }) => endgame === number && !daily && !best);
  if (!known || !state.resume(known.id)) begin(number, {}, past);
};

/**
 * Whether an end is what an endgame asks for: a win without a swap, or within the number of own moves.
 * @type {(one: any, end: any) => boolean}
 */
export const isReached = ({ turns, before, options }, end) =>
  turns ? end?.winner === options?.side && end.moves - before < 2 * turns : end?.score === 17;

/** Whether the solution of an endgame was not shown yet. */
export const counts = ({ tries = 0, helped }) => tries < game.TRIES && !helped.solve;

/** The numbers of the endgames that were solved, before the solution was shown. */
const solved = (kept) => {
  const own = kept.filter((one) => one.endgame && isReached(one, one.best) && counts(one));
  return new Set(own.map(({ endgame }) => endgame));
};

/** The next endgame of a number of stars that was not solved. */
export const next = (kept, stars) => {
  const done = solved(kept);
  return (all.find((one) => one.stars === stars && !done.has(one.number)) ?? all.find((one) => !done.has(one.number)) ?? all[0]).number;
};

export const starsOf = (number) => all[number - 1]?.stars ?? 1;

const list = (kept) => {
  const done = solved(kept);
  const groups = STARS.flatMap((stars) => {
    const own = all.filter((one) => one.stars === stars);
    const buttons = own.map(({ number, game: name }) => {
      const is = done.has(number);
      const label = `Endgame ${number}${name === "pentamid" ? ", Pentamid" : ""}${is ? ", solved" : ""}`;
      const button = make("button", { type: "button", class: is ? "done" : "", "aria-label": label }, `${number}`);
      button.addEventListener("click", () => {
        byId("listing").close();
        open(number);
      });
      return button;
    });
    const count = own.filter(({ number }) => done.has(number)).length;
    return [make("h3", {}, make("span", { class: "stars" }, "★".repeat(stars)), ` ${count} of ${own.length}`), make("div", { class: "numbers" }, ...buttons)];
  });
  byId("listing-title").textContent = "Endgames";
  byId("listing-content").replaceChildren(...groups);
  byId("listing").showModal();
};

/** The card of the endgames for the page of all games. */
export const card = (kept) => {
  const buttons = STARS.map((stars) => {
    const button = make("button", { type: "button", "aria-label": `Endgames with ${counted(stars, "star")}` }, make("span", { class: "stars" }, "★".repeat(stars)));
    button.addEventListener("click", () => open(next(kept, stars)));
    return button;
  });
  const more = make("button", { type: "button" }, "All");
  more.addEventListener("click", () => list(state.all()));
  const title = make("h2", {}, "Endgames", make("span", {}, `${solved(kept).size} of ${all.length}`));
  return make("section", { class: "card plain-card" }, title, make("p", {}, "Two minutes, one narrow win"), make("div", { class: "pills" }, ...buttons, more));
};
