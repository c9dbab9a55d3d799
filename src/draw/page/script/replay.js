// The replay: a line of a game, of which some moves are shown as played, with its list, its caption, and lines beside the game.
//
// The script knows no rules: the data give, for each move, the pieces that it takes elsewhere and their new spots, how it is
// animated (`kind`) and, unless the script of the game makes it, what screen readers read out (`says`).
import * as board from "./board.js";
import { byId, counted, make } from "./dom.js";
import * as tree from "./tree.js";

// Time from one move to the next during play at normal speed, in milliseconds.
const BEAT = 950;

// The moves of the game.
export let root = tree.root();
// Lines beside the game, such as better ones and solutions: `from`, the number of moves before each of them, the node `at` which it
// branches off, and its steps.
export let asides = [];
// The one of them that is shown, if any.
export let aside = null;
// Moves of the line that is shown, those of the game before it included.
export let steps = [];
// Frames of the line: before its first move, then after each move.
export let frames = [];
// Number of moves that have been played.
export let ply = 0;
let timer = null;
// Whether a line is there to be watched, so that the player is shown.
let watched = false;
// Part of the share string before its moves.
let seed = "";
// What else happens when another position is shown.
const followers = [];

const speed = () => Number(byId("speed")?.value ?? 1);
export const playing = () => timer !== null;

// Kind of animation between two frames: that of the move between them, or a jump.
const kind = (from, to) => (Math.abs(to - from) === 1 ? steps[Math.max(from, to) - 1].kind : "jump");

/** Makes room for notes, or takes it away. */
export const showNotes = (noted) => {
  const { classList } = document.querySelector("main");
  classList.toggle("noted", noted);
  classList.toggle("plain", !noted);
};

// ---- The list of moves

// Style classes of marks.
const MARKS = { "?!": "mistake", "?": "mistake", "??": "blunder" };

const button = (number, step) => {
  const jump = make("button", { type: "button", "data-ply": number, tabindex: -1 });
  const part = (name, text, style = "") => jump.append(make(name, { class: style }, `${text}`), " ");
  part("span", number || "", "ply");
  part("code", step ? step.move : "");
  part("span", step ? step.words : "Before the first move");
  if (byId("moves").closest(".noted")) part("span", step?.note?.after ?? "", "score");
  const mark = step?.note?.mark ?? "";
  part("b", mark, MARKS[mark]);
  return make("li", {}, jump);
};

// Another move that was played in place of one of the line.
const variation = (node, number) => {
  const more = 1 + tree.ahead(node).length;
  const words = ["or ", make("code", {}, node.move), ` ${node.step.words}`];
  const way = make("button", { type: "button", title: "Go over to this line" }, ...words);
  if (more > 1) way.append(` … ${counted(more, "move")}`);
  way.addEventListener("click", () => {
    tree.follow(node);
    halt();
    open(null, number, "jump");
  });
  return make("li", { class: "other" }, way);
};

// Headings of the line by the moves before which they stand. A phase has the name of what its last move completes.
export const headings = () => {
  let begins = aside?.from ?? 0;
  const found = new Map(begins ? [[0, "The game up to here"]] : []);
  steps.forEach(({ phase }, n) => {
    if (!phase || n < begins) return;
    found.set(begins, phase);
    begins = n + 1;
  });
  return found.size && begins < steps.length ? found.set(begins, "After that") : found;
};

const list = () => {
  if (!byId("moves")) return;
  const groups = [make("ol", {}, button(0))];
  const phases = headings();
  const nodes = aside ? [] : tree.ahead(root);
  steps.forEach((step, n) => {
    const phase = phases.get(n);
    if (phase) groups.push(make("h3", {}, phase), make("ol"));
    groups.at(-1).append(button(n + 1, step));
    const others = nodes[n] ? tree.others(nodes[n].parent) : [];
    groups.at(-1).append(...others.map((node) => variation(node, n + 1)));
  });
  byId("moves").replaceChildren(...groups);
  byId("ticks").replaceChildren(
    ...steps.flatMap((step, n) => {
      if (!step.note?.mark) return [];
      // The thumb of a slider is about 16 pixels wide, so its centre stays 8 pixels away from the ends.
      const share = (n + 1) / steps.length;
      const style = `left: calc(${100 * share}% + ${8 - 16 * share}px)`;
      return [make("i", { class: step.note.mark === "??" ? "blunder" : "mistake", style })];
    }),
  );
};

