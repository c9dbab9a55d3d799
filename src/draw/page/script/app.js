// The start of a page that plays: unpacks the module, and opens the game of the address, of the last visit, or of the page.
const app = (() => {
  // Keys with Ctrl that take back and repeat, and whether Shift is held.
  const TAKE_BACK = { z: () => film.step(film.ply - 1), y: () => film.step(film.ply + 1) };

  const takeBack = (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches("textarea, input[type=text]")) return;
    const key = event.key.toLowerCase();
    const act = TAKE_BACK[key === "z" && event.shiftKey ? "y" : key];
    if (!act || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    act();
  };

  // Opens a game that was kept as a text, and where. A text that does not open one is reported, and the page goes on.
  const reopen = (text, where) => {
    try {
      return text ? state.open(text) : false;
    } catch (error) {
      notice.say(`The game of ${where} cannot be opened: ${error.message}`);
      return false;
    }
  };
  const ofAddress = () => reopen(location.hash.slice(1), "the address");
  // The next game takes the place of one that does not open, which may be one of another version: it is put aside.
  const ofStorage = () => {
    const text = stored("game");
    const opened = reopen(text, "the last visit");
    if (text && !opened) store("unopened", text);
    return opened;
  };

  const open = () => {
    if (ofAddress()) return;
    const { game: name, fresh, ...origin } = written.origin;
    if (!fresh) return game.adopt({ ask: "open", ...origin }, name);
    if (!ofStorage()) games[name].random();
  };

  const start = async () => {
    try {
      const module = await unpack();
      game.connect(await connect(module, () => {}));
      for (const part of [pick, advice, ending, deal, takeaway, opponent]) part.listen();
      game.follow(state.save);
      open();
      document.addEventListener("keydown", takeBack);
      addEventListener("hashchange", ofAddress);
      document.querySelector("main").classList.add("ready");
      pool.open(module);
    } catch (error) {
      document.querySelector("main").classList.add("without");
      notice.say(`Playing and solving do not work in this browser: ${error.message}`, true);
    }
  };

  return { started: start() };
})();
