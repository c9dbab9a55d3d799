// The editor of boards of Solomids: a square is chosen, and pieces fill it and those after it. What is on the board is a list of
// stacks in notation, such as `R12`, by the numbers of the squares.
import * as deal from "../../../draw/page/script/deal.js";
import { all, byId } from "../../../draw/page/script/dom.js";
import * as game from "../../../draw/page/script/game.js";

const [ROWS, COLUMNS, COPIES] = [10, 5, 3];
const squares = () => all("#editing button");
const pieces = () => all("#palette button");
const paints = () => Object.fromEntries(pieces().map(({ dataset, style }) => [dataset.piece[0], style.cssText]));
const names = () =>
  Object.fromEntries(pieces().map((one) => [one.dataset.piece, (one.dataset.name ??= one.getAttribute("aria-label"))]));

const empty = () => Array(ROWS * COLUMNS).fill("");
let stacks = empty();
// The square that the next piece goes to. A deal begins in the second row.
let at = COLUMNS;
let stacking = false;
// What undo goes back to.
const before = [];

const count = (piece) => stacks.filter((stack) => stack[0] === piece[0] && stack.includes(piece[1])).length;

// What is wrong with the numbers of pieces, if anything: too many of one, or sizes of a colour that do not go together.
const faults = () => {
  const called = names();
  const many = Object.keys(called).filter((piece) => count(piece) > COPIES);
  const colours = [...new Set(Object.keys(called).map(([letter]) => letter))];
  const uneven = colours.flatMap((letter) => {
    const counts = [1, 2, 3].map((size) => count(`${letter}${size}`));
    const most = Math.min(COPIES, Math.max(...counts));
    return counts.flatMap((n, i) => (n < most ? [`${most - n} ${called[`${letter}${i + 1}`]}`] : []));
  });
  const words = many.map((piece) => `${count(piece) - COPIES} ${called[piece]} too many`);
  if (uneven.length) words.push(`missing: ${uneven.join(", ")}`);
  return words;
};

const show = () => {
  const [paint, called] = [paints(), names()];
  squares().forEach((square, n) => {
    const stack = stacks[n];
    square.dataset.text = stack;
    square.style.cssText = paint[stack[0]] ?? "";
    square.classList.toggle("filled", stack !== "");
    const words = [...stack.slice(1)].map((size) => called[`${stack[0]}${size}`]).join(" on ") || "empty";
    square.setAttribute("aria-label", `${square.dataset.square}: ${words}`);
    square.setAttribute("aria-pressed", n === at);
  });
  for (const button of pieces()) {
    const { piece } = button.dataset;
    const left = COPIES - count(piece);
    Object.assign(button.dataset, { text: `${piece[0]}${"•".repeat(Number(piece[1]))}`, left: `${left} left` });
    button.setAttribute("aria-label", `${called[piece]}, ${left} left`);
    button.classList.toggle("over", left < 0);
  }
  const total = stacks.reduce((sum, stack) => sum + Math.max(0, stack.length - 1), 0);
  byId("edit-words").textContent = [`${total} of 45 pieces are on the board`, ...faults()].join("; ");
  byId("edit-stack").setAttribute("aria-pressed", stacking);
};

const change = (act) => {
  before.push([stacks.slice(), at]);
  act();
  show();
};

const put = (piece) => {
  const stack = stacks[at];
  const sizes = new Set([...(stacking && stack[0] === piece[0] ? stack.slice(1) : ""), piece[1]]);
  stacks[at] = piece[0] + [...sizes].sort().join("");
  if (!stacking) at = Math.min(stacks.length - 1, at + 1);
};

const text = () => {
  const rows = Array.from({ length: ROWS }, (_, row) => stacks.slice(row * COLUMNS, (row + 1) * COLUMNS));
  return `${rows.map((row) => row.map((stack) => stack || ".").join(" ")).join("\n")}\nswaps-used: ${byId("edit-swaps").value}`;
};

// The board on the page, if its letters are those of the palette.
const shown = () => {
  if (game.name !== "solomids") return;
  const { deal: board } = game.seen;
  const rows = board.split("\n")[0].split("/").map((row) => row.trim().split(/\s+/));
  const all = rows.flat().map((stack) => (stack === "." ? "" : stack));
  stacks = [...empty().slice(all.length), ...all];
  byId("edit-swaps").value = game.seen.swaps_used;
};

export const listen = () => {
  squares().forEach((square, n) =>
    square.addEventListener("click", () => {
      at = n;
      show();
    }),
  );
  for (const button of pieces()) button.addEventListener("click", () => change(() => put(button.dataset.piece)));
  const acts = {
    "edit-empty": () => {
      stacks[at] = "";
      if (!stacking) at = Math.min(stacks.length - 1, at + 1);
    },
    "edit-clear": () => ([stacks, at] = [empty(), COLUMNS]),
    "edit-shown": shown,
  };
  for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", () => change(act));
  byId("edit-undo").addEventListener("click", () => {
    if (before.length) [stacks, at] = before.pop();
    show();
  });
  byId("edit-stack").addEventListener("click", () => {
    stacking = !stacking;
    show();
  });
  byId("edit-play").addEventListener("click", () => deal.take({ text: text() }));
  byId("editor").addEventListener("toggle", show);
};
