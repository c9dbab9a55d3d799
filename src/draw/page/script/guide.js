// Lessons: the first minute of a game without reading. The board is dimmed but for what is to be touched; a few words stand under it.
// A lesson is no game: it enters neither the list of games nor the statistics.
import * as advice from "./advice.js";
import * as board from "./board.js";
import { byId, make } from "./dom.js";
import * as game from "./game.js";
import { games } from "./games.js";
import * as home from "./home.js";
import * as input from "./input.js";
import * as notice from "./notice.js";
import * as replay from "./replay.js";
import * as state from "./state.js";

// Time before the other player of a lesson answers, and that a refusal is read, in milliseconds.
const [ANSWER, READ] = [900, 2400];

// The lesson under way, the number of the step that is shown, and what storage would keep of its game, by which it is known.
let lesson = null;
let at = 0;
// Spots that are to be touched.
let lit = [];
let kept = null;
let timer = null;
// What comes after the lesson, and whether the player has asked for that.
let after = null;
let wanted = false;

const under = () => lesson && game.kept === kept;

const leave = () => {
  clearTimeout(timer);
  lesson = null;
  delete document.body.dataset.lesson;
  document.body.classList.remove("to-swap");
};

// What is to be touched in a step: pieces, and the squares of a move.
const light = (spots) => {
  board.pieces.forEach((piece, p) => piece.classList.toggle("lit", spots.includes(input.home(replay.frame()[p]))));
  lit = spots;
};

const dots = () => {
  const own = lesson.steps.filter(({ reply }) => !reply);
  const done = lesson.steps.slice(0, at).filter(({ reply }) => !reply).length;
  byId("lesson-dots").replaceChildren(...own.map((_, n) => make("li", { class: n < done ? "done" : "" })));
};

const finish = () => {
  const { name } = game;
  const { end, next } = lesson;
  leave();
  document.body.dataset.lesson = "over";
  const way = make("button", { type: "button", class: "main" }, next);
  way.addEventListener("click", () => {
    delete document.body.dataset.lesson;
    after();
  });
  byId("advice").replaceChildren(end, " ", way);
  state.learned(name);
  kept = game.kept;
};

const show = () => {
  const step = lesson.steps[at];
  dots();
  if (!step) return finish();
  if (step.reply) {
    light([]);
    clearTimeout(timer);
    timer = setTimeout(() => under() && game.play(step.reply), ANSWER);
    return;
  }
  input.letGo();
  // A swap begins at its sign.
  const begins = Boolean(step.before) && !input.isSwapping();
  document.body.classList.toggle("to-swap", begins);
  byId("advice").textContent = begins ? step.before : step.words;
  if (begins) {
    byId("arrows").replaceChildren();
    return light([]);
  }
  const refused = step.refused?.map((square) => board.scene.cells.indexOf(square));
  const spots = refused ?? advice.point(step.move);
  if (refused) advice.pointAt(refused[0], refused[1]);
  light(spots);
};

/** Whether a spot may be touched: in a lesson, those that are lit. */
export const isOpen = (spot) => !under() || lit.includes(spot);

/** Tells the lesson that a swap was begun, or left. */
export const swapChanged = () => under() && show();

/** Whether a move is the one that the lesson waits for; without a lesson every move is. */
export const allows = (move) => !under() || advice.legal(lesson.steps[at]?.move ?? "")?.move === move;

/** Whether the lesson waits for a move that is refused, from one spot to another. */
export const refuses = (...ends) => {
  const named = ends.map((spot) => board.scene.cells[spot]);
  return Boolean(under()) && `${lesson.steps[at]?.refused}` === `${named}`;
};

/** Tells the lesson that a move was refused, with the reason, which it may have waited for. */
export const refused = () => {
  const step = at;
  if (!under() || !lesson.steps[step]?.refused) return;
  setTimeout(() => {
    if (!under() || at !== step) return;
    at++;
    notice.say();
    show();
  }, READ);
};

/** Begins the lesson of a game, and what comes after it. */
export const begin = (name, then = null) => {
  leave();
  [after, wanted] = [then ?? games[name].lesson.begin, then !== null];
  if (byId("about").open) byId("about").close();
  const { opening, options = {}, ...rest } = games[name].lesson;
  [lesson, at] = [rest, 0];
  // The way back leads to where the lesson was begun.
  if (home.shown()) state.leave();
  document.body.dataset.lesson = "on";
  game.begin(opening, { name, options }, { moves: [], kept: { lesson: true, title: games[name].called } });
  ({ kept } = game);
  show();
};

const follow = () => {
  if (game.kept.lesson && game.kept === kept && lesson) {
    const move = replay.steps[replay.ply - 1]?.move;
    const step = lesson.steps[at];
    if (move && (step?.reply === move || advice.isSame(step?.move, move))) at++;
    // What else follows the position has its say before.
    setTimeout(() => under() && show());
  } else if (!game.kept.lesson) leave();
};

export const listen = () => {
  byId("lesson").addEventListener("click", () => begin(game.name));
  byId("skip").addEventListener("click", () => {
    const { name } = game;
    leave();
    state.learned(name);
    if (wanted) after();
    else home.enter();
  });
  game.follow(follow);
};
