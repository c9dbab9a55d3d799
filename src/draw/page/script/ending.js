// The end of a game that was played here: how it went, what was possible, and what may come next.
import * as advice from "./advice.js";
import * as board from "./board.js";
import * as daily from "./daily.js";
import { byId, clocked, counted, draw, make, still } from "./dom.js";
import * as endgames from "./endgames.js";
import * as game from "./game.js";
import { games } from "./games.js";
import { content } from "./module.js";
import * as pool from "./pool.js";
import * as replay from "./replay.js";
import * as search from "./search.js";
import * as share from "./share.js";
import * as state from "./state.js";

// Pieces of confetti.
const CONFETTI = 90;

const throwConfetti = () => {
  if (still.matches) return;
  const fills = [...document.querySelectorAll(".drawings defs > g > rect")].map((rect) => rect.getAttribute("fill"));
  const { width, height } = byId("confetti").getBoundingClientRect();
  const bits = Array.from({ length: CONFETTI }, (_, n) => {
    const bit = make("i", { style: `background: ${fills[n % fills.length]}` });
    const [x, away] = [width * (0.5 + 0.1 * (Math.random() - 0.5)), width * (Math.random() - 0.5)];
    const [rise, turn] = [height * (0.35 + 0.4 * Math.random()), 720 * (Math.random() - 0.5)];
    const frames = [
      { transform: `translate(${x}px, ${height * 0.55}px) scale(0.4)`, opacity: 1 },
      { transform: `translate(${x + 0.7 * away}px, ${height * 0.75 - rise}px) rotate(${turn}deg)`, offset: 0.35 },
      { transform: `translate(${x + away}px, ${height}px) rotate(${2 * turn}deg)`, opacity: 0 },
    ];
    const duration = 1600 + 1400 * Math.random();
    bit.animate(frames, { duration, easing: "cubic-bezier(.2, .6, .5, 1)", fill: "forwards" }).finished.then(
      () => bit.remove(),
      () => {},
    );
    return bit;
  });
  byId("confetti").replaceChildren(...bits);
};

const close = () => {
  byId("end").hidden = true;
  byId("confetti").replaceChildren();
};

// The squares of the line that has won pulse, and stay marked.
const markLine = () => {
  for (const old of byId("under").querySelectorAll(".won-line")) old.remove();
  const { line = [] } = game.seen;
  const [width, height] = board.markSize(0);
  const boxes = line.map((spot) => board.scene.places[spot]).map(([x, y]) => draw("rect", { class: "won-line", x: x - width / 2, y: y - height / 2, width, height, rx: 5 }));
  byId("under").append(...boxes);
};

const isMine = () => !game.options.opponent || game.seen.winner === game.options.side;

// Whether an endgame has ended as it asks.
const isReached = () => endgames.isReached({ ...game.kept, options: game.options }, { ...game.seen, moves: replay.ply });

// The headline, by game and result.
const title = () => {
  const { over, won, score, winner } = game.seen;
  const { opponent, side } = game.options;
  if (!over) return "";
  if (game.kept.endgame) return !isReached() ? "Not this time" : endgames.counts(game.kept) ? "Solved" : "Won, with the solution shown";
  if (winner) return opponent ? (winner === side ? `${games.pentamid.levelName(opponent)} is beaten` : `${games.pentamid.levelName(opponent)} has won`) : `Player ${winner} has won`;
  if (game.name === "solomids") return won ? (score === 17 ? "17: the best possible score" : `Won with ${score}`) : `${counted(score ?? 0, "tree")} in the bank`;
  if (game.name === "solace2") return counted(score ?? 0, "tower");
  return "A draw";
};

// What helped, how many moves and how long it took.
const details = () => {
  const { hint = 0, solve = 0, judge = 0 } = game.kept.helped;
  const seconds = game.kept.best?.seconds ?? game.kept.seconds;
  const help = [hint ? counted(hint, "hint") : "no hint", judge && "moves judged", solve && "solved"].filter(Boolean);
  return [...help, counted(replay.ply, "move"), seconds ? clocked(seconds) : ""].filter(Boolean).join(" · ");
};

// Says what could have been reached from the start, where that is known soon.
const tellPossible = async () => {
  if (!game.asks("solve")) return;
  const { kept, seen } = game;
  try {
    const { score } = content(await pool.ask({ ...search.here("solve"), hidden: undefined, moves: [] }).answer);
    if (game.kept !== kept || score === null) return;
    kept.possible = score;
    state.save();
    if (game.seen !== seen || byId("end").hidden) return;
    const words = seen.score >= score ? `all ${score} that were possible` : `${seen.score} of ${score} that were possible`;
    byId("end-words").textContent += ` · ${words}`;
  } catch {
    // The result stands without it.
  }
};

// What comes next: its words, and what begins it.
const next = () => {
  const { kept, name, options } = game;
  if (kept.endgame) return { words: "Next endgame", begin: () => endgames.open(endgames.next(state.all(), endgames.starsOf(kept.endgame))) };
  return games[name].next(kept, options, game.seen);
};

const follow = () => {
  markLine();
  if (!game.seen.over || !game.playing || game.kept.lesson) return close();
  show();
  const { seen } = game;
  if (game.options.hidden) board.reveal(() => game.seen === seen);
  if (!seen.won || !isMine()) return;
  if (game.name === "solomids") board.cascade(replay.frame());
  throwConfetti();
};

/** Shows how the game has ended, and what may come next. */
export const show = () => {
  const { won } = game.seen;
  byId("end-title").textContent = title();
  byId("end-words").textContent = details();
  const stars = (game.kept.endgame && !endgames.counts(game.kept)) || game.options.opponent || game.name === "pentamid" ? 0 : daily.stars({ game: game.name, endgame: game.kept.endgame, best: game.seen, helped: game.kept.helped });
  byId("end-stars").textContent = "★".repeat(stars);
  if (!won || game.name === "solace2") tellPossible();
  byId("end-next").textContent = next().words;
  byId("end-again").textContent = game.name === "pentamid" ? "Rematch" : "Same again";
  byId("end-review").hidden = !game.asks("review") || (won && game.name === "solomids" && game.seen.score === 17);
  const seconds = game.kept.best?.seconds ?? game.kept.seconds;
  byId("end-share").textContent = won && game.name === "solomids" && seconds ? `Share “beat ${clocked(seconds)}”` : "Share";
  byId("end").hidden = false;
  byId("end-title").focus({ preventScroll: true });
};

// The same start once more; with an opponent the other side begins.
const again = () => {
  const { options, kept } = game;
  if (kept.endgame) return endgames.begin(kept.endgame);
  const { daily: day, level, title: named, beat } = kept;
  const { question, kind } = state.again();
  const sides = options.opponent ? { side: 3 - options.side } : {};
  game.begin(question, { ...kind, options: { ...options, ...sides } }, { moves: [], kept: { level, title: day ? undefined : named, beat } });
};

export const listen = () => {
  const acts = {
    "end-close": () => byId("undo").focus(),
    "end-next": () => next().begin(),
    "end-again": again,
    "end-review": advice.review,
    "end-share": share.share,
    "end-watch": () => {
      replay.step(0, "jump");
      replay.play();
    },
  };
  for (const [id, act] of Object.entries(acts)) {
    byId(id).addEventListener("click", () => {
      if (act !== share.share) close();
      act();
    });
  }
  byId("end").addEventListener("keydown", ({ key }) => {
    if (key === "Escape") byId("end-close").click();
  });
  game.follow(follow);
};
