// What could still be reached, over all moves of a game that was gone through: a graph, and a bar beside the board for the position
// that is shown.
import { byId, draw, first } from "./dom.js";
import * as game from "./game.js";
import * as replay from "./replay.js";

// Height of the graph, and width of what stands at its left.
const [HEIGHT, LEFT] = [96, 34];

// The levels of a game, the lowest first: least value, and words.
const LEVELS = {
  solomids: [[-Infinity, "lost"], [15, "15"], [16, "16"], [17, "17"]],
};

/** What was reached before the first move and after each of them, as far as it is known. */
const values = () => {
  const notes = replay.steps.map(({ note }) => note);
  const number = (text) => (text === null || text === undefined ? undefined : Number.parseFloat(text));
  return [number(notes[0]?.before), ...notes.map((note) => number(note?.after))];
};

const levels = (known) => {
  if (LEVELS[game.name]) return LEVELS[game.name];
  const all = [...new Set(known.filter((one) => Number.isFinite(one)))].sort((a, b) => a - b);
  return all.map((one) => [one, `${one}`]);
};

const follow = () => {
  const known = replay.aside ? [] : values();
  const steps = levels(known);
  const height = (value) => steps.findLastIndex(([least]) => value >= least);
  const drawn = document.querySelector("main.noted") && known.filter(Number.isFinite).length > 1 && steps.length > 1;
  byId("graph").hidden = byId("bar").hidden = !drawn;
  if (!drawn) return;
  const svg = first("#graph svg");
  const width = svg.clientWidth || 400;
  const x = (ply) => LEFT + ((width - LEFT - 6) * ply) / Math.max(1, known.length - 1);
  const y = (level) => HEIGHT - 12 - ((HEIGHT - 24) * level) / (steps.length - 1);
  const lines = steps.flatMap(([, words], n) => [
    draw("line", { class: "level", x1: LEFT, x2: width, y1: y(n), y2: y(n) }),
    draw("text", { x: LEFT - 6, y: y(n) + 4 }, words),
  ]);
  let course = "";
  const drops = [];
  known.forEach((value, ply) => {
    if (!Number.isFinite(value)) return;
    const level = height(value);
    course += course ? `H${x(ply)}V${y(level)}` : `M${x(ply)} ${y(level)}`;
    if (ply && Number.isFinite(known[ply - 1]) && level < height(known[ply - 1])) {
      const label = `Move ${ply}: from ${steps[height(known[ply - 1])][1]} to ${steps[level][1]}`;
      const drop = draw("circle", { class: "drop", cx: x(ply), cy: y(level), r: 6, role: "button", tabindex: 0, "aria-label": label });
      drop.addEventListener("click", () => replay.step(ply));
      drop.addEventListener("keydown", ({ key }) => key === "Enter" && replay.step(ply));
      drops.push(drop);
    }
  });
  const here = draw("line", { class: "here", x1: x(replay.ply), x2: x(replay.ply), y1: 4, y2: HEIGHT - 4 });
  svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
  svg.replaceChildren(...lines, here, draw("path", { class: "course", d: course }), ...drops);
  const now = known[replay.ply];
  const share = Number.isFinite(now) ? (100 * height(now)) / (steps.length - 1) : 0;
  first("#bar i").style.height = `${share}%`;
  byId("bar").setAttribute("aria-label", `Still possible: ${steps[height(now)]?.[1] ?? "unknown"}`);
};

export const listen = () => game.follow(follow);
