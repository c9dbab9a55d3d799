// Playing on the board: squares that can be chosen by mouse, finger and keyboard, and pieces that can be dragged.
import * as board from "./board.js";
import * as controls from "./controls.js";
import { byId, counted, draw, make } from "./dom.js";
import * as game from "./game.js";
import { games } from "./games.js";
import * as guard from "./guard.js";
import * as guide from "./guide.js";
import * as notice from "./notice.js";
import * as replay from "./replay.js";
import * as settings from "./settings.js";

// Distance in pixels from which a press is a drag.
const DRAG = 6;
// Greatest distance of a press or a drop from the middle of a square, in sixtieths of its side.
const REACH = 36;

// Spot of the stack that is picked up.
let held = null;
// Whether two stacks are to change places.
let swapping = false;
// Legal moves of the stacks, by the spots where they begin.
let moves = new Map();
// Moves that the rules bar, with the reason, by the spots where they begin.
let barred = new Map();
// Elements of the squares, by their spots.
let cells = new Map();
// Spot that the keyboard is at.
let cursor = 0;
let drag = null;
// What was drawn when the squares were made.
let scene = null;

// ---- Moves and squares

/** Where a move begins: a piece in reserve has a place of its own. */
export const source = (move) => move.from ?? replay.frame()[move.pieces[0]];
/** Where a move ends: what is banked goes to a place of its own. */
export const target = (move) => move.to ?? move.moved[0][1];
const ends = (move) => {
  const both = [[source(move), target(move)]];
  if (move.kind === "swap") both.push([move.to, move.from]);
  return both;
};

// Pieces in reserve that look like the one that a move takes: any of them may be picked up in its place.
const alike = (move) => {
  const { from } = move;
  const [own] = move.pieces;
  const { places, cells, pieces } = board.scene;
  const at = (p) => (replay.frame()[p] < cells.length ? 0 : places[replay.frame()[p]][2]);
  return from === null ? pieces.flatMap((name, p) => (p !== own && name === pieces[own] && at(p) === at(own) ? [p] : [])) : [];
};

// The square that a place lies in, or the place itself.
export const home = (spot) => {
  const { places, cells } = board.scene;
  if (spot < cells.length) return spot;
  const [x, y] = places[spot];
  const [width, height] = board.markSize(0);
  const around = (cell) => Math.abs(places[cell][0] - x) < width / 2 && Math.abs(places[cell][1] - y) < height / 2;
  return cells.findIndex((_, cell) => around(cell)) + 1 ? cells.findIndex((_, cell) => around(cell)) : spot;
};
const standing = (spot) => board.pieces.flatMap((piece, p) => (home(replay.frame()[p]) === spot ? [p] : []));

// The moves of the held stack, by the spots where they end.
const targets = () => {
  const found = new Map();
  for (const [to, move] of moves.get(held) ?? []) found.set(to, [...(found.get(to) ?? []), move]);
  return found;
};

// Why the held stack may not go to a spot, for the spots where a rule bars it.
const reasons = (from = held) => new Map((barred.get(from) ?? []).map(({ to, reason }) => [to, reason]));

// The pieces on a square in words, the smallest first, which is the topmost one in a stack.
export const contents = (spot) => {
  const open = standing(spot).filter((p) => !board.pieces[p].classList.contains("covered"));
  const size = (p) => board.scene.pieces[p].slice(-1);
  const order = open.sort((p, q) => (size(p) < size(q) ? -1 : 1));
  return order.map((p) => board.scene.names[p]).join(" on ") || "empty";
};

const label = (spot) => {
  const name = board.scene.cells[spot] ?? (standing(spot).length ? "Reserve" : "Bank");
  const fitting = targets().get(spot) ?? [];
  const words = fitting.map(({ words }) => words).join("; or ");
  const what = spot === held ? "held" : words || reasons().get(spot) || (moves.has(spot) ? "can move" : "");
  return [`${name}: ${contents(spot)}`, what].filter(Boolean).join(", ");
};

const cell = (spot) => {
  const [x, y] = board.scene.places[spot];
  const [width, height] = board.markSize(spot);
  const box = { x: x - width / 2, y: y - height / 2, width, height, rx: 5 };
  const dot = draw("circle", { cx: x, cy: y, r: 9, class: "dot" });
  // Browsers heed `touch-action` of elements in HTML only, not of drawings.
  const grip = draw("foreignObject", box, make("div", { class: "grip" }));
  return draw("g", { class: "spot", role: "button", tabindex: -1, "data-spot": spot }, draw("rect", box), dot, grip);
};

