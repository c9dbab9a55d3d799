// The games of this browser: each one in storage under an id of its own, the one on the page in the address as well, so that a
// reload, another tab or a copied link loses nothing.
const state = (() => {
  // Names in storage of all games begin like this.
  const GAME = "game-";
  // Games that are kept at most, and when there is no more space.
  const [MOST, FEW] = [500, 60];
  // Least time between two changes of the address, in milliseconds: Safari refuses more than a hundred in thirty seconds.
  const CALM = 400;

  // Longest time between two moves that counts as thought, in milliseconds.
  const THOUGHT = 120_000;

  // The game that was kept last, and the one whose address is that of the page, if it is known.
  let current = null;
  let entry = null;
  let changed = -Infinity;
  let later = null;

  // ---- Games as texts

  // What opens a game again: a seed or a deal of Solomids says more to people than what the module needs otherwise.
  const opening = (name, options, start) => {
    const { deal: text, web, drawn, ...choices } = start;
    if (web !== undefined) return { seed: web };
    const open = drawn ? { seed: drawn[0], index: drawn[1], ...choices } : { text, ...choices };
    if (name === "solomids") return drawn ? { open: JSON.stringify(open) } : { deal: text };
    return { game: name, open: JSON.stringify(open), options: JSON.stringify(options) };
  };

  /** The line of the game as the part of an address behind `#`. */
  const fragment = () => {
    const moves = tree.ahead(replay.root).map(({ move }) => move);
    const at = replay.aside?.from ?? replay.ply;
    const parts = new URLSearchParams(opening(game.name, game.options, game.opened.start));
    if (moves.length) parts.set("moves", moves.join(","));
    if (at < moves.length) parts.set("at", at);
    return `${parts}`;
  };

  /** The address of the game. */
  const address = () => `${location.href.replace(/#.*/s, "")}#${fragment()}`;

  // What a text says of a game, null if it does not begin one.
  const read = (text) => {
    const { game: name, open, options, seed, deal, moves, at } = Object.fromEntries(new URLSearchParams(text));
    if ((open ?? seed ?? deal) === undefined) return null;
    const start = open ? JSON.parse(open) : seed === undefined ? { text: deal } : { seed };
    if (start === null || typeof start !== "object") throw new SyntaxError("what opens the game is no object");
    // Other choices than those of the dialog could change what the module is asked about.
    const { hidden, free, opponent, side } = JSON.parse(options ?? "{}") ?? {};
    const kind = { name, options: { hidden, free, opponent, side } };
    const question = { ...start, ask: open && start.text === undefined ? "draw" : "open" };
    const past = { moves: moves ? moves.split(",") : undefined, at: at === undefined ? undefined : Math.trunc(Number(at)) };
    return { question, kind, past };
  };

  /** Opens a game by such a text; returns whether it did. Where a kept game has its moves, that one goes on. */
  const open = (text) => {
    const found = read(text);
    if (!found) return false;
    const { question, kind, past } = found;
    const { start, played } = game.rules({ ...game.asked(kind.options), game: kind.name, ...question });
    const same = JSON.stringify(opening(kind.name ?? "solomids", kind.options, start));
    const moves = past.moves ?? played;
    const has = (one) => tree.find(tree.unpack(one.moves), moves).found === moves.length;
    const known = all().find((one) => JSON.stringify(one.opening) === same && has(one));
    if (!known) game.begin(question, kind, past);
    else {
      const at = past.at ?? (moves.length || known.at);
      game.begin(question, kind, { moves: tree.merge(moves, known.moves), at, kept: known });
    }
    return true;
  };

  // ---- Storage

  const parsed = (text) => {
    try {
      const one = JSON.parse(text);
      return one?.id && Array.isArray(one.moves) && one.opening ? one : null;
    } catch {
      return null;
    }
  };

  const byName = (id) => parsed(stored(GAME + id));

  /** All games that are kept, the latest first. */
  const all = () => {
    const found = storedNames(GAME).map((name) => parsed(stored(name)));
    return found.filter(Boolean).sort((a, b) => b.changed - a.changed);
  };

  const forget = (id) => unstore(GAME + id);

  // Forgets a game that was dealt and never touched. One that was typed in stays, and the deal of the day.
  const drop = (id) => {
    const one = byName(id);
    const dealt = one?.opening.seed ?? /"seed"/.exec(one?.opening.open);
    if (one && !one.moves.length && dealt && !one.daily) forget(id);
  };

  /** The question that opens a kept game, and its kind. */
  const opens = (one) => {
    const { question, kind } = read(`${new URLSearchParams(one.opening)}`);
    return { question, kind: { ...kind, options: one.options } };
  };

  // What is kept of a game. Of several ends the best one counts.
  const record = () => {
    const { name, opened, seen, kept } = game;
    const { best } = kept;
    const end = { score: seen.score ?? null, won: seen.won, winner: seen.winner, moves: replay.ply, seconds: kept.seconds };
    const better = seen.over && !replay.aside && (!best || (end.score ?? 0) > (best.score ?? 0));
    return {
      ...kept,
      game: name,
      title: kept.title ?? opened.title,
      opening: opening(name, game.options, opened.start),
      options: game.options,
      moves: tree.pack(replay.root),
      at: replay.aside?.from ?? replay.ply,
      state: seen.state,
      best: better ? end : best,
    };
  };

  const same = (one, other) => JSON.stringify([one.moves, one.at, one.helped, one.best]) === JSON.stringify([other.moves, other.at, other.helped, other.best]);

  // Counts the time of the game until its end.
  let clock = {};
  const count = () => {
    const { kept } = game;
    const now = Date.now();
    const since = clock.id === kept.id ? Math.min(now - clock.at, THOUGHT) : 0;
    if (!kept.best) kept.seconds = (kept.seconds ?? 0) + since / 1000;
    clock = { id: kept.id, at: now };
  };

  // Keeps the game. What another tab has added to it stays.
  const keep = () => {
    const { kept } = game;
    if (kept.id !== current && current) drop(current);
    kept.id ??= `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
    kept.begun ??= Date.now();
    current = kept.id;
    count();
    const known = byName(kept.id);
    const one = record();
    if (known) one.moves = tree.merge(one.moves, known.moves);
    kept.best = one.best;
    if (known && same(one, known)) return;
    one.changed = Date.now();
    const text = JSON.stringify(one);
    let done = store(GAME + kept.id, text);
    if (!done) {
      // The oldest games make way for this one.
      for (const { id } of all().slice(FEW)) forget(id);
      done = store(GAME + kept.id, text);
    }
    if (!done) tellOnce();
    for (const { id } of known ? [] : all().slice(MOST)) forget(id);
  };

  /** Adds the games of a file to those that are kept; returns how many, null if it is no such file. */
  const take = (text) => {
    try {
      const games = JSON.parse(text).games.filter((one) => parsed(JSON.stringify(one)));
      for (const one of games) {
        const known = byName(one.id);
        const merged = known ? { ...known, moves: tree.merge(known.moves, one.moves), best: known.best ?? one.best } : one;
        if (!store(GAME + one.id, JSON.stringify(merged))) tellOnce();
      }
      return games.length;
    } catch {
      return null;
    }
  };

  let told = false;
  const tellOnce = () => {
    if (told) return;
    told = true;
    const why = storedNames(GAME).length ? "is full: delete some games under “Games”" : "is refused";
    notice.say(`The storage of the browser ${why}. This game lasts as long as the page is open; a copied link keeps it.`, true);
  };

  // ---- The address

  // The game of this tab, and the address that was there when it was kept last. A reload goes on with it.
  const here = () => {
    try {
      return JSON.parse(sessionStorage.getItem("solomids-here"));
    } catch {
      return null;
    }
  };
  const remember = () => {
    try {
      sessionStorage.setItem("solomids-here", JSON.stringify({ id: game.kept.id, hash: location.hash }));
    } catch {
      // The address alone opens the game again.
    }
  };

  // The address of the game. Another game than before comes after it in the history of the browser.
  const write = () => {
    clearTimeout(later);
    later = null;
    const { id } = game.kept;
    const text = fragment();
    const way = entry === null || entry === id ? "replaceState" : "pushState";
    entry = id;
    changed = performance.now();
    try {
      if (location.hash.slice(1) !== text || history.state?.id !== id) history[way]({ id }, "", `#${text}`);
    } catch {
      // Some browsers refuse that where the page has no address of its own, or when it changes too often.
    }
    remember();
  };

  /** Keeps what is shown, in storage at once and in the address soon. */
  const save = () => {
    if (!game.own || replay.playing()) return;
    keep();
    remember();
    // A move is shown in two steps, of which the address has the second one only.
    const wait = entry === game.kept.id ? Math.max(0, changed + CALM - performance.now()) : 0;
    later ??= setTimeout(write, wait);
  };

  /** Puts what is shown into the address at once. */
  const flush = () => {
    if (later !== null) write();
  };

  /** Takes the address of the browser for that of the game that is opened next. */
  const arrive = () => {
    clearTimeout(later);
    [later, entry] = [null, null];
  };

  /** Opens a kept game by its id; returns whether it did. */
  const resume = (id) => {
    const one = byName(id);
    if (!one) return false;
    const { question, kind } = opens(one);
    game.begin(question, kind, { moves: one.moves, at: one.at, kept: one });
    return true;
  };

  return { open, save, address, flush, arrive, all, forget, take, opens, resume, here };
})();
