// Questions of the player to the solver, one at a time: the button that asks stops the search as well.
import * as game from "./game.js";
import { games } from "./games.js";
import { Refusal, content } from "./module.js";
import * as notice from "./notice.js";
import * as pool from "./pool.js";
import * as replay from "./replay.js";

// Time limits in seconds.
const LIMITS = { hint: 20, solve: 300, review: 300 };
// Time after which a search that can go on tells what it knows, in seconds.
const SLICE = 0.1;
// Time that such a search has ahead of the player, and that a slice of it may take before it is left, in milliseconds.
const AHEAD = 6000;
const LONG = 1000;
// Searches in slices of which the page remembers what was known last.
const REMEMBERED = 50;
// Nodes of a search ahead of the player on a machine with one core.
const SINGLE = (navigator.hardwareConcurrency || 2) === 1 ? { nodes: 3000 } : {};
// Time without a move before the solver thinks ahead, in milliseconds.
const PAUSE = 200;
// Good moves whose positions are looked at ahead.
const LIKELY = 3;

// The search that the player waits for.
let current = null;
let timer = null;

/** A question about the position after some moves. */
export const question = (ask, moves, more) => {
  return { ...game.asked(game.options), ask, game: game.name, start: game.opened.start, moves, seconds: LIMITS[ask], ...more };
};
/** A question about the position that is shown. */
export const here = (ask, more = {}) => question(ask, game.tokens(), more);

const release = () => {
  if (!current) return;
  const { button, label, wait } = current;
  wait.end();
  button.classList.remove("busy");
  button.querySelector(".word").textContent = label;
  current = null;
};

/** Ends the search that the player waits for. One in slices ends by itself, and could go on. */
const stop = () => {
  const { handle, sliced } = current;
  release();
  if (sliced) handle?.leave();
  else handle.stop();
  notice.say("Stopped");
};

/** Lets the search run on, without the player waiting for it. */
export const leave = () => {
  const handle = current?.handle;
  release();
  handle?.leave();
};

// What is left open for want of time is seen in the answer. Other limits are said.
const take = (found, use) => {
  use(found);
  const { stopped } = found;
  if (stopped && stopped !== "time") notice.say(`Not everything is decided: the search came to its limit of ${stopped}`);
};

export const explain = (error) => {
  if (error instanceof pool.Stopped) return;
  const refused = error instanceof Refusal;
  const ready = pool.works() ? ", and another worker is ready" : "";
  notice.say(refused ? error.message : `The search has failed${ready}: ${error.message}`);
};

// Shows that the player waits for a search.
const begin = (button, wait, more) => {
  current = { button, wait, label: button.querySelector(".word").textContent, ...more };
  button.classList.add("busy");
  button.querySelector(".word").textContent = "Stop";
  return current;
};

/**
 * Asks something about the position that is shown, and passes what is found to `use` unless the position has changed by then.
 * While that takes time, the button stops the search.
 */
export const ask = async (button, words, asked, use) => {
  if (current?.button === button) return stop();
  leave();
  const wait = notice.wait(words);
  const handle = pool.ask(asked, { progress: wait.progress });
  if (handle.now) {
    wait.end();
    return take(content(handle.now), use);
  }
  const mine = begin(button, wait, { handle });
  try {
    const answer = await handle.answer;
    if (current !== mine) return;
    release();
    take(content(answer), use);
  } catch (error) {
    if (current === mine) release();
    explain(error);
  }
};

// ---- In slices

// What was known last of searches in slices that have not ended.
const parts = new Map();

const slice = async (asked, options) => {
  const key = JSON.stringify(asked);
  // What is best from what lies open rests on values of millions of positions, the same for all deals of a reading.
  const home = asked.hidden ? `${asked.game} ${asked.start.reading}` : null;
  const handle = pool.ask({ ...asked, slice: SLICE }, { ...options, home });
  const answer = handle.answer.then((answer) => {
    const found = content(answer);
    // A worker that has lost what it knew begins anew; the page still has it.
    if (found.more && found.nodes < parts.get(key)?.nodes) return parts.get(key);
    parts.delete(key);
    if (found.more) parts.set(key, found);
    if (parts.size > REMEMBERED) parts.delete(parts.keys().next().value);
    return found;
  });
  return { ...handle, found: answer };
};

/**
 * Asks like `ask`, but passes what is known to `use` after each slice of time, until all is known or the player does something
 * else. What was known when the player left is passed at once.
 */
export const askInSlices = async (button, words, asked, use) => {
  if (current?.button === button) return stop();
  leave();
  const known = parts.get(JSON.stringify(asked));
  if (known?.moves) use(known);
  const mine = begin(button, notice.wait(words), { sliced: true });
  try {
    for (let more = true; more; ) {
      const { found, ...handle } = await slice(asked, { progress: mine.wait.progress });
      mine.handle = handle;
      const now = await found;
      if (current !== mine) return;
      more = now.more;
      if (now.move) {
        // One move is all that is asked for; what later hints need is found ahead of the player.
        release();
        return take(now, use);
      }
      if (more && !now.moves) {
        // Nothing can be shown yet.
        mine.wait.progress(now);
      } else if (more) {
        // What is known is seen from now on.
        mine.wait.end();
        use(now);
      } else {
        release();
        take(now, use);
      }
    }
  } catch (error) {
    if (current === mine) release();
    explain(error);
  }
};

// ---- Ahead of the player

const ahead = (moves, more) => pool.ask(question("hint", moves, more), { ahead: true, limits: SINGLE }).answer;

const think = async () => {
  const moves = game.tokens();
  if (game.seen.over || document.hidden || replay.playing()) return;
  const fresh = () => `${game.tokens()}` === `${moves}`;
  try {
    const first = content(await ahead(moves, { every: false })).moves[0];
    const likely = [first].filter(Boolean);
    if (!fresh()) return;
    const until = performance.now() + AHEAD;
    const asked = question("hint", moves, { every: true });
    let all = null;
    let begun = null;
    do {
      begun = performance.now();
      all = await (await slice(asked, { ahead: true })).found;
      if (!fresh()) return;
    } while (all.more && performance.now() < until && performance.now() - begun < LONG);
    likely.push(...all.moves.filter(({ keeps, move }) => keeps && move !== first?.move));
    for (const { move } of likely.slice(0, LIKELY)) {
      if (!fresh()) return;
      await ahead([...moves, move], { every: false });
    }
  } catch {
    // Nobody waits for this: a question of the player tries again, and says what is wrong.
  }
};

// Finds the values on which hints in a hidden game rest, which takes seconds.
const value = async () => {
  const asked = here("hint", { every: false });
  const fresh = () => game.options.hidden && `${game.tokens()}` === `${asked.moves}` && game.opened.start === asked.start;
  try {
    while (fresh() && !game.seen.over) {
      const { more } = await (await slice(asked, { ahead: true })).found;
      if (!more) return;
    }
  } catch {
    // The player's question tries again, and says what is wrong.
  }
};

/** Thinks ahead when the player pauses, in games where that helps. */
export const schedule = () => {
  clearTimeout(timer);
  pool.clear();
  const act = game.options.hidden ? value : games[game.name].ahead && think;
  if (act) timer = setTimeout(act, PAUSE);
};

/** Whether the player waits for a search. */
export const busy = () => current !== null;