const show = () => {
  const wanted = new Set(board.scene.cells.keys());
  for (const spot of [...moves.keys(), ...targets().keys()]) wanted.add(spot);
  if (wanted.size !== cells.size || [...wanted].some((spot) => !cells.has(spot))) {
    const focused = byId("spots").contains(document.activeElement);
    cells = new Map([...wanted].map((spot) => [spot, cells.get(spot) ?? cell(spot)]));
    byId("spots").replaceChildren(...cells.values());
    if (!cells.has(cursor)) cursor = held ?? 0;
    if (focused) cells.get(cursor).focus();
  }
  const [open, shut] = [targets(), reasons()];
  for (const [spot, element] of cells) {
    const can = held === null && moves.has(spot);
    const end = open.has(spot) && guide.isOpen(home(spot)) ? "target" : shut.has(spot) ? "barred" : "";
    const kind = spot === held ? "held" : end || (can ? "movable" : "");
    const vacant = kind === "target" && !standing(spot).length ? "vacant" : "";
    element.setAttribute("class", `spot ${kind} ${vacant}`);
    element.setAttribute("aria-label", label(spot));
    element.setAttribute("tabindex", spot === cursor ? 0 : -1);
  }
  byId("spots").classList.toggle("holding", held !== null);
  byId("swap").setAttribute("aria-pressed", swapping);
  sayHeld();
};

// Says what is held, and what can be done with it.
const sayHeld = () => {
  const places = targets().size;
  const words = held === null || swapping ? "" : contents(held);
  const next = places > 1 ? `${counted(places, "place")}: choose where it goes, or drag it` : "choose where it goes, or drag it";
  byId("holding").replaceChildren(...(words ? [make("b", {}, `${words[0].toUpperCase()}${words.slice(1)}`), make("span", { class: "next" }, next)] : []));
};

const hold = (spot) => {
  held = spot;
  show();
};

const follow = () => {
  if (scene !== board.scene) {
    // The squares of another game are other ones.
    [scene, cells, cursor, swapping] = [board.scene, new Map(), 0, false];
  }
  const { legal } = game.seen;
  const swaps = legal.some(({ kind }) => kind === "swap");
  swapping &&= swaps;
  // The button has a fixed place where there may be swaps, so that no other one moves.
  byId("swap").hidden = game.name !== "solomids";
  byId("swap").setAttribute("aria-disabled", !swaps);
  moves = new Map();
  const add = (from, to, move) => moves.set(from, [...(moves.get(from) ?? []), [to, move]]);
  for (const move of legal.filter(({ kind }) => (kind === "swap") === swapping)) {
    for (const [from, to] of ends(move)) add(from, to, move);
    for (const p of alike(move)) add(replay.frame()[p], move.to, { ...move, pieces: [p] });
  }
  barred = new Map();
  for (const move of game.seen.barred ?? []) barred.set(move.from, [...(barred.get(move.from) ?? []), move]);
  held = null;
  show();
  if (game.playing && !swapping && legal.length && legal.every(({ kind }) => kind === "swap")) notice.say("No other move is left: use your swap");
  bankAlone();
};

// Time before a finished tree goes to the bank by itself, in milliseconds.
const PAUSE = 600;

const bankAlone = () => {
  if (!game.playing || game.kept.lesson || !settings.on("autoBank")) return;
  const { kept, seen } = game;
  const banked = seen.legal.find(({ kind }) => kind === "bank");
  if (banked) setTimeout(() => game.kept === kept && game.seen === seen && held === null && play(banked), PAUSE);
};

// ---- Playing

const play = (move, animation) => {
  if (!guide.allows(move.move)) return hold(null);
  held = null;
  swapping = false;
  game.play(move.move, animation);
};

const choose = (fitting, animation) => {
  if (fitting.length === 1) return play(fitting[0], animation);
  const buttons = fitting.map((move) => {
    const button = make("button", { type: "button" }, make("code", {}, move.move), ` ${move.words}`);
    button.addEventListener("click", () => {
      byId("choosing").close();
      play(move);
    });
    return button;
  });
  byId("choices").replaceChildren(...buttons);
  byId("choosing").showModal();
};

