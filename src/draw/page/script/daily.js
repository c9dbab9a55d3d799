// The games of the day, the same for everybody: a day begins at midnight by UTC. The deal of Solomids is easy on Monday and brutal on
// Sunday; a list gives for each day the index of the first deal of its date that has that level, so that no version changes a day.
import { DAYS, FIRST } from "./days.js";
import { byId, counted, make } from "./dom.js";
import * as endgames from "./endgames.js";
import * as game from "./game.js";
import * as state from "./state.js";

const LEVELS = ["easy", "easy", "medium", "medium", "hard", "hard", "brutal"];
const DAY = 86_400_000;
// Days that the calendar shows.
const WEEKS = 6;

export const today = () => new Date().toISOString().slice(0, 10);

/** The date of a day some days before or after another one. */
const shifted = (date, days) => new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

/** The number of a day in the list; negative before it begins. */
const numberOf = (date) => Math.round((Date.parse(date) - Date.parse(FIRST)) / DAY);

/** The level of the deal of a day. */
export const level = (date) => LEVELS[(new Date(date).getUTCDay() + 6) % 7];

const named = (date) => new Date(date).toLocaleDateString("en", { day: "numeric", month: "short", timeZone: "UTC" });

// What is played on a day: its name, its words, and what begins it.
const KINDS = {
  deal: {
    words: (date) => `Deal · ${level(date)}`,
    begin(date, kept, past) {
      const n = numberOf(date);
      if (!(n >= 0 && 2 * n < DAYS.length)) throw new Error(`no deal is known for ${date}: days begin on ${FIRST}`);
      const index = Number.parseInt(DAYS.slice(2 * n, 2 * n + 2), 36);
      const question = { ask: "draw", seed: date.replaceAll("-", ""), index };
      game.begin(question, { name: "solomids" }, { ...past, kept: { ...kept, level: level(date) } });
    },
  },
  solace2: {
    words: () => "Solace II",
    begin(date, kept, past) {
      const question = { ask: "draw", seed: date.replaceAll("-", ""), reading: "literal" };
      game.begin(question, { name: "solace2", options: { hidden: true, free: false } }, { ...past, kept });
    },
  },
  endgame: {
    words: () => "Endgame",
    begin: (date, kept, past) => endgames.begin(endgames.ofDay(numberOf(date)), kept, past),
  },
};

const key = (kind, date) => (kind === "deal" ? date : `${kind} ${date}`);

/** The kept game of a day, if it was begun. */
const of = (all, kind, date) => all.find(({ daily }) => daily === key(kind, date));

/** Whether a game reached what there was to reach. */
const isDone = (one) => Boolean(one?.best);

/** Begins the game of a day, or goes on with it. */
export const open = (kind = "deal", date = today(), past = {}) => {
  const known = of(state.all(), kind, date);
  if (known && state.resume(known.id)) return;
  if (!KINDS[kind]) throw new Error(`there is no ${JSON.stringify(kind)} of the day`);
  KINDS[kind].begin(date, { daily: key(kind, date), title: `Daily · ${named(date)}` }, past);
};

/** Stars of a game that was won: three for the most there is without a hint. */
export const stars = (one) => {
  if (!one?.best?.won || (one.endgame && !endgames.isReached(one, one.best))) return 0;
  const { hint = 0, solve = 0 } = one.helped ?? {};
  const full = one.game === "solomids" && !one.endgame ? one.best.score - 14 : 3;
  return Math.max(1, full - (solve || hint > 5 ? 2 : hint ? 1 : 0));
};

/** Days in a row on which the deal of the day was played to its end. One missed day a month is forgiven. */
export const streak = (all) => {
  let [count, forgiven] = [0, ""];
  let date = today();
  if (!isDone(of(all, "deal", date))) date = shifted(date, -1);
  for (; numberOf(date) >= 0; date = shifted(date, -1)) {
    if (isDone(of(all, "deal", date))) count++;
    else if (forgiven !== date.slice(0, 7) && isDone(of(all, "deal", shifted(date, -1)))) forgiven = date.slice(0, 7);
    else break;
  }
  return count;
};

const calendar = () => {
  const all = state.all();
  const now = today();
  const weekday = (new Date(now).getUTCDay() + 6) % 7;
  const first = shifted(now, -weekday - 7 * (WEEKS - 1));
  const days = Array.from({ length: 7 * WEEKS }, (_, n) => {
    const date = shifted(first, n);
    const one = of(all, "deal", date);
    const shown = "★".repeat(stars(one)) || (isDone(one) ? "·" : "");
    const label = `${named(date)}, ${level(date)}${shown ? `, ${stars(one)} stars` : ""}`;
    const button = make("button", { type: "button", "aria-label": label }, `${Number(date.slice(8))}`, make("span", { class: "stars" }, shown));
    button.disabled = date > now || numberOf(date) < 0;
    if (date === now) button.setAttribute("aria-current", "date");
    button.addEventListener("click", () => {
      byId("listing").close();
      open("deal", date);
    });
    return button;
  });
  const heads = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((day) => make("b", { "aria-hidden": true }, day));
  byId("listing-title").textContent = `Daily deals, ${named(first)} to ${named(shifted(first, days.length - 1))}`;
  byId("listing-content").replaceChildren(make("div", { class: "days" }, ...heads, ...days), make("p", {}, `The first one is that of ${named(FIRST)}. Mondays are easy, Sundays brutal.`));
  byId("listing").showModal();
};

/** The card of the day for the page of all games. */
export const card = (all) => {
  const date = today();
  const buttons = Object.entries(KINDS).map(([kind, { words }]) => {
    const done = isDone(of(all, kind, date));
    const button = make("button", { type: "button", class: done ? "done" : "main" }, words(date));
    button.addEventListener("click", () => open(kind, date));
    return button;
  });
  const more = make("button", { type: "button" }, "Calendar");
  more.addEventListener("click", calendar);
  const days = streak(all);
  const title = make("h2", {}, `Today · ${named(date)}`, ...(days ? [make("span", {}, `${counted(days, "day")} in a row`)] : []));
  return make("section", { class: "card plain-card" }, title, make("div", { class: "pills" }, ...buttons, more));
};
