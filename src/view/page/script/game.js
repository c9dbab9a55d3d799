// The game under way: where it starts, and what the module sees in the position that is shown.
const game = (() => {
  let answer = null;
  let name = "solomids";
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

  /** Asks the module for what takes milliseconds. */
  const rules = (question) => content(answer({ game: name, ...question }));

  const tokens = () => film.steps.slice(0, film.ply).map(({ move }) => move);

  const look = (moves) => rules({ ask: "look", start: opened.start, moves, ...options });

  const follow = () => {
    if (!opened) return;
    const moves = tokens();
    seen = rules({ ask: "look", start: opened.start, moves, from: moves.length, ...options });
    if (own) byId("summary").textContent = seen.state;
    for (const follower of followers) follower();
  };

  const setTitle = (title) => {
    document.querySelector("h1 bdi").textContent = title;
    document.title = document.title.replace(/^.* – /s, `${title} – `);
  };

  const drawScene = ({ drawings, board: under, help, width, height }) => {
    document.querySelector(".drawings defs").innerHTML = drawings;
    byId("scene").innerHTML = under;
    byId("board").setAttribute("viewBox", `0 0 ${width} ${height}`);
    document.querySelector("main").style.setProperty("--aspect", width / height);
    if (help) byId("reading").innerHTML = help;
  };

  /** Begins another game, with moves that have been played in it and the number of those that are shown. */
  const begin = (next, moves = next.played, at = moves.length) => {
    const before = [opened, own];
    [opened, own] = [null, true];
    try {
      const scene = rules({ ask: "scene", start: next.start });
      const ask = (moves) => rules({ ask: "look", start: next.start, moves, ...options });
      const [{ share }, { steps }] = [ask([]), ask(moves)];
      drawScene(scene);
      setTitle(next.title);
      byId("deal").value = next.start.deal;
      document.querySelector("main").classList.replace("noted", "plain");
      film.load(scene, { lines: [{ from: 0, steps }], opening: at }, share);
      opened = next;
    } finally {
      if (!opened) [opened, own] = before;
    }
    follow();
  };

  /** Takes over the game that the page was written with. */
  const adopt = (next) => {
    opened = next;
    follow();
  };

  /**
   * Plays a move of the position that is shown, with an animation unless the pieces are there already. The same move again keeps
   * the moves after it.
   */
  const play = (move, animation) => {
    playing = true;
    extend(move);
    film.step(film.ply + 1, animation);
    playing = false;
  };

  const extend = (move) => {
    if (film.steps[film.ply]?.move === move) return;
    own = true;
    const before = film.steps.slice(0, film.ply);
    const { steps, places } = look([...tokens(), move]);
    if (places) board.extend(places);
    before.forEach(({ note }, n) => note && (steps[n].note = note));
    const [, ...others] = film.lines;
    film.replace([{ from: 0, steps }, ...others], 0, before.length);
  };

  film.follow(follow);
  return {
    rules,
    tokens,
    begin,
    adopt,
    play,
    connect: (ask) => (answer = ask),
    follow: (follower) => followers.push(follower),
    get name() {
      return name;
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