// A square is chosen: it is picked up, put down on, or let go.
const press = (spot) => {
  if (!guide.isOpen(home(spot)) || guard.stops()) return;
  replay.pause();
  if (cells.has(spot)) cursor = spot;
  if (guide.refuses(held, spot)) return refuse(held, spot);
  const fitting = targets().get(spot);
  // A tree that is chosen twice goes to the bank.
  const banks = spot === held && [...targets().values()].flat().filter(({ to }) => to === null);
  const reason = reasons().get(spot) ?? (moves.has(spot) ? undefined : barred.get(spot)?.[0].reason);
  if (fitting) choose(fitting);
  else if (banks?.length) choose(banks);
  else if (reason) notice.say(reason);
  else if (spot !== held && moves.has(spot)) hold(spot);
  else if (held !== null) {
    if (spot !== held) refuse(held, spot);
    hold(null);
  } else if (board.scene.cells[spot] && contents(spot) !== "empty") immovable(spot);
};

// Says why the piece on one spot cannot go to another one, or to the bank.
const refuse = (from, to) => {
  if (swapping) return notice.say("Two stacks change places: choose another stack");
  const { length } = board.scene.cells;
  if (from >= length) return;
  const ends = [from, to < length ? to : null];
  const { reason } = game.rules({ ask: "why", start: game.opened.start, moves: game.tokens(), ends });
  if (reason) notice.say(`${reason[0].toUpperCase()}${reason.slice(1)}.`);
  guide.refused();
};

const immovable = (spot) => {
  if (game.seen.over) return notice.say(game.seen.state);
  if (game.seen.waits) return notice.say("The computer is to move");
  if (game.seen.bound) return notice.say(game.BOUND);
  notice.say(`${games[game.name].still?.() ?? `${board.scene.cells[spot]} cannot move now`}`);
};

const toggleSwap = () => {
  if (byId("swap").hidden) return;
  if (!game.seen.legal.some(({ kind }) => kind === "swap")) return notice.say("Trees of all five colours in the bank earn a swap");
  swapping = !swapping;
  follow();
  guide.swapChanged();
  if (swapping && !game.kept.lesson) notice.say("Choose two stacks that change places");
};

/** Lets the held stack go. */
export const letGo = () => held === null || hold(null);

/** Whether two stacks are being chosen that change places. */
export const isSwapping = () => swapping;

// ---- Pointer

// A point of the screen in units of the board.
/** @type {(event: any) => [x: number, y: number]} */
const onBoard = ({ clientX, clientY }) => {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(byId("board").getScreenCTM().inverse());
  return [x, y];
};

// The nearest of some spots to a point, if it is near enough.
const nearest = (spots, [x, y], reach = REACH) => {
  let [best, least] = [null, reach];
  for (const spot of spots) {
    const [u, v] = board.scene.places[spot];
    const [width, height] = board.markSize(spot);
    // Distances are measured in halves of the square, so that a large one is as easily met as a small one.
    const distance = Math.max(Math.abs(x - u) / width, Math.abs(y - v) / height) * 60;
    if (distance < least) [best, least] = [spot, distance];
  }
  return best;
};

// Whether a point is beside all squares, where the bank is.
const isBeside = ([x]) => {
  const [width] = board.markSize(0);
  return board.scene.cells.every((_, spot) => Math.abs(board.scene.places[spot][0] - x) > width / 2 + 2);
};

// The target that a dragged stack is put down on. The whole bank takes what can go there.
const dropped = (point) => {
  const [inside, beside] = [[], []];
  for (const spot of targets().keys()) (spot < board.scene.cells.length ? inside : beside).push(spot);
  return nearest(inside, point) ?? nearest(beside, point, isBeside(point) ? Infinity : REACH);
};

const pull = (event) => {
  const [x, y] = onBoard(event);
  const over = dropped([x, y]);
  const own = [...targets().values()].flat();
  const chosen = over === null ? own : targets().get(over);
  const lifted = new Set(chosen.flatMap(({ pieces }) => pieces));
  board.pieces.forEach((piece, p) => {
    const mine = lifted.has(p) && home(replay.frame()[p]) === held;
    piece.classList.toggle("lifted", mine);
    const [u, v, scale] = board.scene.places[replay.frame()[p]];
    const [dx, dy] = mine ? [x - drag.x, y - drag.y] : [0, 0];
    piece.style.transform = `translate(${u + dx}px, ${v + dy}px) scale(${scale * (mine ? 1.12 : 1)})`;
    if (mine && !drag.moving) byId("pieces").append(piece);
  });
  drag.moving = true;
  for (const [spot, element] of cells) element.classList.toggle("over", spot === over);
};

const release = () => {
  board.pieces.forEach((piece, p) => {
    piece.classList.remove("lifted");
    piece.style.transform = board.at(replay.frame()[p]);
  });
  drag = null;
};

