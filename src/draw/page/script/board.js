// The drawn board: pieces and where they stand, the marks of a move, what has been achieved.
//
// A spot is an index into `places`, a piece an index into `pieces`, a frame the spots of all pieces after some moves. A place
// is the centre of a drawing, its scale, and what lies in front. The first places are those of `cells`, the names of squares.
import { byId, draw, still } from "./dom.js";
import { says, tally as showSwaps } from "../../../games/solomids/view/board.js";

// Duration of the animation of a move, in milliseconds.
const MOTION = 460;
// Duration of the dealing of a game, in milliseconds.
const RAIN = 420;

export let scene = null;
export let pieces = [];

/** Shows the pieces of another game. */
export const load = (next) => {
  scene = next;
  pieces = scene.pieces.map((name) => draw("use", { href: `#${name}`, "data-piece": name }));
  byId("pieces").replaceChildren(...pieces);
};

/** The steps of another answer, by the spots of a scene, which gets the places that it lacks. */
export const settled = (scene, steps, places) => {
  const known = new Map(scene.places.map((place, spot) => [`${place}`, spot]));
  const spots = places.map((place, spot) => {
    if (spot < scene.cells.length) return spot;
    if (!known.has(`${place}`)) known.set(`${place}`, scene.places.push(place) - 1);
    return known.get(`${place}`);
  });
  return steps.map((step) => ({ ...step, moved: step.moved.map(([piece, spot]) => [piece, spots[spot]]) }));
};

export const at = (spot, lift = 1) => {
  const [x, y, scale] = scene.places[spot];
  return `translate(${x}px, ${y}px) scale(${scale * lift})`;
};

const between = (from, to, side, lift) => {
  const [[x, y, scale], [u, v, other]] = [scene.places[from], scene.places[to]];
  const [dx, dy] = [(v - y) * side, (x - u) * side];
  return `translate(${(x + u) / 2 + dx}px, ${(y + v) / 2 + dy}px) scale(${((scale + other) / 2) * lift})`;
};

/** The pieces of a frame in the order in which they are drawn. */
export const inOrder = (frame) => {
  const depth = (p) => scene.places[frame[p]][3] ?? 0;
  return pieces
    .map((_, p) => p)
    .sort((p, q) => depth(p) - depth(q) || p - q)
    .map((p) => pieces[p]);
};

const animations = () => byId("pieces").getAnimations({ subtree: true });

/** Moves all pieces from one frame to another at a speed. Moving pieces are drawn above the others. */
export const place = (before, after, kind, speed) => {
  for (const animation of animations()) animation.cancel();
  const moving = pieces.filter((_, p) => before[p] !== after[p]);
  pieces.forEach((piece, p) => {
    piece.style.transform = at(after[p]);
  });
  byId("pieces").append(...inOrder(after));
  if (kind === "" || still.matches || !moving.length) return;
  byId("pieces").append(...moving);
  const motion = MOTION / Math.max(1, speed);
  pieces.forEach((piece, p) => {
    const [from, to] = [before[p], after[p]];
    if (from === to) return;
    const path = [at(from), at(to)];
    if (kind === "swap") path.splice(1, 0, between(from, to, 0.25, 1.12));
    else if (kind !== "slide") path.splice(1, 0, between(from, to, 0, 1.12));
    piece.animate(
      path.map((transform) => ({ transform })),
      { duration: kind === "jump" ? motion / 2 : motion, easing: "cubic-bezier(.4, 0, .2, 1)" },
    );
  });
  const shown = scene;
  Promise.allSettled(animations().map((animation) => animation.finished)).then((ends) => {
    // Another game may have begun by then.
    if (scene === shown && ends.every((end) => end.status === "fulfilled")) byId("pieces").append(...inOrder(after));
  });
};

/** Lets the pieces of a new deal rain in. */
export const rain = () => {
  if (still.matches) return;
  pieces.forEach((piece, p) => {
    const [x, y, scale] = scene.places[scene.spots[p]];
    const above = { transform: `translate(${x}px, ${y - 60}px) scale(${scale})`, opacity: 0 };
    const wait = RAIN * (0.6 * (y / scene.height) + 0.2 * Math.random());
    piece.animate([above, { transform: at(scene.spots[p]), opacity: 1 }], { duration: RAIN / 2, delay: wait, fill: "backwards", easing: "cubic-bezier(.3, 0, .6, 1.3)" });
  });
};