// Title of the list: a line may have one of its own.
const title = () => (aside ? (aside.title ?? `A better line from move ${aside.from + 1} on`) : "Moves");

/** Shows a line beside the game, or without one the game, at a number of moves, with a kind of animation, if any. */
export const open = (beside, start, animation = "") => {
  const before = frames[ply] ?? board.scene.spots;
  aside = beside;
  if (aside) watched = true;
  const nodes = aside ? tree.path(aside.at) : tree.ahead(root);
  steps = [...nodes.map(({ step }) => step), ...(aside?.steps ?? [])];
  frames = [board.scene.spots];
  for (const { moved } of steps) {
    const frame = frames.at(-1).slice();
    for (const [piece, spot] of moved) frame[piece] = spot;
    frames.push(frame);
  }
  list();
  if (byId("slider")) byId("slider").max = steps.length;
  if (byId("line")) byId("line").textContent = title();
  if (byId("share")) byId("share").value = seed + steps.map(({ move }) => move).join(", ");
  ply = Math.max(0, Math.min(start || 0, steps.length));
  place(before, animation);
  show();
};

/** Loads a game: what is drawn, its moves, the number of moves played, and what its share string begins with. */
export const load = (scene, moves, opening, prefix) => {
  halt();
  board.load(scene);
  frames = [];
  [root, asides, watched] = [moves, [], false];
  seed = prefix;
  open(null, opening);
};

/** Puts lines beside the game; each branches off from the line of the game. */
export const beside = (lines) => {
  const nodes = [root, ...tree.ahead(root)];
  asides = lines.map((line) => ({ ...line, at: nodes[line.from] }));
  return asides;
};

/** Puts notes on the moves of the game, and lines that would have been better beside it. */
export const annotate = (notes, better) => {
  tree.ahead(root).forEach((node, n) => (node.step.note = notes[n] ?? null));
  beside(better);
  showNotes(notes.length > 0);
  open(null, ply);
};

/** Shows the player, or puts it away. */
export const watch = (wanted) => {
  watched = wanted;
  document.querySelector("main").classList.toggle("replay", watched);
};

// ---- The words

const scores = (note) => {
  if (!note || (note.before === null && note.after === null)) return "";
  const [before, after] = [note.before ?? "?", note.after ?? "?"];
  return before === after ? before : `${before} → ${after}`;
};

// Note on the last move. On a better line, the best score before the mistake is still reached.
const remark = () => {
  if (!aside || ply <= aside.from) return steps[ply - 1]?.note;
  const before = aside.at.next?.step.note?.before;
  return before && { before, after: before };
};

// Number of the next marked move; after the last one that of the first.
const marked = () => {
  const all = steps.flatMap((step, n) => (step.note?.mark ? [n + 1] : []));
  return all.find((n) => n > ply) ?? all.find((n) => n < ply);
};

const choices = (note) => {
  if (!byId("marked")) return;
  const better = aside ? undefined : note?.better;
  byId("better").textContent = better ? `Better: ${better}` : "";
  byId("better").hidden = !better;
  // A single better move has no line to show.
  byId("better").disabled = (note?.line ?? null) === null;
  byId("back").hidden = !aside;
  const next = aside ? undefined : marked();
  byId("marked").hidden = next === undefined;
  byId("marked").textContent = next === undefined ? "" : `Next mark: ${next} ${steps[next - 1].note.mark}`;
};

const caption = (step) => {
  const note = remark();
  byId("ply").textContent = `${ply} / ${steps.length}`;
  byId("token").textContent = step ? step.move : "";
  byId("mark").textContent = note?.mark ?? "";
  byId("mark").className = MARKS[note?.mark] ?? "";
  byId("words").textContent = step ? step.words : byId("words").dataset.start;
  byId("scores").textContent = scores(note);
  byId("reach").hidden = !scores(note);
  byId("note").textContent = note?.reason ?? "";
  byId("note").hidden = !note?.reason;
  choices(note);
};

