// Questions of the player to the solver, one at a time: the button that asks stops the search as well.
const search = (() => {
  // Time limits in seconds.
  const LIMITS = { hint: 20, judge: 6, solve: 300, review: 300 };
  // Nodes of a search ahead of the player on a machine with one core.
  const SINGLE = (navigator.hardwareConcurrency || 2) === 1 ? { nodes: 3000 } : {};
  // Time without a move before the solver thinks ahead, in milliseconds.
  const PAUSE = 200;
  // Good moves whose positions are looked at ahead.
  const LIKELY = 3;

  // The search that the player waits for.
  let current = null;
  let timer = null;

  // A question about the position after some moves.
  const question = (ask, moves, more) => {
    const seconds = LIMITS[more.every ? "judge" : ask];
    return { ask, game: game.name, start: game.opened.start, moves, seconds, ...game.options, ...more };
  };
  /** A question about the position that is shown. */
  const here = (ask, more = {}) => question(ask, game.tokens(), more);

  const release = () => {
    if (!current) return;
    const { button, label, wait } = current;
    wait.end();
    button.classList.remove("busy");
    button.querySelector(".word").textContent = label;
    current = null;
  };

  /** Ends the search that the player waits for. */
  const stop = () => {
    const { handle } = current;
    release();
    handle.stop();
    notice.say("Stopped");
  };

  /** Lets the search run on, without the player waiting for it. */
  const leave = () => {
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

  const explain = (error) => {
    if (error instanceof pool.Stopped) return;
    const refused = error instanceof Refusal;
    notice.say(refused ? error.message : `The search has failed, and another worker is ready: ${error.message}`);
  };

  /**
   * Asks something about the position that is shown, and passes what is found to `use` unless the position has changed by then.
   * While that takes time, the button stops the search.
   */
  const ask = async (button, words, asked, use) => {
    if (current?.button === button) return stop();
    leave();
    const label = button.querySelector(".word").textContent;
    const wait = notice.wait(words);
    const handle = pool.ask(asked, { progress: wait.progress });
    if (handle.now) {
      wait.end();
      return take(content(handle.now), use);
    }
    const mine = { button, label, wait, handle };
    current = mine;
    button.classList.add("busy");
    button.querySelector(".word").textContent = "Stop";
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

  // ---- Ahead of the player

  const ahead = (moves, more) => pool.ask(question("hint", moves, more), { ahead: true, limits: SINGLE }).answer;

  const think = async () => {
    const moves = game.tokens();
    if (game.seen.over || document.hidden || film.playing()) return;
    const fresh = () => `${game.tokens()}` === `${moves}`;
    try {
      const first = content(await ahead(moves, { every: false })).moves[0];
      const likely = [first].filter(Boolean);
      if (!fresh()) return;
      const all = content(await ahead(moves, { every: true }));
      likely.push(...all.moves.filter(({ keeps, move }) => keeps && move !== first?.move));
      for (const { move } of likely.slice(0, LIKELY)) {
        if (!fresh()) return;
        await ahead([...moves, move], { every: false });
      }
    } catch {
      // Nobody waits for this: a question of the player tries again, and says what is wrong.
    }
  };

  /** Thinks ahead when the player pauses, in a game whose moves can be judged. */
  const schedule = () => {
    clearTimeout(timer);
    pool.clear();
    if (game.asks("judge")) timer = setTimeout(think, PAUSE);
  };

  return { ask, here, leave, schedule, explain };
})();
