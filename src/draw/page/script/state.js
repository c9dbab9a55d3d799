// The games of this browser: each one in storage under an id of its own, the one on the page in the address as well, so that a
// reload, another tab or a copied link loses nothing.
import * as daily from "./daily.js";
import { store, stored, storedNames, unstore } from "./dom.js";
import * as endgames from "./endgames.js";
import * as game from "./game.js";
import { games } from "./games.js";
import * as notice from "./notice.js";
import * as replay from "./replay.js";
import * as tree from "./tree.js";

// Names in storage of all games begin like this.
const GAME = "game-";
// Least time between two changes of the address, in milliseconds: Safari refuses more than a hundred in thirty seconds.
const CALM = 400;

// Longest time between two moves that counts as thought, in milliseconds.
const THOUGHT = 120_000;
// Longest time of a game that is believed, in seconds, and the last moment that has a date, in milliseconds.
const [LONG, LAST] = [1e7, 8.64e15];
// Variations within variations that are read at most.
const DEEP = 1000;
// What an address may say of a game.
const KEYS = ["game", "open", "options", "seed", "deal", "moves", "at", "beat", "daily", "endgame"];

// The game that was kept last, and the one whose address is that of the page, if it is known.
let current = null;
let entry = null;
let changed = -Infinity;
let later = null;

// ---- Games as texts

// What opens a game again: a seed or a deal of Solomids says more to people than what the module needs otherwise.
const opening = (name, options, start) => {
  const { deal: text, web, drawn, ...choices } = start;
  if (web !== undefined) return { seed: web };
  const open = drawn ? { seed: drawn[0], index: drawn[1], ...choices } : { text, ...choices };
  if (name === "solomids") return drawn ? { open: JSON.stringify(open) } : { deal: text };
  return { game: name, open: JSON.stringify(open), options: JSON.stringify(options) };
};

// What names the start of the game in an address: a number or a day where it has one.
const named = () => {
  const { daily: day, endgame } = game.kept;
  if (day) return { daily: day };
  return endgame ? { endgame: `${endgame}` } : opening(game.name, game.options, game.opened.start);
};

/** The line of the game as the part of an address behind `#`. */
const fragment = () => {
  const moves = tree.ahead(replay.root).map(({ move }) => move);
  const at = replay.aside?.from ?? replay.ply;
  const parts = new URLSearchParams(named());
  if (moves.length) parts.set("moves", moves.join(","));
  if (at < moves.length) parts.set("at", at);
  return `${parts}`;
};