const start = (event) => {
  if (!event.isPrimary || event.button !== 0) return;
  const point = onBoard(event);
  const all = new Set([...cells.keys(), ...targets().keys()]);
  const spot = nearest(all, point) ?? (held === null ? null : dropped(point));
  if (spot === null) return held === null || hold(null);
  if (!guide.isOpen(home(spot)) || guard.stops()) return;
  // A swipe never begins on a piece.
  if (standing(spot).length) event.preventDefault();
  const [x, y] = point;
  const again = spot === held;
  drag = { spot, again, x, y, screen: [event.clientX, event.clientY], id: event.pointerId, moving: false };
  if (!moves.has(spot) || targets().has(spot) || guide.refuses(held, spot)) return;
  replay.pause();
  cursor = spot;
  hold(spot);
  drag.draggable = true;
  byId("board").setPointerCapture(event.pointerId);
};

// Plays the move of the held stack if it is a tree for the bank, or has one place to go.
const goAlone = () => {
  const own = [...targets().values()].flat();
  const banked = own.filter(({ kind }) => kind === "bank");
  if (banked.length === 1) play(banked[0]);
  else if (own.length === 1) play(own[0]);
};

const move = (event) => {
  if (drag?.id !== event.pointerId || !drag.draggable) return;
  const [x, y] = drag.screen;
  if (drag.moving || Math.hypot(event.clientX - x, event.clientY - y) > DRAG) pull(event);
};

const finish = (event) => {
  if (drag?.id !== event.pointerId) return;
  const { spot, again, draggable, moving, screen } = drag;
  const far = Math.hypot(event.clientX - screen[0], event.clientY - screen[1]) > 2 * DRAG;
  if (moving) {
    const over = dropped(onBoard(event));
    const fitting = over === null ? null : targets().get(over);
    const reason = fitting ? null : reasons().get(nearest(reasons().keys(), onBoard(event)));
    const there = nearest(board.scene.cells.keys(), onBoard(event));
    if (reason) notice.say(reason);
    else if (!fitting && there !== null && there !== held) refuse(held, there);
    release();
    // The pieces are where they were dropped.
    if (fitting) choose(fitting, "");
    else hold(null);
    return;
  }
  drag = null;
  if (far) return;
  // A stack was picked up when the pointer went down.
  if (!draggable || again) press(spot);
  else if (settings.on("oneTap") && !swapping && !game.kept.lesson) goAlone();
};

const cancel = () => {
  if (drag?.moving) release();
  drag = null;
  hold(null);
};

// ---- Keyboard

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const walk = ([dx, dy]) => {
  const [x, y] = board.scene.places[cursor];
  const cost = (spot) => {
    const [u, v] = board.scene.places[spot];
    const [along, across] = [(u - x) * dx + (v - y) * dy, Math.abs((u - x) * dy) + Math.abs((v - y) * dx)];
    return along > 4 ? along + 3 * across : Infinity;
  };
  const best = [...cells.keys()].reduce((a, b) => (cost(b) < cost(a) ? b : a));
  if (cost(best) === Infinity) return;
  cursor = best;
  show();
  cells.get(cursor).focus();
};

const key = (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !event.target.closest(".spot")) return;
  if (WAYS[event.key]) walk(WAYS[event.key]);
  else if (event.key === "Enter" || event.key === " ") press(cursor);
  else if (event.key === "Escape" && held !== null) hold(null);
  else return;
  event.preventDefault();
  event.stopPropagation();
};

export const listen = () => {
  const surface = byId("board");
  surface.addEventListener("pointerdown", start);
  surface.addEventListener("pointermove", move);
  surface.addEventListener("pointerup", finish);
  surface.addEventListener("pointercancel", cancel);
  byId("spots").addEventListener("keydown", key);
  byId("spots").addEventListener("focusin", ({ target }) => {
    cursor = Number(target.closest(".spot")?.dataset.spot ?? cursor);
  });
  // Screen readers press what has the focus.
  byId("spots").addEventListener("click", (event) => {
    const square = event.target.closest(".spot");
    if (event.detail === 0 && square) press(Number(square.dataset.spot));
  });
  byId("swap").addEventListener("click", toggleSwap);
  byId("scene").addEventListener("click", ({ target }) => target.closest(".swap.earned") && toggleSwap());
  byId("scene").addEventListener("keydown", (event) => {
    if ((event.key !== "Enter" && event.key !== " ") || !event.target.closest(".swap.earned")) return;
    event.preventDefault();
    event.stopPropagation();
    toggleSwap();
  });
  controls.keys.w = toggleSwap;
  controls.keys.Escape = () => held === null || hold(null);
  game.follow(follow);
};