// Marks the current move in the list, and scrolls the list to it.
const current = () => {
  const moves = byId("moves");
  for (const old of moves.querySelectorAll("[aria-current]")) {
    old.removeAttribute("aria-current");
    old.tabIndex = -1;
  }
  const now = moves.querySelector(`[data-ply="${ply}"]`);
  const focused = moves.contains(document.activeElement);
  now.setAttribute("aria-current", "step");
  now.tabIndex = 0;
  if (focused) now.focus({ preventScroll: true });
  // Without moves nothing scrolls, and to measure would lay out the page.
  if (!steps.length) return;
  // Only the list scrolls; `scrollIntoView` would scroll the page too.
  const [box, row] = [moves.getBoundingClientRect(), now.getBoundingClientRect()];
  if (row.top < box.top + 40 || row.bottom > box.bottom - 40) {
    moves.scrollTop += (row.top + row.bottom - box.top - box.bottom) / 2;
  }
};

const tell = () => {
  for (const follow of followers) follow();
};

const show = () => {
  const step = steps[ply - 1];
  watch(watched);
  board.show(frames[ply], step, frames[ply - 1]);
  if (byId("slider")) {
    caption(step);
    byId("slider").value = ply;
    byId("slider").setAttribute("aria-valuetext", step ? `${ply}: ${step.move}, ${step.words}` : "the start");
    for (const id of ["first", "previous", "undo", "restart"]) byId(id)?.setAttribute("aria-disabled", ply === 0);
    for (const id of ["next", "last", "redo"]) byId(id)?.setAttribute("aria-disabled", ply === steps.length);
    current();
  }
  tell();
};

// ---- Play

const place = (before, animation) => board.place(before, frames[ply], animation, speed());

const go = (target, animation) => {
  const wanted = Math.max(0, Math.min(steps.length, target));
  if (wanted === ply) return;
  const from = ply;
  ply = wanted;
  place(frames[from], animation ?? kind(from, ply));
  show();
};

/** Ends play. Others are told when the next position is shown. */
const halt = () => {
  clearTimeout(timer);
  timer = null;
  document.documentElement.classList.remove("playing");
  byId("play")?.setAttribute("aria-label", "Play");
  byId("caption")?.setAttribute("aria-live", "polite");
};

/** Ends play at the position that is shown, and tells others so, who leave it alone during play. */
export const pause = () => {
  const was = playing();
  halt();
  if (was) tell();
};

const beat = () => {
  // At the last move the replay is over before others are told of the position.
  if (ply + 1 >= steps.length) halt();
  else timer = setTimeout(beat, BEAT / speed());
  go(ply + 1);
};

export const play = () => {
  if (playing()) return pause();
  watch(true);
  const again = ply === steps.length;
  if (again) go(0);
  document.documentElement.classList.add("playing");
  byId("play").setAttribute("aria-label", "Pause");
  byId("caption").setAttribute("aria-live", "off");
  timer = setTimeout(beat, again ? BEAT / speed() : 0);
};

/** A step by the reader, which ends play. */
export const step = (target, animation) => {
  const [was, from] = [playing(), ply];
  halt();
  go(target, animation);
  if (was && ply === from) tell();
};

/** Leaves a line beside the game: a better line for the move that it is better than. */
export const toGame = () => {
  const { from, home = from + 1, at } = aside;
  halt();
  watched = false;
  // The line of the game may have become another one.
  tree.follow(home > from ? (at.next ?? at) : at);
  open(null, home, "jump");
};

/** Goes to the next mark. Marks belong to the game, so a better line is left first. */
export const toMark = () => {
  if (aside) toGame();
  step(marked() ?? ply);
};

/** Shows the line that begins with the better move. */
export const toBetter = () => {
  halt();
  open(asides[steps[ply - 1].note.line - 1], ply, "jump");
};

export { seed as prefix };

/** Calls a function whenever another position is shown. */
export const follow = (follower) => followers.push(follower);

/** The spots of all pieces in the position that is shown. */
export const frame = () => frames[ply];
