// Advice: a hint, all moves judged, a solution to watch, and the mistakes of the game.
import * as board from "./board.js";
import * as controls from "./controls.js";
import * as ending from "./ending.js";
import { byId, counted, draw, make } from "./dom.js";
import * as game from "./game.js";
import { games } from "./games.js";
import * as input from "./input.js";
import * as notice from "./notice.js";
import * as replay from "./replay.js";
import * as search from "./search.js";

// Swaps that the list of judged moves shows at most.
const SWAPS = 10;

// The move of the hint that is shown.
let hinted = null;
// How much of it is shown: the piece, then the move.
let shownSteps = 0;
let judging = false;

const bounds = ({ lower_bound: lower, upper_bound: upper }) => (lower === upper ? `${lower}` : `${lower}–${upper}`);
// What is known of a judged move: by some games in other words than bounds, with a reason, and with more beside the move.
/** @type {(one: any) => { label: string, reason: string, beside: string, bare?: boolean }} */
const told = (one) => ({ label: bounds(one), reason: one.reason, beside: "", ...games[game.name].judged?.(one) });
// Two stacks change places in either order.
const turned = (token = "") => token.replace(/^(W-)(.*)>(.*)$/, "$1$3>$2");
/** The legal move of a token. */
export const legal = (token) => game.seen.legal.find(({ move }) => move === token || move === turned(token));
/** Whether two tokens are those of one move. */
export const isSame = (one, other) => one === other || turned(one) === other;
const isSwap = ({ move }) => legal(move)?.kind === "swap";

// ---- Arrows and marks on the board

const arrow = (move) => between(input.source(move), input.target(move));

const between = (...spots) => {
  const [[x, y], [u, v]] = spots.map((spot) => board.scene.places[spot]);
  const length = Math.hypot(u - x, v - y) || 1;
  const [dx, dy] = [(u - x) / length, (v - y) / length];
  // The arrow begins beside the centre, and ends before the target.
  const [a, b] = [[x + 12 * dx, y + 12 * dy], [u - 8 * dx, v - 8 * dy]];
  const neck = [b[0] - 16 * dx, b[1] - 16 * dy];
  const head = [b, [neck[0] - 10 * dy, neck[1] + 10 * dx], [neck[0] + 10 * dy, neck[1] - 10 * dx]];
  const shaft = { x1: a[0], y1: a[1], x2: neck[0], y2: neck[1] };
  const parts = (style) => [
    draw("line", { ...shaft, class: style }),
    draw("polygon", { points: head.join(" "), class: style }),
  ];
  return draw("g", { class: "arrow" }, ...parts("edge"), ...parts("fill"));
};

const quality = ({ keeps }) => (keeps ? "keeps" : keeps === null ? "open" : "loses");

// The best that can be had by a move of each stack, at its corner.
const badges = (judged) => {
  const best = new Map();
  for (const one of judged) {
    if (!legal(one.move) || isSwap(one) || told(one).bare) continue;
    const from = input.source(legal(one.move));
    const known = best.get(from);
    if (!known || one.lower_bound > known.lower_bound) best.set(from, one);
  }
  // What costs nothing, as far as is known, needs no mark.
  return [...best].filter(([, one]) => one.keeps === false).map(([spot, one]) => {
    const [x, y] = board.scene.places[spot];
    const [width, height] = board.markSize(spot);
    const [u, v, text] = [x + width / 2 - 7, y - height / 2 + 7, told(one).label];
    return draw(
      "g",
      { class: `badge ${quality(one)}` },
      draw("rect", { x: u - 6 - 4 * text.length, y: v - 10, width: 12 + 8 * text.length, height: 20, rx: 10 }),
      draw("text", { x: u, y: v + 4.5 }, text),
    );
  });
};

/** Asks for one answer. The judging that gives way to that goes on afterwards. */
const ask = async (...question) => {
  await search.ask(...question);
  if (isJudged() && !complete && !search.busy()) judge();
};

// ---- A hint

// What a move makes possible, or is, and what else is known of it.
const reason = (best) => {
  const parts = [best.why, games[game.name].guess?.(best) ?? best.reason].filter(Boolean);
  return parts.map((part) => `${part[0].toUpperCase()}${part.slice(1)}`).join(". ");
};

const showHint = (hint) => {
  // Games without judged moves have one move in the answer itself.
  const best = hint.moves ? hint.moves[0] : hint;
  if (!best?.move) {
    return (byId("advice").textContent = hint.summary ?? "No move adds to what stands on the table");
  }
  hinted = best;
  showStep();
};

const say = (words, next) => byId("advice").replaceChildren(make("b", {}, words), make("span", { class: "next" }, next));

