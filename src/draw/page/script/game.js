// The game under way: where it starts, and what the module sees in the position that is shown.
const game = (() => {
  let answer = null;
  let [name] = Object.keys(games);
  // What `open` said of the game: `start`, which later questions give back, with its text `deal`; `title`, `seed`.
  let opened = null;
  // Choices that hold for the whole game, such as playing with hidden nests.
  let options = {};
  // What `look` said of the position that is shown.
  let seen = null;
  // Whether the reader has made the game their own: played a move, or taken another deal than the page was written with.
  let own = false;
  // Whether the reader is playing a move right now.
  let playing = false;
  const followers = [];

  // Said where another move would take back one that has shown a piece.
  const BOUND = "A move that has shown a piece stays, and so do those before it: go on to the last move";

  /** Asks the module for what takes milliseconds. */
  const rules = (question) => content(answer({ ...options, game: name, ...question }));

  const tokens = () => film.steps.slice(0, film.ply).map(({ move }) => move);

  /** The steps of a line from the start. */
  const line = (moves) => {
    const { steps, places } = rules({ ask: "look", start: opened.start, moves });
    return places ? board.settled(steps, places) : steps;
  };

  // The number of moves of the game itself that lead to the position that is shown, on whichever line it is.
  const common = (moves) => {
    const [{ steps }] = film.lines;
    const n = moves.findIndex((move, n) => steps[n]?.move !== move);
    return n < 0 ? moves.length : n;
  };

  // With hidden pieces, no other move can be played in place of one after which a piece has been shown, unless the player has chosen
  // that it can. And nobody plays for the engine while it is to answer.
  const bind = (moves) => {
    const [{ steps }] = film.lines;
    const shared = common(moves);
    seen.bound = Boolean(options.hidden) && !options.free && shared <= steps.findLastIndex(({ shows }) => shows);
    const next = shared === moves.length ? steps[shared]?.move : undefined;
    if (seen.bound) seen.legal = seen.legal.filter(({ move }) => move === next);
    const atEnd = film.line === 0 && moves.length === steps.length;
    seen.waits = Boolean(options.opponent) && !seen.over && seen.side !== options.side && atEnd;
    if (seen.waits) seen.legal = [];
  };

  const follow = () => {
    if (!opened) return;
    const moves = tokens();
    seen = rules({ ask: "look", start: opened.start, moves, from: moves.length });
    bind(moves);
    if (own) byId("summary").textContent = seen.state;
    for (const follower of followers) follower();
  };

  const setTitle = (title) => {
    const { called } = games[name];
    document.querySelector("h1 bdi").textContent = title;
    document.title = title === called ? called : `${title} – ${called}`;
  };

  const drawScene = ({ drawings, board: under, help, width, height }) => {
    document.querySelector(".drawings defs").innerHTML = drawings;
    byId("scene").innerHTML = under;
    byId("board").setAttribute("viewBox", `0 0 ${width} ${height}`);
    document.querySelector("main").style.setProperty("--aspect", width / height);
    if (help) byId("reading").innerHTML = help;
  };

  /**
   * Begins another game. `opening` is a question that opens one; `kind` has the name of the game and the choices that hold for it;
   * `moves` have been played, and `at` of them are shown.
   */
  const begin = (opening, kind = {}, moves = null, at = Infinity) => {
    const before = [name, options];
    [name, options] = [kind.name ?? Object.keys(games)[0], kind.options ?? {}];
    let next, scene, steps, share;
    try {
      next = rules(opening);
      moves ??= next.played;
      const ask = (moves) => rules({ ask: "look", start: next.start, moves });
      scene = rules({ ask: "scene", start: next.start });
      share = ask([]).share;
      const end = ask(moves);
      steps = end.steps;
      scene.places = end.places ?? scene.places;
    } catch (error) {
      [name, options] = before;
      throw error;
    }
    own = true;
    opened = null;
    drawScene(scene);
    setTitle(next.title);
    byId("deal").value = next.start.deal;
    byId("deal").parentElement.hidden = Boolean(options.hidden);
    film.showNotes(false);
    film.load(scene, { lines: [{ from: 0, steps }], opening: at }, share);
    opened = next;
    follow();
  };

  /** Takes over the game that the page was written with. */
  const adopt = (opening, kind) => {
    name = kind;
    opened = rules(opening);
    follow();
  };

  /**
   * Plays a move of the position that is shown, with an animation unless the pieces are there already. The same move again keeps
   * the moves after it.
   */
  const play = (move, animation) => {
    playing = true;
    try {
      extend(move);
      film.step(film.ply + 1, animation);
    } finally {
      playing = false;
    }
  };

  // Makes the move the next one of the game. What is played on another line becomes the game, unless the game has it already.
  const extend = (move) => {
    const moves = [...tokens(), move];
    if (common(moves) === moves.length) return film.line === 0 || film.open(0, film.ply);
    own = true;
    const before = film.steps.slice(0, film.ply);
    const steps = line(moves);
    before.forEach(({ note }, n) => note && (steps[n].note = note));
    const [, ...others] = film.lines;
    film.replace([{ from: 0, steps }, ...others], 0, before.length);
  };

  film.follow(follow);
  return {
    BOUND,
    rules,
    tokens,
    begin,
    adopt,
    play,
    line,
    connect: (ask) => (answer = ask),
    follow: (follower) => followers.push(follower),
    get name() {
      return name;
    },
    /** Whether something can be asked about the game. */
    asks: (what) => games[name].asks.includes(what),
    get options() {
      return options;
    },
    get opened() {
      return opened;
    },
    get seen() {
      return seen;
    },
    get own() {
      return own;
    },
    get playing() {
      return playing;
    },
  };
})();
