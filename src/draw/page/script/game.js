// The game under way: where it starts, and what the module sees in the position that is shown.
import * as board from "./board.js";
import { byId, clocked, counted, first } from "./dom.js";
import { games } from "./games.js";
import { Refusal, connect, content } from "./module.js";
import * as replay from "./replay.js";
import * as tree from "./tree.js";

let module = null;
// Whether the board lies on its side.
let sideways = false;
let answer = null;
export let name = "solomids";
// What `open` said of the game: `start`, which later questions give back, with its text `deal`; `title`, `seed`.
/** @type {import("./answers.js").Opened & { warnings: string[] }} */
export let opened = null;
// Choices that hold for the whole game, such as playing with hidden nests.
/** @type {import("./answers.js").Options} */
export let options = {};
// What `look` said of the position that is shown.
/** @type {import("./answers.js").Look & { bound?: boolean, waits?: boolean, answered?: boolean }} */
export let seen = null;
// Whether the reader has made the game their own: played a move, or taken another deal than the page was written with.
export let own = false;
// Whether the reader is playing a move right now, and whether it is one that was not played before.
export let playing = false;
export let grows = false;
// What storage keeps of the game besides its moves.
export let kept = { helped: {} };
const followers = [];

/** Tries at an endgame before its solution is shown. */
export const TRIES = 3;

// Said where another move would take back one that has shown a piece.
export const BOUND = "A move that has shown a piece stays, and so do those before it: go on to the last move";

/** Starts a compiled module, which answers from then on. */
export const use = async (compiled) => {
  module = compiled;
  answer = await connect(module, () => {});
};

/**
 * What the module is told of the choices that hold for a game.
 * @type {(options?: import("./answers.js").Options) => object}
 */
export const asked = ({ hidden } = {}) => (hidden ? { hidden } : {});

/**
 * Asks the module for what takes milliseconds.
 * @type {import("./answers.js").Rules}
 */
export const rules = (question) => {
  try {
    const drawn = sideways && ["scene", "look"].includes(question.ask) ? { sideways } : {};
    return content(answer({ ...asked(options), game: name, ...drawn, ...question }));
  } catch (error) {
    // The state of a module that has failed is unknown.
    if (!(error instanceof Refusal)) use(module);
    throw error;
  }
};

export const tokens = () => replay.steps.slice(0, replay.ply).map(({ move }) => move);

// The steps of a line from the start on a scene, those before a number left out.
const learned = (scene, start, moves, from = 0) => {
  const { steps, places } = rules({ ask: "look", start, moves, from });
  // Some games answer with all steps.
  const wanted = steps.slice(steps.length - (moves.length - from));
  const { told = (step) => step } = games[name];
  const named = wanted.map((step, n) => told(step, from + n, options, start));
  return places ? board.settled(scene, named, places) : named;
};

/** The steps of a line from the start, those before a number left out. */
export const line = (moves, from) => learned(board.scene, opened.start, moves, from);

// With hidden pieces, no other move can be played in place of one after which a piece has been shown, unless the player has chosen
// that it can. And nobody plays for the engine.
const bind = (moves) => {
  const { node, found } = tree.find(replay.root, moves);
  const known = (at) => tree.some(at, ({ step }) => step?.shows);
  const before = tree.path(node);
  const elsewhere = [replay.root, ...before].some(({ children }) => children.some((at) => !before.includes(at) && known(at)));
  seen.bound = Boolean(options.hidden) && !options.free && elsewhere;
  const played = found === moves.length ? node.children.map(({ move }) => move) : [];
  if (seen.bound) seen.legal = seen.legal.filter(({ move }) => played.includes(move));
  if (kept.drawn === moves.length && allowsDraw()) Object.assign(seen, { over: true, legal: [], state: "A draw" });
  seen.waits = Boolean(options.opponent) && !seen.over && seen.side !== options.side;
  seen.answered = played.length > 0;
  if (seen.waits) seen.legal = [];
};