// A hint comes in three steps, and counts once: the piece, the move with what it is good for, and the move played.
const showStep = () => {
  shownSteps++;
  if (shownSteps === 1) game.helped("hint");
  input.letGo();
  const move = legal(hinted.move);
  if (shownSteps === 1) {
    const spot = input.source(move);
    const [x, y] = board.scene.places[spot];
    const [width, height] = board.markSize(spot);
    byId("arrows").replaceChildren(draw("rect", { class: "glow", x: x - width / 2, y: y - height / 2, width, height, rx: 6 }));
    say(`Look at the ${input.contents(input.home(spot))}`, "Hint again shows where it goes");
  } else {
    byId("arrows").replaceChildren(arrow(move));
    byId("arrows").lastElementChild.setAttribute("data-move", hinted.move);
    say(`${hinted.words[0].toUpperCase()}${hinted.words.slice(1)}`, reason(hinted) || "Hint again plays it");
    byId("hint").querySelector(".word").textContent = "Play it";
  }
  // A board may be higher than the screen.
  byId("arrows").lastElementChild.scrollIntoView({ block: "nearest" });
};

const hint = () => {
  if (hinted) return shownSteps > 1 ? game.play(hinted.move) : showStep();
  if (game.seen.over) return ending.show();
  if (game.seen.bound) return notice.say(game.BOUND);
  if (game.seen.waits) return notice.say("The computer is to move");
  const question = search.here("hint", { every: false });
  if (game.options.hidden) return search.askInSlices(byId("hint"), "The exact answer is being computed", question, showHint);
  ask(byId("hint"), "Looking for a good move", question, showHint);
};

// ---- All moves

const verdict = (one) => {
  const button = make("button", { type: "button", class: "verdict" });
  button.append(make("code", {}, one.move), " ", make("span", {}, one.words + told(one).beside));
  button.addEventListener("click", () => game.play(one.move));
  const point = () => byId("arrows").replaceChildren(...badges(shown), arrow(legal(one.move)));
  const leave = () => byId("arrows").replaceChildren(...badges(shown));
  for (const event of ["pointerenter", "focus"]) button.addEventListener(event, point);
  for (const event of ["pointerleave", "blur"]) button.addEventListener(event, leave);
  return make("li", {}, button);
};

// The judged moves that are shown, what is shown of them as a text, and since when.
let shown = [];
let seen = "";
let since = 0;

// Whether all is known.
let complete = false;

// While the search goes on, moves do not change places under the pointer more often than this, in milliseconds.
const CALM = 500;

const showJudged = (hint) => {
  if (!judging) return;
  const now = performance.now();
  const next = JSON.stringify([hint.more, ...hint.moves.map((one) => [one.move, told(one)])]);
  if (next === seen || (hint.more && shown.length && now - since < CALM)) return;
  [seen, since, complete] = [next, now, !hint.more];
  const focused = document.activeElement.closest?.(".verdict")?.querySelector("code").textContent;
  shown = hint.moves;
  const groups = new Map();
  let swaps = 0;
  for (const one of hint.moves) {
    swaps += Number(isSwap(one));
    if (isSwap(one) && swaps > SWAPS) continue;
    const { label, reason } = told(one);
    const key = `${label} ${reason}`;
    if (!groups.has(key)) {
      const chip = make("b", { class: `chip ${quality(one)}` }, label);
      groups.set(key, [make("h3", {}, chip, ` ${reason}`), make("ul")]);
    }
    groups.get(key)[1].append(verdict(one));
  }
  const keep = hint.moves.filter(({ keeps }) => keeps).length;
  const open = hint.moves.filter(({ keeps }) => keeps === null).length;
  const best = `Best score still within reach: ${bounds(hint)}`;
  const which = hint.moves.length ? `; ${keep} of ${counted(hint.moves.length, "move")} keep it` : "";
  const left = open ? `, ${open} undecided${hint.more ? " so far" : ""}` : "";
  const fine = !hint.more && hint.moves.length > 0 && keep === hint.moves.length;
  const words = fine ? "Every move is fine here" : (games[game.name].sum?.(hint) ?? best + which + left);
  byId("judged-words").textContent = words;
  // On a small screen the list is below the controls.
  const below = byId("judged").getBoundingClientRect().top > innerHeight - 60;
  const hidden = !byId("judged").offsetHeight;
  if ((below || hidden) && !hinted) byId("advice").textContent = below ? `${words}. The list is below.` : words;
  byId("verdicts").replaceChildren(...[...groups.values()].flat());
  if (swaps > SWAPS) byId("verdicts").append(make("p", {}, `and ${counted(swaps - SWAPS, "more swap")}`));
  for (const button of focused ? byId("verdicts").querySelectorAll(".verdict") : []) {
    if (button.querySelector("code").textContent === focused) button.focus({ preventScroll: true });
  }
  if (!hinted) byId("arrows").replaceChildren(...badges(hint.moves));
};

