// The state of the game in the address and in the storage of the browser, so that a reload or a copied link loses nothing.
const state = (() => {
  /** The game as the part of an address behind `#`. */
  const fragment = () => {
    const { seed, start } = game.opened;
    const moves = film.lines[0].steps.map(({ move }) => move);
    const at = film.line === 0 ? film.ply : film.lines[film.line].from;
    const parts = new URLSearchParams(seed ? { seed } : { deal: start.deal });
    if (moves.length) parts.set("moves", moves.join(","));
    if (at < moves.length) parts.set("at", at);
    return `${parts}`;
  };

  /** Opens a game by such a text; returns whether it did. */
  const open = (text) => {
    const parts = new URLSearchParams(text);
    if (!parts.has("seed") && !parts.has("deal")) return false;
    const moves = parts.get("moves")?.split(",") ?? [];
    const [seed, deal] = [parts.get("seed"), parts.get("deal")];
    const opened = game.rules({ ask: "open", ...(seed === null ? { text: deal } : { seed }) });
    game.begin(opened, moves, Number(parts.get("at") ?? moves.length));
    return true;
  };

  /** The address of the game. */
  const address = () => `${location.href.replace(/#.*/s, "")}#${fragment()}`;

  const save = () => {
    if (!game.own || film.playing()) return;
    const text = fragment();
    if (location.hash.slice(1) === text) return;
    history.replaceState(null, "", `#${text}`);
    if (written.origin.fresh) store("game", text);
  };

  return { open, save, address };
})();
