// The state of the game in the address and in the storage of the browser, so that a reload or a copied link loses nothing.
const state = (() => {
  // What opens the game again: a seed or a text says more to people than what the module needs for other games.
  const opening = () => {
    const { name, options, opened } = game;
    if (games[name].address) return games[name].address(opened);
    const { deal: text, ...choices } = opened.start;
    return { game: name, open: JSON.stringify({ text, ...choices }), options: JSON.stringify(options) };
  };

  /** The game as the part of an address behind `#`. */
  const fragment = () => {
    const moves = film.lines[0].steps.map(({ move }) => move);
    const at = film.line === 0 ? film.ply : film.lines[film.line].from;
    const parts = new URLSearchParams(opening());
    if (moves.length) parts.set("moves", moves.join(","));
    if (at < moves.length) parts.set("at", at);
    return `${parts}`;
  };

  /** Opens a game by such a text; returns whether it did. */
  const open = (text) => {
    const { game: name, open, options, seed, deal, moves, at } = Object.fromEntries(new URLSearchParams(text));
    if ((open ?? seed ?? deal) === undefined) return false;
    const opening = open ? JSON.parse(open) : seed === undefined ? { text: deal } : { seed };
    // Other choices than those of the dialog could change what the module is asked about.
    const { hidden, free, opponent, side } = JSON.parse(options ?? "{}");
    const kind = { name, options: { hidden, free, opponent, side } };
    game.begin({ ask: "open", ...opening }, kind, moves?.split(",") ?? null, Number(at ?? Infinity));
    return true;
  };

  /** The address of the game. */
  const address = () => `${location.href.replace(/#.*/s, "")}#${fragment()}`;

  const save = () => {
    if (!game.own || film.playing()) return;
    const text = fragment();
    if (location.hash.slice(1) === text) return;
    if (written.origin.fresh) store("game", text);
    try {
      history.replaceState(null, "", `#${text}`);
    } catch {
      // Some browsers refuse that where the page has no address of its own, or when it changes too often.
    }
  };

  return { open, save, address };
})();