const isJudged = () => judging && !game.kept.lesson && !game.seen.over && game.asks("judge") && !replay.playing() && !game.seen.waits;

const judge = async () => {
  [shown, seen, complete] = [[], "", false];
  const words = "Looking into every move";
  byId("judged-words").textContent = `${words}…`;
  await search.askInSlices(byId("judge"), words, search.here("hint", { every: true }), showJudged);
  if (!shown.length && !search.busy() && byId("judged-words").textContent === `${words}…`) byId("judged-words").textContent = "";
};

const toggleJudge = () => {
  if (!game.asks("judge")) return;
  if (byId("judge").classList.contains("busy")) search.leave();
  judging = !judging;
  if (judging) game.helped("judge");
  byId("judge").setAttribute("aria-pressed", judging);
  follow();
};

// ---- A solution

const watch = (solution) => {
  const { moves, score, summary } = solution;
  game.helped("solve");
  const verdict = summary ?? `Best score ${bounds(solution)}, ${score === null ? "not decided" : "proven"}`;
  notice.say(verdict);
  if (!moves.length) return;
  const { ply, aside, asides } = replay;
  const from = aside ? Math.min(aside.from, ply) : ply;
  const home = aside?.home ?? ply;
  const steps = game.line([...game.tokens(), ...moves], from);
  const title = `${ply ? `A solution from move ${ply + 1} on` : "A solution"}: ${verdict.toLowerCase()}`;
  // Only the solution asked for last is kept.
  const lines = replay.beside([...asides.filter((other) => other.title === undefined), { from, home, title, steps }]);
  replay.open(lines.at(-1), ply);
  // The space bar presses the focused button.
  byId("play").focus({ preventScroll: true });
  replay.play();
};

export const solve = () => {
  if (!game.asks("solve")) return;
  if (game.seen.over) return notice.say(game.seen.state);
  ask(byId("solve"), "Solving", search.here("solve"), watch);
};

// ---- Mistakes

// The marks go to the moves of the game; nothing else of it changes, not even the position shown unless a mistake was found.
const mark = ({ summary, notes, better }) => {
  game.annotate(notes, better);
  // The move that gave up the win, or else the first one that cost something.
  const lost = notes.findLastIndex((note) => note?.mark === "??");
  const turn = lost < 0 ? notes.findIndex((note) => note?.mark) : lost;
  replay.open(null, turn < 0 ? replay.ply : turn + 1, "jump");
  byId("advice").textContent = game.options.hidden ? `With all that was hidden in view: ${summary}` : summary;
  // A small screen shows the note on the first mistake in place of that.
  if (getComputedStyle(byId("advice")).visibility === "hidden") notice.say(summary);
};

export const review = () => {
  if (!game.asks("review")) return;
  if (replay.aside) replay.toGame();
  const moves = replay.steps.map(({ move }) => move);
  if (!moves.length) return notice.say("Play some moves first");
  // It looks under all nests.
  if (game.options.hidden && !game.seen.over) return notice.say("With hidden nests, mistakes are shown when the game is over");
  ask(byId("review"), "Going through the game", { ...search.here("review"), moves, ...(game.options.opponent && { side: game.options.side }) }, mark);
};

// ---- When another position is shown

const follow = () => {
  search.leave();
  [hinted, shownSteps] = [null, 0];
  [shown, seen, complete] = [[], "", false];
  byId("judged-words").textContent = "";
  byId("arrows").replaceChildren();
  byId("advice").textContent = "";
  byId("hint").querySelector(".word").textContent = game.seen.over ? "Result" : "Hint";
  byId("verdicts").replaceChildren();
  for (const id of ["judge", "solve", "review"]) byId(id).hidden = !game.asks(id);
  byId("judged").hidden = !judging || !game.asks("judge");
  if (isJudged()) judge();
  if (game.own) search.schedule();
};

export const listen = () => {
  const acts = { hint: [hint, "h"], judge: [toggleJudge, "a"], solve: [solve, "s"], review: [review, "l"] };
  for (const [id, [act, key]] of Object.entries(acts)) {
    byId(id).addEventListener("click", act);
    controls.keys[key] = act;
  }
  game.follow(follow);
};

/** Points at a legal move on the board; returns the squares that it begins and ends on. */
export const point = (move) => {
  if (!legal(move)) return [];
  byId("arrows").replaceChildren(arrow(legal(move)));
  return [input.source(legal(move)), input.target(legal(move))].map(input.home);
};

/** Points from one spot to another. */
export const pointAt = (from, to) => byId("arrows").replaceChildren(between(from, to));
