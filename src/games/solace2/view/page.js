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
export const random = () => game.begin({ ask: "draw", seed: deal.randomSeed(), ...variant() }, { name: "solace2", options: options() });

/** Whether a game had the most towers that its deal allows; undefined where they are not known. */
export const wins = ({ best, possible }) => (possible === undefined ? undefined : best.score >= possible);

/** What a hint says of a move without hidden nests. */
export const guess = ({ lower_bound: lower }) => ((lower ?? null) === null ? undefined : `: from here ${counted(lower, "tower")} can still be built`);

export const options = () => ({ hidden: byId("hidden").checked, free: byId("free").checked });
export const lesson = {
  opening: { ask: "draw", seed: "1", reading: "literal" },
  moves: [
    ["L-4>5", "Nest 4 shows a black large, and so does nest 5. Tap 4, then 5: the large caps nest 5, and the medium of nest 4 shows."],
    ["L-2>1", "Nests 1 and 2 are black as well: cap nest 1 with the large of nest 2."],
    ["M-4>5", "The black medium that now shows on nest 4 goes onto the cap of nest 5. A tower of one colour grows there."],
    ["M-2>6", "The white medium of nest 2 goes onto the white large of nest 6."],
    ["M-5>1", "What was placed may move again: the black medium goes from nest 5 to the cap of nest 1, where a small will follow."],
  ],
  end: "Small on medium on large is a tower; promoted to a space that a nest has left, it counts. Hint shows a good move.",
};