/** Whether the players may agree on a draw in the position that is shown. */
export const allowsDraw = () => games[name].allowsDraw?.(replay.steps.slice(0, replay.ply)) ?? false;

const refresh = () => {
  if (!opened) return;
  const moves = tokens();
  seen = rules({ ask: "look", start: opened.start, moves, from: moves.length });
  bind(moves);
  seen.state = games[name].state?.(seen, options) ?? seen.state;
  document.querySelector("main").classList.toggle("own", own);
  showSummary();
  for (const follower of followers) follower();
};

/** Says how the game stands, under its title. */
export const showSummary = () => {
  if (!own) return;
  const hints = kept.helped.hint ? counted(kept.helped.hint, "hint") : "";
  const tries = kept.endgame ? "♥".repeat(TRIES - (kept.tries ?? 0)) + "♡".repeat(kept.tries ?? 0) : "";
  const beat = kept.beat && !seen.over ? `beat ${clocked(kept.beat)}` : "";
  const parts = kept.endgame && !seen.over ? [tries, kept.goal, seen.state, hints] : [seen.state, hints, tries, beat];
  byId("summary").textContent = parts.filter(Boolean).join(" · ");
};

/** Title of the game, by what has opened it. */
export const titleOf = (opened) => kept.title ?? (games[name].title?.(options, opened) || opened.title);

const setTitle = (title) => {
  const { called } = games[name];
  document.querySelector("h1 bdi").textContent = title;
  byId("about-title").textContent = `How ${called} is played`;
  document.title = title === called ? called : `${title} – ${called}`;
};

// A phone upright has no room for the names of rows and columns; one on its side has the board on its side.
const narrow = matchMedia("(max-width: 36rem)");
const flat = matchMedia("(min-width: 36rem) and (max-height: 36rem)");

const drawScene = ({ drawings, board: under, help, width: all, height: high, crop, mark }) => {
  const [left, top, width, height] = narrow.matches && crop ? crop : [0, 0, all, high];
  document.querySelector(".drawings defs").innerHTML = drawings;
  byId("scene").innerHTML = under;
  document.body.classList.toggle("cropped", width < all);
  byId("board").setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  first("main").style.setProperty("--aspect", width / height);
  first("main").style.setProperty("--squares", width / mark[0]);
  if (help) byId("reading").innerHTML = help;
  byId("key-swap").hidden = name !== "solomids";
};

/**
 * Begins another game. `opening` is a question that opens one, or its answer; `kind` has the name of the game and the choices that hold for it;
 * `past` has what was played: `moves`, a list of a tree, of which `at` are shown, and what storage keeps of the game besides.
 */
export const begin = (opening, kind = {}, past = {}) => {
  const before = { name, options, sideways };
  sideways = flat.matches;
  [name, options] = [kind.name ?? Object.keys(games)[0], kind.options ?? {}];
  let next, scene, root, share;
  try {
    if (!games[name]) throw new Error(`There is no game ${name} here`);
    next = opening.start ? opening : rules(opening);
    scene = rules({ ask: "scene", start: next.start });
    root = tree.unpack(past.moves ?? next.played, tree.root(), (moves, from) => learned(scene, next.start, moves, from));
    share = rules({ ask: "look", start: next.start, moves: [] }).share;
  } catch (error) {
    ({ name, options, sideways } = before);
    throw error;
  }
  own = past.own ?? true;
  opened = null;
  document.body.dataset.view = "play";
  kept = past.same ?? { ...past.kept, helped: { ...past.kept?.helped } };
  drawScene(scene);
  setTitle(titleOf(next));
  byId("deal").value = next.start.deal;
  byId("deal").parentElement.hidden = Boolean(options.hidden);
  replay.showNotes(false);
  const at = Number.isInteger(past.at) ? past.at : Infinity;
  replay.load(scene, root, at, share);
  opened = next;
  refresh();
  if (!replay.root.children.length) board.rain();
};