/** Lets the pieces that stand beside the squares leap, one place after the other, as the trees in the bank do after a win. */
export const cascade = (frame) => {
  if (still.matches) return;
  const places = [...new Set(frame.filter((spot) => spot >= scene.cells.length))].sort((a, b) => scene.places[a][1] - scene.places[b][1] || scene.places[a][0] - scene.places[b][0]);
  pieces.forEach((piece, p) => {
    const turn = places.indexOf(frame[p]);
    if (turn < 0) return;
    const [rest, up] = [at(frame[p]), at(frame[p], 1.3)];
    piece.animate([{ transform: rest }, { transform: up }, { transform: rest }], { duration: MOTION, delay: 70 * turn, easing: "ease-in-out" });
  });
};

/** Shows what lies in the nests, one nest after the other. */
export const reveal = (isFresh) => {
  pieces
    .filter((piece) => piece.classList.contains("covered"))
    .forEach((piece, n) => setTimeout(() => isFresh() && piece.classList.remove("covered"), still.matches ? 0 : 90 * n));
};

/** Width and height of the mark of a spot. */
export const markSize = (spot) => scene.mark.map((side) => side * scene.places[spot][2]);

// Length of the sides of a corner, in units of the board.
const CORNER = 13;

// Corners around spots of a row or column.
const corners = (spots, left) => {
  const middles = spots.map((spot) => scene.places[spot]);
  const [width, height] = markSize(spots[0]);
  const reach = (n, side, most) => most(...middles.map((place) => place[n])) + ((most === Math.max ? 1 : -1) * side) / 2;
  const [x, y, u, v] = [reach(0, width, Math.min), reach(1, height, Math.min), reach(0, width, Math.max), reach(1, height, Math.max)];
  const at = (x, y, dx, dy) => `M${x} ${y + CORNER * dy}V${y}H${x + CORNER * dx}`;
  const d = at(x, y, 1, 1) + at(u, y, -1, 1) + at(x, v, 1, -1) + at(u, v, -1, -1);
  return draw("path", { class: left ? "trace left" : "trace", d });
};

/** Marks the squares of the last move. */
const trace = (step, before) => {
  const marks = [];
  if (step && step.kind === "slide") {
    // Stacks that slide end on adjacent squares. A square that one of them leaves may be taken by the next one.
    const there = step.moved.map(([, spot]) => spot);
    const left = step.moved.map(([piece]) => before[piece]).filter((spot) => !there.includes(spot));
    if (left.length) marks.push(corners(left, true));
    marks.push(corners(there, false));
  } else if (step) {
    const { squares, kind } = step;
    marks.push(...squares.map((spot, i) => corners([spot], kind === "bank" || (i === 0 && kind !== "swap"))));
  }
  byId("traces").replaceChildren(...marks);
};

/** Shows what has been achieved, and what else a game counts, in a drawing. */
export const tally = (drawing, numbers) => {
  const bank = drawing.querySelector("#bank");
  bank.textContent = bank.textContent.replace(/\d+/, numbers[0]);
  showSwaps(drawing, numbers);
};

// The pieces on squares as stacks, by their spots: `R12`.
const stacks = (frame) => {
  const found = new Map();
  frame.forEach((spot, p) => {
    const [letter, size] = scene.pieces[p];
    if (scene.cells[spot]) found.set(spot, letter + size + (found.get(spot) ?? "").slice(1));
  });
  return found;
};

// Text alternative of the board of the page's own game where the data have none, for screen readers.
const describe = (frame, numbers) => {
  const named = [...stacks(frame)].sort(([a], [b]) => a - b).map(([spot, stack]) => `${scene.cells[spot]} ${stack}`);
  return says(named.join(", ") || "empty", numbers);
};

/** Shows a frame after a step, or at the start, with marks and words. Covered pieces are not drawn. */
export const show = (frame, step, before) => {
  const { tally: now, says, covered = [] } = step ?? scene;
  pieces.forEach((piece, p) => piece.classList.toggle("covered", covered.includes(p)));
  tally(byId("board"), now);
  trace(step, before);
  byId("board").setAttribute("aria-label", says ?? describe(frame, now));
};
