// The guard: after each move of the player a search looks whether it has lost the win. As long as that is not known, nothing is
// said. A move that is known late is named, and taken back with all that came after it.
import * as advice from "./advice.js";
import { byId } from "./dom.js";
import * as game from "./game.js";
import { content } from "./module.js";
import * as notice from "./notice.js";
import * as pool from "./pool.js";
import * as replay from "./replay.js";
import * as search from "./search.js";
import * as settings from "./settings.js";
import * as tree from "./tree.js";

// The game that is watched, and whether the win is still there after moves, as far as that is known.
let watched = null;
let known = new Map();
// The move that the strip is about.
let turned = null;

/** Whether nothing is played until the player has chosen between going back and playing on. */
export const stops = () => document.body.classList.contains("stopped");

/** What the player wants to be told in this game: `stop`, `tell` or `off`. */
export const mode = () => {
  const { kept } = game;
  if (kept.endgame) return "stop";
  if (kept.daily || kept.lesson || game.options.hidden) return "off";
  const chosen = settings.get("guard");
  return chosen === "tell" && kept.level === "easy" ? "stop" : chosen;
};

const hide = () => {
  byId("guard").hidden = true;
  document.body.classList.remove("stopped");
  turned = null;
};

// Whether an answer says that the win is still there; null where it is open.
const verdict = (found, plies) => {
  if (game.name === "solomids") {
    const least = game.kept.endgame ? 17 : 15;
    return found.lower_bound >= least ? true : found.upper_bound < least ? false : null;
  }
  const left = 2 * game.kept.turns - 1 - plies;
  return found.result === "unknown" && found.within < left ? null : found.result === "win" && found.within <= left;
};

const status = async (moves) => {
  const key = `${moves}`;
  if (!known.has(key)) {
    const { kept } = game;
    const found = content(await pool.ask(search.question("hint", moves, { every: false }), { ahead: true }).answer);
    if (game.kept !== kept) return null;
    const is = verdict(found, moves.length - (kept.before ?? 0));
    if (is === null) return null;
    known.set(key, is);
  }
  return known.get(key);
};

// What a move has lost: in an endgame what it asks for, for another win may be left.
const lost = () => {
  const { endgame, turns } = game.kept;
  return !endgame ? "lost the win" : `lost the win ${turns ? `in ${turns}` : "without a swap"}`;
};

const show = (node) => {
  turned = node;
  // A mistake counts once, until it is taken back.
  if (game.kept.endgame && !node.warned) game.kept.tries = Math.min(game.TRIES, (game.kept.tries ?? 0) + 1);
  node.warned = true;
  notice.say();
  const late = tree.path(node).length < replay.ply;
  const spent = game.kept.endgame && game.kept.tries >= game.TRIES;
  byId("guard-text").textContent = `${late ? `${node.step.words}: that` : "That"} ${lost()}.`;
  byId("guard-on").textContent = spent ? "Show me" : "Play on";
  byId("guard-on").hidden = Boolean(game.kept.endgame) && !spent;
  byId("guard").hidden = false;
  document.body.classList.toggle("stopped", mode() === "stop");
  byId("pieces").classList.remove("shaking");
  void byId("pieces").getBoundingClientRect();
  byId("pieces").classList.add("shaking");
  game.showSummary();
};

const back = () => {
  const ply = tree.path(turned).length - 1;
  // In an endgame the same mistake made again is another try.
  if (game.kept.endgame) turned.warned = false;
  hide();
  replay.step(ply);
};

const watch = async () => {
  const { kept } = game;
  const moves = game.tokens();
  const fresh = () => game.kept === kept && `${game.tokens()}` === `${moves}`;
  try {
    if ((await status(moves)) !== false || !fresh()) return;
    // The last position, with the player to move, in which the win was still there.
    const turn = game.options.opponent ? 2 : 1;
    let last = moves.length - turn;
    while (last >= (kept.before ?? 0) && (await status(moves.slice(0, last))) === false) last -= turn;
    if (last < (kept.before ?? 0) || (await status(moves.slice(0, last))) !== true) return;
    const node = tree.path(tree.find(replay.root, moves).node)[last];
    if (!fresh() || (node.warned && !game.kept.endgame)) return;
    show(node);
  } catch {
    // A search that has failed says nothing.
  }
};

const follow = () => {
  hide();
  if (watched !== game.kept) [watched, known] = [game.kept, new Map()];
  const able = game.name === "solomids" || (game.name === "pentamid" && game.kept.endgame);
  if (!able || mode() === "off" || replay.playing() || replay.aside || game.seen.waits || !replay.ply) return;
  // The end says itself how the game went.
  if (game.seen.over) return;
  if (game.playing) watch();
};

export const listen = () => {
  byId("guard-back").addEventListener("click", back);
  byId("guard-on").addEventListener("click", () => {
    const spent = game.kept.endgame;
    const ply = tree.path(turned).length - 1;
    hide();
    if (!spent) return;
    replay.step(ply);
    advice.solve();
  });
  game.follow(follow);
};