// The board is drawn anew when the screen is turned.
const turnBoard = () => {
  if (!opened) return;
  const view = document.body.dataset.view;
  const notes = tree.ahead(replay.root).map(({ step }) => step.note);
  const better = replay.asides.filter(({ title }) => title === undefined);
  begin(opened, { name, options }, { moves: tree.pack(replay.root), at: replay.ply, same: kept, own });
  if (notes.some(Boolean)) annotate(notes, better);
  document.body.dataset.view = view;
};
for (const query of [narrow, flat]) query.addEventListener("change", turnBoard);

const tokensOf = (steps) => steps.map(({ move }) => move);

/** Puts notes on the moves of the game, and better lines beside it, which go on `from` a number of its moves: as moves or as steps. */
export const annotate = (notes, better) => {
  const moves = tokensOf(tree.ahead(replay.root));
  const after = (one) => one.moves ?? tokensOf(one.steps);
  replay.annotate(notes, better.map((one) => ({ from: one.from, steps: line([...moves.slice(0, one.from), ...after(one)], one.from) })));
};

/** Takes over the game that the page was written with, which becomes one of the reader by the first move. */
export const adopt = ({ game, opened, look, notes, better }) => {
  // The reader may have gone on meanwhile.
  const [at, plays] = [replay.aside?.from ?? replay.ply, replay.playing()];
  const kept = { title: document.querySelector("h1 bdi").textContent };
  begin(opened, { name: game }, { moves: tokensOf(look.steps), at, kept, own: false });
  if (notes.length) annotate(notes, better);
  replay.watch(look.steps.length > 0);
  if (plays) replay.play();
};

/**
 * Plays a move of the position that is shown, with an animation unless the pieces are there already. Other moves that were played
 * in its place stay in the tree.
 */
export const play = (move, animation) => {
  playing = true;
  try {
    const before = extend(move);
    replay.watch(false);
    replay.step(before + 1, animation);
  } finally {
    playing = false;
    grows = false;
  }
};

/** Ends the game as a draw. */
export const agreeOnDraw = () => {
  kept.drawn = replay.ply;
  [playing, grows] = [true, true];
  try {
    refresh();
  } finally {
    [playing, grows] = [false, false];
  }
};

// Makes the move the next one of the game, which takes over what is played on a line beside it. Returns the number of moves before.
const extend = (move) => {
  const moves = [...tokens(), move];
  const { node, found } = tree.find(replay.root, moves);
  let last = node;
  if (found < moves.length) {
    own = true;
    // What is moved after the end does not reach it once more.
    grows = !seen?.over;
    const [step] = line(moves, moves.length - 1);
    const steps = [...replay.steps.slice(0, replay.ply), step];
    for (let n = found; n < moves.length; n++) last = tree.grow(last, moves[n], steps[n]);
  }
  if (replay.aside || last.parent.next !== last || tree.ahead(replay.root)[moves.length - 1] !== last) {
    tree.follow(last);
    replay.open(null, moves.length - 1);
  }
  return moves.length - 1;
};

/** Counts that the player has asked for help. */
export const helped = (how) => {
  kept.helped[how] = (kept.helped[how] ?? 0) + 1;
  showSummary();
};

// With the engine as the opponent, its move goes with that of the player before it.
const turn = () => (options.opponent && seen.side === options.side ? 2 : 1);

/** Takes the last move back, and the engine's reply with it. */
export const undo = () => {
  // Where the engine begins, its first move stays.
  if (replay.ply >= turn()) replay.step(replay.ply - turn());
};
export const redo = () => replay.step(replay.ply + (options.opponent ? 2 : 1));

replay.follow(refresh);

/** Calls a function whenever another position is shown, with what the module says of it. */
export const follow = (follower) => followers.push(follower);

/** Whether something can be asked about the game. */
export const asks = (what) => games[name].asks.includes(what) && !(options.hidden && what === "judge");
