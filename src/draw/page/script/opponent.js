// The engine as the opponent of the player, in games for two.
import { byId, make, still } from "./dom.js";
import * as game from "./game.js";
import { games } from "./games.js";
import { content } from "./module.js";
import * as notice from "./notice.js";
import * as pool from "./pool.js";
import * as replay from "./replay.js";

// Time between two moves, in milliseconds.
const PAUSE = 800;
const sleep = (time) => new Promise((wake) => setTimeout(wake, time));

// The search for a move.
let search = null;

const leave = () => {
  search?.handle.leave();
  search?.wait.end();
  search = null;
  for (const dots of byId("advice").querySelectorAll(".dots")) dots.remove();
};

const reply = async () => {
  leave();
  const { opponent: level } = game.options;
  if (!game.seen.waits || game.seen.answered || replay.aside || replay.playing()) return;
  const wait = notice.wait("Thinking");
  const seed = replay.ply;
  const question = { ask: "reply", game: game.name, start: game.opened.start, moves: game.tokens(), level, seed };
  const handle = pool.ask(question);
  const mine = { handle, wait };
  search = mine;
  byId("advice").replaceChildren(make("span", { class: "dots", "aria-label": `${games.pentamid.levelName(level)} is thinking` }, "● ● ●"));
  try {
    // The piece of the player lies still before the other one is lifted.
    const [answer] = await Promise.all([handle.answer, sleep(still.matches ? 0 : PAUSE)]);
    const { move } = content(answer);
    if (search !== mine) return;
    leave();
    game.play(move);
  } catch (error) {
    if (search !== mine) return;
    leave();
    notice.say(`The engine has failed: ${error.message}. Take a move back, and play on`);
  }
};

export const listen = () => game.follow(reply);
