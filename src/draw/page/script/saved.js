// The games that were played in this browser: a dialog from which they are opened, saved to a file, and read from one.
import * as controls from "./controls.js";
import { byId, clocked, counted, make } from "./dom.js";
import * as game from "./game.js";
import { games } from "./games.js";
import * as notice from "./notice.js";
import * as share from "./share.js";
import * as state from "./state.js";
import * as tree from "./tree.js";

const dialog = byId("saved");
// How dates are written; it takes long to make, so a page is there before it is.
let dates = null;
const dated = (time) => (dates ??= new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" })).format(time);

/** Draws a picture of a kept game as it was left. */
export const drawPicture = (image, one) => {
  try {
    const { question, kind } = state.opens(one);
    const asked = { ...game.asked(kind.options), game: one.game };
    const { start } = game.rules({ ...asked, ...question });
    const { svg } = game.rules({ ...asked, ask: "picture", start, moves: tree.line(one.moves).slice(0, one.at), title: "" });
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  } catch {
    // A game of another version of the page has no picture.
  }
};
// A picture is drawn when it comes into view.
const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    drawPicture(target, /** @type {any} */ (target).record);
  }
});

const result = ({ best, state: words, helped }) => {
  const ended = best && !words.startsWith("Won") && best.won && best.score !== null ? `; won with ${best.score} before` : "";
  const hints = helped.hint ? `, ${counted(helped.hint, "hint")}` : "";
  return `${words}${ended}${hints}`;
};

const resume = (id) => {
  dialog.close();
  try {
    if (!state.resume(id)) notice.say("This game is no longer kept");
  } catch (error) {
    notice.say(`This game cannot be opened: ${error.message}`, true);
  }
};

const card = (one) => {
  const { id, title, game: name, changed, moves } = one;
  const image = make("img", { alt: "", width: 59, height: 80 });
  image.record = one;
  seen.observe(image);
  const { called } = games[name] ?? { called: name };
  const named = title.startsWith(called) ? title : `${called}: ${title}`;
  const words = make("span", {}, make("b", {}, named), make("span", {}, result(one)));
  const date = changed ? `, ${dated(changed)}` : "";
  words.append(make("span", {}, counted(tree.line(moves).length, "move") + date));
  const way = make("button", { type: "button", class: "game" }, image, words);
  if (id === game.kept.id) way.setAttribute("aria-current", "true");
  way.addEventListener("click", () => resume(id));
  // A game is deleted by two presses.
  const away = make("button", { type: "button", class: "away", "aria-label": `Delete ${named}` }, "Delete");
  away.addEventListener("click", () => {
    if (away.textContent === "Delete") return (away.textContent = "Really?");
    state.forget(id);
    show();
  });
  const parts = id === game.kept.id ? [way] : [way, away];
  return make("li", {}, ...parts);
};

// What was played and won, without games of which nothing was played here.
const rowsOf = (all) => {
  const begun = all.filter(({ moves, came }) => state.size(moves) > came);
  return Object.entries(games).flatMap(([name, { called, wins }]) => {
    const own = begun.filter((one) => one.game === name);
    if (!own.length) return [];
    const scores = own.flatMap(({ best }) => (best && best.score !== null ? [best.score] : []));
    const isWon = wins ?? (({ best }) => best.won);
    const won = own.filter((one) => one.best && isWon(one) && (!one.options.opponent || one.best.winner === one.options.side));
    const most = [...new Set(scores)].sort((a, b) => b - a).slice(0, 5);
    const each = most.map((score) => `${score} (${counted(scores.filter((other) => other === score).length, "time")})`);
    const hints = own.reduce((sum, { helped }) => sum + (helped.hint ?? 0), 0);
    // Games that ended, the latest first, up to one that was not won.
    const ended = own.filter(({ best }) => best);
    const lost = ended.findIndex((one) => !won.includes(one));
    const streak = lost < 0 ? ended.length : lost;
    // Where it is not known what a win is, only scores are said.
    const known = !wins || own.some((one) => one.best && wins(one) !== undefined);
    const parts = [`${own.length} played`, ...(known ? [`${won.length} won`] : []), counted(hints, "hint")];
    const drawn = own.filter((one) => one.best && one.drawn).length;
    if (drawn) parts.push(`${drawn} drawn`);
    if (each.length) parts.push(`scores: ${each.join(", ")}`);
    const times = won.flatMap(({ best }) => best.seconds ?? []);
    if (times.length) parts.push(`time of a win: ${clocked(Math.min(...times))} at best, ${clocked(times.reduce((a, b) => a + b) / times.length)} on average`);
    if (streak) parts.push(`${streak} won in a row`);
    return [make("dt", {}, called), make("dd", {}, parts.join(" · "))];
  });
};

/** Shows the statistics alone. */
export const showStatistics = () => {
  const rows = rowsOf(state.all());
  byId("listing-title").textContent = "Statistics";
  byId("listing-content").replaceChildren(rows.length ? make("dl", { id: "numbers" }, ...rows) : make("p", {}, "What you play is counted here."));
  byId("listing").showModal();
};

const show = () => {
  const all = state.all();
  byId("statistics").replaceChildren(...rowsOf(all));
  const some = `${counted(all.length, "game")} in this browser, the latest first`;
  byId("saved-words").textContent = all.length ? some : "Games that you play are kept here.";
  byId("saved-games").replaceChildren(...all.map(card));
};

/** Shows the games that were played here. */
export const open = () => {
  byId("menu").close();
  show();
  dialog.showModal();
  dialog.scrollTop = 0;
};

export const listen = () => {
  byId("saved-button").addEventListener("click", open);
  controls.keys.g = open;
  byId("saved-export").addEventListener("click", () => {
    share.save(new Blob([JSON.stringify({ solomids: 1, games: state.all() })], { type: "application/json" }), "solomids-games.json");
  });
  byId("saved-import").addEventListener("click", () => byId("saved-file").click());
  byId("saved-file").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    const taken = state.take(await file.text());
    show();
    const words = ({ kept, out, bad }) => [
      `${counted(kept, "game")} added or brought up to date.`,
      ...(out ? [`${counted(out, "game")} not added: the storage of the browser is full. Delete some games, and add the file once more.`] : []),
      ...(bad ? [`Left out, for they are no games of this page: ${bad}.`] : []),
    ];
    byId("saved-words").textContent = taken === null ? "The file holds no games of this page." : words(taken).join(" ");
    target.value = "";
  });
};
