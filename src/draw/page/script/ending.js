// The end of a game that was played here: a card with the result, and for a win some confetti.
// Pieces of confetti.
import * as advice from "./advice.js";
import * as deal from "./deal.js";
import { byId, counted, make, still } from "./dom.js";
import * as game from "./game.js";
import { content } from "./module.js";
import * as pool from "./pool.js";
import * as replay from "./replay.js";
import * as search from "./search.js";
import * as share from "./share.js";
import * as state from "./state.js";

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

// Says what could have been reached from the start, where that is known soon.
const tellPossible = async () => {
  if (!game.asks("solve")) return;
  const { kept, seen } = game;
  try {
    const { score } = content(await pool.ask({ ...search.here("solve"), moves: [] }).answer);
    if (game.kept !== kept || score === null) return;
    kept.possible = score;
    state.save();
    if (game.seen !== seen) return;
    byId("end-words").textContent += `. ${seen.score} of ${score} that were possible`;
  } catch {
    // The result stands without it.
  }
};

const follow = () => {
  const { over, won, score, state, winner } = game.seen;
  const { opponent, side } = game.options;
  if (!over || !game.playing) return close();
  const two = winner && (!opponent ? `Player ${winner} has won!` : winner === side ? "You have won!" : "The engine has won");
  byId("end-title").textContent = two ?? (won ? `Won with ${score}!` : "The end");
  byId("end-words").textContent = `${two && opponent ? "A" : `${state}, a`}fter ${counted(replay.ply, "move")}`;
  if (!won) tellPossible();
  byId("end-review").hidden = (won && !two) || !game.asks("review");
  byId("end-review").textContent = two ? "Where was it won?" : "Where did I lose it?";
  byId("end").classList.toggle("won", won);
  byId("end").hidden = false;
  byId("end-title").focus({ preventScroll: true });
  if (won && (!opponent || winner === side)) throwConfetti();
};

export const listen = () => {
  const acts = {
    "end-close": () => byId("undo").focus(),
    "end-deal": deal.open,
    "end-review": advice.review,
    "end-share": share.share,
    "end-picture": share.savePhoto,
    "end-watch": () => {
      replay.step(0, "jump");
      replay.play();
    },
  };
  for (const [id, act] of Object.entries(acts)) {
    byId(id).addEventListener("click", () => {
      close();
      act();
    });
  }
  byId("end").addEventListener("keydown", ({ key }) => {
    if (key === "Escape") byId("end-close").click();
  });
  game.follow(follow);
};