const page = () => location.href.replace(/#.*/s, "");

/** The address of the game with its moves. */
export const address = () => `${page()}#${fragment()}`;

/** An address that opens the start of the game, with a time in seconds to beat. */
export const challenge = (beat) => {
  const parts = new URLSearchParams(named());
  if (beat) parts.set("beat", `${Math.ceil(beat)}`);
  return `${page()}#${parts}`;
};

// A text as it was before programs that pass on links changed it.
const repaired = (text) => {
  try {
    return (text.includes("=") ? text : decodeURIComponent(text)).replaceAll("&amp;", "&");
  } catch {
    return text;
  }
};

/** The part of an address that begins a game: what is behind `#`, or else what the query says of a game; empty without either. */
export const part = (address) => {
  const [, query = "", behind = ""] = /^[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s.exec(address);
  return behind || `${new URLSearchParams([...new URLSearchParams(repaired(query))].filter(([name]) => KEYS.includes(name)))}`;
};

const whole = (value, most = Infinity) => (Number.isSafeInteger(value) && value >= 0 && value <= most ? value : undefined);
const truth = (value) => (typeof value === "boolean" ? value : undefined);
// Other choices than those of the dialog could change what the module is asked about.
const choices = (given) => {
  const { hidden, free, opponent, side } = given ?? {};
  return { hidden: truth(hidden), free: truth(free), opponent: whole(opponent), side: whole(side) };
};

// What a text says of a game, null if it does not begin one.
const read = (text) => {
  const { game: name, open, options, seed, deal, moves, at, beat } = Object.fromEntries(new URLSearchParams(text));
  if ((open ?? seed ?? deal) === undefined) return null;
  const start = open ? JSON.parse(open) : seed === undefined ? { text: deal } : { seed };
  if (start === null || typeof start !== "object") throw new SyntaxError("what opens the game is no object");
  const kind = { name, options: choices(JSON.parse(options ?? "{}")) };
  const question = { ...start, ask: open && start.text === undefined ? "draw" : "open" };
  const past = { moves: moves ? moves.split(",") : undefined, at: at === undefined ? undefined : Math.trunc(Number(at)), kept: { beat: whole(Number(beat)) || undefined } };
  return { question, kind, past };
};

// Begins a game of which a text gives nothing but the name, the day or the number.
const anew = (text) => {
  const { game: name, daily: day, endgame, ...rest } = Object.fromEntries(new URLSearchParams(text));
  const past = rest.moves ? { moves: rest.moves.split(","), at: rest.at === undefined ? undefined : Math.trunc(Number(rest.at)) } : {};
  if (endgame !== undefined) {
    endgames.open(Number(endgame), past);
    return true;
  }
  if (day !== undefined) {
    const [, kind = "deal", date = daily.today()] = /^(?:(\w+) )?(\d{4}-\d{2}-\d{2})?$/.exec(day) ?? [];
    daily.open(kind, date, past);
    return true;
  }
  if (name === undefined || rest.moves) throw new Error("no `seed`, `deal` or `open` in it says which game");
  if (!games[name]) throw new Error(`there is no game ${JSON.stringify(name)} here`);
  games[name].random();
  return true;
};

/**
 * Opens a game by the part of an address, or by a share string in its place; returns whether there was one. Where a kept game
 * has its moves, that one goes on.
 */
export const open = (given) => {
  if (given === "") return false;
  const text = repaired(given);
  if (/^(daily|endgame)\b/.test(text)) return anew(text);
  const found = text.includes("=") ? read(text) : { question: { ask: "open", text }, kind: { options: {} }, past: {} };
  if (!found) return anew(text);
  const { question, kind, past } = found;
  const { start, played } = game.rules({ ...game.asked(kind.options), game: kind.name, ...question });
  const same = JSON.stringify(opening(kind.name ?? "solomids", kind.options, start));
  const moves = past.moves ?? played;
  const has = (one) => tree.find(tree.unpack(one.moves), moves).found === moves.length;
  const known = all().find((one) => JSON.stringify(one.opening) === same && has(one));
  if (!known) game.begin(question, kind, past);
  else {
    const at = past.at ?? (moves.length || known.at);
    game.begin(question, kind, { moves: tree.merge(moves, known.moves), at, kept: known });
  }
  const rest = text.includes("=") ? [...new URLSearchParams(text).keys()].filter((key) => !KEYS.includes(key)) : [];
  if (rest.length) notice.say(`Not understood in the address: ${rest.join(", ")}`);
  return true;
};

// ---- Storage

const text = (value) => (typeof value === "string" ? value : undefined);
const amount = (value, most) => (typeof value === "number" && value >= 0 && value <= most ? value : undefined);
const isList = (value, depth = 0) =>
  Array.isArray(value) && depth < DEEP && value.every((one) => typeof one === "string" || isList(one, depth + 1));
const HELP = ["hint", "judge", "solve"];

const ending = ({ score, won, winner, moves, seconds }) => ({
  score: whole(score) ?? null,
  won: won === true,
  winner: whole(winner),
  moves: whole(moves),
  // Nobody plays a game in no time.
  seconds: amount(seconds, LONG) || undefined,
});

// A game that is kept, with all its fields and nothing but values that they can have; null where it cannot be mended.
const normal = (one, id = one?.id) => {
  try {
    const opening = Object.fromEntries(new URLSearchParams(one.opening));
    if (!text(id) || !isList(one.moves) || !read(`${new URLSearchParams(opening)}`)) return null;
    const { game: kind = "solomids" } = opening;
    return {
      id,
      game: kind,
      title: text(one.title) ?? games[kind]?.called ?? kind,
      daily: text(one.daily),
      level: text(one.level),
      opening,
      options: choices(one.options),
      moves: one.moves,
      // A numbered endgame: its number, the moves before it, own moves to the win, tries that failed; and what there is to reach.
      endgame: whole(one.endgame),
      before: whole(one.before),
      turns: whole(one.turns),
      tries: whole(one.tries),
      // Number of moves after which the players agreed on a draw.
      drawn: whole(one.drawn),
      goal: text(one.goal),
      // A time in seconds that a link asks to be beaten.
      beat: amount(one.beat, LONG),
      // How many of the moves came with it.
      came: whole(one.came) ?? 0,
      at: whole(one.at) ?? tree.line(one.moves).length,
      state: text(one.state) ?? "",
      best: one.best && typeof one.best === "object" ? ending(one.best) : null,
      // The best score that the start allows, if it is known.
      possible: whole(one.possible),
      helped: Object.fromEntries(HELP.flatMap((how) => (whole(one.helped?.[how]) ? [[how, one.helped[how]]] : []))),
      seconds: amount(one.seconds, LONG) ?? 0,
      begun: amount(one.begun, LAST),
      changed: amount(one.changed, LAST) ?? 0,
    };
  } catch {
    return null;
  }
};

const better = (one, other) => (one && (!other || (one.score ?? 0) > (other.score ?? 0)) ? one : other);

// A game as two have kept it, two tabs or this browser and a file; what is shown of it is that of the first one.
const merge = (one, other) => {
  const most = (how) => Math.max(one.helped[how] ?? 0, other.helped[how] ?? 0);
  return {
    ...one,
    moves: tree.merge(one.moves, other.moves),
    best: better(one.best, other.best),
    possible: one.possible ?? other.possible,
    helped: Object.fromEntries(HELP.flatMap((how) => (most(how) ? [[how, most(how)]] : []))),
    seconds: Math.max(one.seconds, other.seconds),
  };
};

const byName = (id) => {
  try {
    return normal(JSON.parse(stored(GAME + id)), id);
  } catch {
    return null;
  }
};

/** All games that are kept, the latest first. */
export const all = () => {
  const found = storedNames(GAME).map((name) => byName(name.slice(GAME.length)));
  return found.filter(Boolean).sort((a, b) => b.changed - a.changed);
};

export const forget = (id) => unstore(GAME + id);

// Forgets a game that was dealt and never touched. One that was typed in stays, and the deal of the day.
const drop = (id) => {
  const one = byName(id);
  const dealt = one?.opening.seed ?? /"seed"/.exec(one?.opening.open);
  if (one && !one.moves.length && dealt && !one.daily) forget(id);
};

/** The question that opens a kept game, and its kind. */
export const opens = (one) => {
  const { question, kind } = read(`${new URLSearchParams(one.opening)}`);
  return { question, kind: { ...kind, options: one.options } };
};

/** The question that opens the game under way once more, and its kind. */
export const again = () => opens({ opening: opening(game.name, game.options, game.opened.start), options: game.options });

/** Remembers that the lesson of a game was seen. */
export const learned = (name) => store(`learned-${name}`, "yes");

/** Whether the lesson of a game was seen. */
export const hasLearned = (name) => stored(`learned-${name}`) !== null;

/** Whether nothing was played or learned here yet. */
export const isNew = () => !storedNames("learned-").length && !storedNames(GAME).length && !stored("game");

/** How many moves a list has, on all lines. */
export const size = (moves) => moves.flat(Infinity).length;

// What is kept of a game. Of several ends the best one counts, and only an end that was played here.
const record = () => {
  const { name, opened, seen, kept } = game;
  const seconds = kept.came ? undefined : kept.seconds;
  const end = { score: seen.score, won: seen.won, winner: seen.winner, moves: replay.ply, seconds };
  return normal({
    ...kept,
    title: game.titleOf(opened),
    opening: opening(name, game.options, opened.start),
    options: game.options,
    moves: tree.pack(replay.root),
    at: replay.aside?.from ?? replay.ply,
    // What was reached stays, wherever the player looks afterwards.
    state: kept.best && !seen.over ? (kept.state ?? seen.state) : seen.state,
    best: better(seen.over && game.grows ? ending(end) : null, kept.best),
  });
};

const same = (one, other) => {
  const [text, known] = [one, other].map((kept) => JSON.stringify({ ...kept, seconds: 0, changed: 0 }));
  return text === known;
};

// Counts the time of the game until its end. The clock of the system may be set back meanwhile.
let clock = {};
const count = () => {
  const { kept } = game;
  const now = performance.now();
  const since = clock.id === kept.id ? Math.min(now - clock.at, THOUGHT) : 0;
  if (!kept.best) kept.seconds = (kept.seconds ?? 0) + since / 1000;
  clock = { id: kept.id, at: now };
};

// Keeps the game. What another tab has added to it stays.
const keep = () => {
  const { kept } = game;
  if (kept.id !== current && current) drop(current);
  if (!kept.id) kept.came = size(tree.pack(replay.root)) - (game.playing ? 1 : 0);
  kept.id ??= `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  kept.begun ??= Date.now();
  current = kept.id;
  count();
  const known = byName(kept.id);
  const one = known ? merge(record(), known) : record();
  const { best, possible, helped, seconds, state } = one;
  Object.assign(kept, { best, possible, helped: { ...helped }, seconds, state });
  if (known && same(one, known)) return;
  one.changed = Date.now();
  if (!store(GAME + kept.id, JSON.stringify(one))) tell();
  else if (!known) navigator.storage?.persist?.().catch(() => {});
};

/**
 * Adds the games of a file to those that are kept; returns how many, for how many there was no room, and how many were no games.
 * Returns null if it is no such file.
 */
export const take = (text) => {
  let found = null;
  try {
    found = JSON.parse(text).games;
  } catch {
    return null;
  }
  if (!Array.isArray(found)) return null;
  const sound = found.map((one) => normal(one)).filter(Boolean);
  const stored = sound.filter((one) => {
    const known = byName(one.id);
    return store(GAME + one.id, JSON.stringify(known ? merge(known, one) : one));
  });
  return { kept: stored.length, out: sound.length - stored.length, bad: found.length - sound.length };
};

// The game of which it was said that it cannot be kept.
let told = null;
const tell = () => {
  if (told === current) return;
  told = current;
  const full = "is full, and nothing was deleted. Under “My games”, save all to a file, then delete some";
  const why = storedNames(GAME).length ? full : "is refused";
  notice.say(`The storage of the browser ${why}. This game lasts as long as the page is open; a copied link keeps it.`, true);
};

// ---- The address

// The game of this tab, and the address that was there when it was kept last. A reload goes on with it.
const where = () => location.search + location.hash;
export const here = () => {
  try {
    const { id, at } = JSON.parse(sessionStorage.getItem("solomids-here"));
    return at === where() && typeof id === "string" ? id : null;
  } catch {
    return null;
  }
};
const remember = () => {
  try {
    sessionStorage.setItem("solomids-here", JSON.stringify({ id: game.kept.id, at: where() }));
  } catch {
    // The address alone opens the game again.
  }
};

// The address of the game. Another game than before comes after it in the history of the browser.
const write = () => {
  clearTimeout(later);
  later = null;
  const { id } = game.kept;
  const text = fragment();
  const way = entry === null || entry === id ? "replaceState" : "pushState";
  entry = id;
  changed = performance.now();
  try {
    if (location.hash.slice(1) !== text || history.state?.id !== id) history[way]({ id }, "", `#${text}`);
  } catch {
    // Some browsers refuse that where the page has no address of its own, or when it changes too often.
  }
  remember();
};

/** Keeps what is shown, in storage at once and in the address soon. */
export const save = () => {
  if (!game.own || replay.playing() || game.kept.lesson) return;
  keep();
  remember();
  // A move is shown in two steps, of which the address has the second one only.
  const wait = entry === game.kept.id ? Math.max(0, changed + CALM - performance.now()) : 0;
  later ??= setTimeout(write, wait);
};

/** Puts what is shown into the address at once. */
export const flush = () => {
  if (later !== null) write();
};

/** Makes the entry of the history that is there one of the page of all games. */
export const settleHome = () => {
  entry = "home";
  try {
    history.replaceState({ home: true }, "", "#home");
  } catch {
    // Some browsers refuse that where the page has no address of its own.
  }
};

/** Leaves the game for the page of all games, which has an entry of its own in the history. */
export const leave = () => {
  if (game.opened && game.own) save();
  flush();
  entry = "home";
  try {
    history.pushState({ home: true }, "", "#home");
  } catch {
    // Some browsers refuse that where the page has no address of its own.
  }
};

/** Takes the address of the browser for that of the game that is opened next. */
export const arrive = () => {
  clearTimeout(later);
  [later, entry] = [null, null];
};

/** Opens a kept game by its id; returns whether it did. */
export const resume = (id) => {
  const one = byName(id);
  if (!one) return false;
  const { question, kind } = opens(one);
  game.begin(question, kind, { moves: one.moves, at: one.at, kept: one });
  return true;
};
