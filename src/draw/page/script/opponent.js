// The engine as the opponent of the player, in games for two.
// The search for a move.
import * as game from "./game.js";
import { content } from "./module.js";
import * as notice from "./notice.js";
import * as pool from "./pool.js";
import * as replay from "./replay.js";

let search = null;

const leave = () => {
  search?.handle.leave();
  search?.wait.end();
  search = null;
};

const reply = async () => {
  leave();
  const { opponent: level } = game.options;
  if (!game.seen.waits || game.seen.answered || replay.aside || replay.playing()) return;
  const wait = notice.wait("The engine thinks");
  const seed = replay.ply;
  const question = { ask: "reply", game: game.name, start: game.opened.start, moves: game.tokens(), level, seed };
  const handle = pool.ask(question);
  const mine = { handle, wait };
  search = mine;
  try {
    const { move } = content(await handle.answer);
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
