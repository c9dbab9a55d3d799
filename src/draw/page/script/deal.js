// The dialog for another game: the part of each game, which its script fills with life, and pasted texts.
import * as controls from "./controls.js";
import { all, byId, first, make } from "./dom.js";
import * as game from "./game.js";
import { games } from "./games.js";
import * as notice from "./notice.js";
import * as state from "./state.js";

// Seeds of random deals are below this number.
const SEEDS = 1_000_000;

export const randomSeed = () => `${crypto.getRandomValues(new Uint32Array(1))[0] % SEEDS}`;

// The game that is chosen in the dialog.
const chosen = () => first("#games input:checked").value;

/** What holds for the whole of a game of the chosen kind. */
const kind = () => ({ name: chosen(), options: games[chosen()].options() });

const showSections = () => {
  for (const section of all("#dealing [data-game]")) {
    section.hidden = section.dataset.game !== chosen();
  }
  for (const { show } of Object.values(games)) show?.();
};

export const open = () => {
  first(`#games [value="${game.name}"]`).checked = true;
  showSections();
  byId("fault").replaceChildren();
  byId("menu").close();
  byId("dealing").showModal();
  byId("dealing").scrollTop = 0;
};

/** Closes the dialog when a game has begun. */
export const begun = () => {
  byId("dealing").close();
  byId("pasted").value = "";
  for (const { begun } of Object.values(games)) begun?.();
  if (game.opened.warnings.length) notice.say(game.opened.warnings.join(" "));
};

/** Begins a deal of a dealer, or what the choices in the dialog say; what is wrong with them is said in an element. */
export const drawn = (question, fault = "fault") => {
  byId(fault).textContent = "";
  try {
    game.begin({ ask: "draw", ...question }, kind());
    begun();
  } catch (error) {
    byId(fault).textContent = error.message;
  }
};

// ---- A text

// The line of a text that an error points at, with a mark below.
const excerpt = ({ text, line, column, length, expected }) => {
  if (!line || text === undefined) return [];
  const faulty = text.split("\n")[line - 1] ?? "";
  const carets = "^".repeat(Math.max(1, length ?? 1));
  const mark = `${" ".repeat(Math.max(0, column - 1))}${carets} ${expected ?? ""}`.trimEnd();
  return [make("pre", {}, `${faulty}\n${mark}`)];
};

const explain = (error) => {
  // A link that has been cut off is no JSON.
  const damage = error instanceof SyntaxError ? "The link is damaged" : "This cannot be opened";
  const { message, advice, ...place } = error.fault ?? { message: `${damage}: ${error.message}` };
  const parts = [make("p", {}, make("b", {}, message)), ...excerpt(place)];
  if (advice) parts.push(make("p", {}, `${advice}`));
  byId("fault").replaceChildren(...parts);
};

// What is pasted may be a link to a game on such a page.
const openLink = (text = "") => {
  return /^\w+:\/\//.test(text.trim()) && state.open(state.part(text.trim()));
};

// What the program prints in JSON: a game by its start and its moves.
const openRecord = (text) => {
  let record = null;
  try {
    record = JSON.parse(text);
  } catch {
    return false;
  }
  const { game: name = "solomids", share, deal: board, start, position, reading, repetition } = record ?? {};
  const { board: size, nests, row, diagonals, both, played, line } = record ?? {};
  const texts = (list) => Array.isArray(list) && list.every((move) => typeof move === "string");
  // Where moves were played, `moves` are those that are legal after them.
  const moves = played ? [...played, ...(line ?? [])] : texts(record?.moves) ? record.moves : [];
  const seeded = typeof share === "string" && !share.startsWith("_") && share;
  const first = seeded || (played && !start ? moves.join(" ") : (board ?? start ?? position));
  if (typeof first !== "string") throw new Error("this record has no deal, no position and no share string");
  const variant = size && { board: size, nests, row, diagonals, both };
  const question = { ask: "open", text: first, reading, variant, repetition };
  game.begin(question, { name }, seeded || first === moves.join(" ") ? {} : { moves });
  return true;
};

// Opens a text by the game that is chosen, or else by another one that understands it.
const openText = ({ text, ...more }) => {
  if (openLink(text) || openRecord(text)) return;
  let refused = null;
  for (const name of [chosen(), ...Object.keys(games).filter((name) => name !== chosen())]) {
    try {
      const question = { ask: "open", text, ...(name === chosen() ? more : games[name].variant()) };
      return game.begin(question, name === chosen() ? kind() : { name, options: games[name].options() });
    } catch (error) {
      refused ??= error;
    }
  }
  throw refused;
};

/** Opens what was entered in the dialog. */
export const take = (question) => {
  try {
    if (question.text === undefined) game.begin({ ask: "open", ...question }, kind());
    else openText(question);
    begun();
  } catch (error) {
    explain(error);
  }
};

/** Shows a text that did not open a game, and why, so that it can be mended. */
export const mend = (text, error) => {
  open();
  byId("pasted").value = text;
  explain(error);
};

/**
 * Calls a function by a button, or by a key in what is entered there. Forms are barred in frames of some
 * sites.
 * @type {(button: string, field: string, act: () => void, wanted?: (event: any) => boolean) => void}
 */
export const enter = (button, field, act, wanted = () => true) => {
  byId(button).addEventListener("click", act);
  byId(field).addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !wanted(event)) return;
    event.preventDefault();
    act();
  });
};

export const listen = () => {
  byId("deal-button").addEventListener("click", open);
  controls.keys.n = open;
  byId("games").addEventListener("change", showSections);
  const paste = () => take({ text: byId("pasted").value, ...games[chosen()].variant() });
  enter("open-pasted", "pasted", paste, ({ ctrlKey, metaKey }) => ctrlKey || metaKey);
  for (const { listen, closed } of Object.values(games)) {
    listen?.();
    if (closed) byId("dealing").addEventListener("close", closed);
  }
};
