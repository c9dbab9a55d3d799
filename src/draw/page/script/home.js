// All games: where a visit without a game under way begins, and where the arrow beside the title leads.
import * as daily from "./daily.js";
import * as deal from "./deal.js";
import { byId, make } from "./dom.js";
import * as endgames from "./endgames.js";
import { games } from "./games.js";
import * as guide from "./guide.js";
import * as saved from "./saved.js";
import * as state from "./state.js";

const button = (words, act, style = "") => {
  const made = make("button", { type: "button", class: style }, words);
  made.addEventListener("click", act);
  return made;
};

const card = (name, all) => {
  const { called, about, offers } = games[name];
  const own = all.filter((one) => one.game === name && !one.endgame && !one.daily);
  const current = own.find((one) => !one.best && state.size(one.moves) > one.came);
  const going = current ? [button(`Continue · ${current.state.split(/[,;]/)[0]}`, () => state.resume(current.id), "main")] : [];
  // The first time, a game begins with its lesson.
  const first = (begin) => (own.length || state.hasLearned(name) ? begin() : guide.begin(name, begin));
  const rest = offers(own).map(({ words, begin, style }) => {
    const way = button(words, () => first(begin), style === "main" && current ? "" : style);
    // A deal of a level is searched for.
    way.addEventListener("click", () => shown() && way.replaceChildren("Looking…"));
    return way;
  });
  const image = make("img", { alt: "" });
  saved.drawPicture(image, current ?? games[name].sample);
  return make("section", { class: "card" }, image, make("h2", {}, called), make("p", {}, about), make("div", { class: "pills" }, ...going, ...rest));
};

const draw = () => {
  const all = state.all();
  const theme = button("", () => byId("theme").click(), "quiet");
  theme.setAttribute("aria-label", "Light or dark");
  theme.append(...[...byId("theme").children].map((icon) => icon.cloneNode(true)));
  const top = make("div", { class: "top" }, make("h1", {}, "Solomids"), button("Learn", () => guide.begin("solomids"), "quiet"), theme);
  const cards = [...Object.keys(games).map((name) => card(name, all)), daily.card(all), endgames.card(all)];
  const nav = make("nav", {}, button("My games", saved.open, "quiet"), button("Statistics", saved.showStatistics, "quiet"), button("Settings", () => byId("settings-button").click(), "quiet"), button("New game", deal.open, "quiet"));
  byId("home").replaceChildren(top, make("div", { class: "cards" }, ...cards), nav);
};

/** Shows all games. */
export const show = () => {
  draw();
  document.body.dataset.view = "home";
  document.title = "Solomids";
  scrollTo(0, 0);
};

export const shown = () => document.body.dataset.view === "home";

/** Shows all games in place of what the entry of the history has shown. */
export const enter = () => {
  state.settleHome();
  show();
};

/** Goes to all games from one of them, as a step in the history of the browser. */
export const go = () => {
  state.leave();
  show();
};

export const listen = () => {
  byId("home").hidden = false;
  byId("home-button").addEventListener("click", go);
  // What changed while a dialog was open over it is drawn anew.
  for (const id of ["saved", "listing", "dealing"]) byId(id).addEventListener("close", () => shown() && draw());
};
