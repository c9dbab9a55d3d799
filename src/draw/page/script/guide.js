// The first moves of a beginner: a welcome on the first visit, and a lesson, a few moves on a real deal, each with a word about it.
// The lesson under way, and what storage keeps of its game, by which that is known.
import * as advice from "./advice.js";
import { byId } from "./dom.js";
import * as game from "./game.js";
import { games } from "./games.js";
import * as replay from "./replay.js";
import * as state from "./state.js";

let lesson = null;
let kept = null;

const show = () => {
  if (!lesson || game.kept !== kept || replay.aside) return;
  const moves = game.tokens();
  const n = moves.length;
  const astray = moves.findIndex((move, n) => move !== lesson.moves[n]?.[0]);
  if (n >= lesson.moves.length && astray < 0) {
    byId("advice").textContent = lesson.end;
    lesson = null;
  } else if (astray >= 0) {
    if (astray < n - 1) lesson = null;
    else byId("advice").textContent = "That is allowed, too. Undo takes it back, and the lesson goes on.";
  } else {
    const [move, words] = lesson.moves[n];
    byId("advice").textContent = `${n + 1} of ${lesson.moves.length}: ${words}`;
    advice.point(move);
  }
};

const begin = () => {
  byId("about").close();
  const { name } = game;
  kept = null;
  ({ lesson } = games[name]);
  const { opening, options, moves } = lesson;
  // The address stays that of the game before.
  state.flush();
  game.begin(opening, { name, options }, { moves: [], kept: { lesson: moves.length } });
  ({ kept } = game);
  show();
};

const follow = () => {
  byId("lesson").hidden = !games[game.name].lesson;
  show();
};

/** Says on the first visit what the game is. */
export const welcome = () => {
  byId("about").showModal();
  byId("about").scrollTop = 0;
};

export const listen = () => {
  byId("lesson").addEventListener("click", begin);
  game.follow(follow);
};
