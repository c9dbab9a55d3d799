// The drawn board: pieces and where they stand, the marks of a move, what has been achieved.
//
// A spot is an index into `places`, a piece an index into `pieces`, a frame the spots of all pieces after some moves. A place
// is the centre of a drawing, its scale, and what lies in front. The first places are those of `cells`, the names of squares.
// Duration of the animation of a move, in milliseconds.
import { byId, draw, still } from "./dom.js";
import { says, tally as showSwaps } from "../../../games/solomids/view/board.js";

const MOTION = 460;

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

/** Width and height of the mark of a spot. */
export const markSize = (spot) => scene.mark.map((side) => side * scene.places[spot][2]);

// Outline around the spots of a column from the first to the last of these.
const outline = (spots, left) => {
  const [first, last] = [Math.min(...spots), Math.max(...spots)];
  const [x, y] = scene.places[first];
  const [width, depth] = markSize(first);
  const height = scene.places[last][1] - y + depth;
  const corner = { x: x - width / 2, y: y - depth / 2 };
  return draw("rect", { class: left ? "trace left" : "trace", ...corner, width, height, rx: 5 });
};

/** Marks the squares of the last move. */
const trace = (step, before) => {
  const marks = [];
  if (step && step.kind === "slide") {
    // Stacks that slide end on adjacent squares. A square that one of them leaves may be taken by the next one.
    const there = step.moved.map(([, spot]) => spot);
    const left = step.moved.map(([piece]) => before[piece]).filter((spot) => !there.includes(spot));
    marks.push(outline(left, true), outline(there, false));
  } else if (step) {
    const { squares, kind } = step;
    marks.push(...squares.map((spot, i) => outline([spot], kind === "bank" || (i === 0 && kind !== "swap"))));
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
