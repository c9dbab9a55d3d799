// Buttons, keys and gestures of the replay, of the help and of texts that can be copied.
import { all, byId, first, latin, still } from "./dom.js";
import * as replay from "./replay.js";

const GOES = {
  first: () => replay.step(0),
  previous: () => replay.step(replay.ply - 1),
  play: replay.play,
  next: () => replay.step(replay.ply + 1),
  last: () => replay.step(replay.steps.length),
};

export const copy = async ({ currentTarget: button }) => {
  const text = byId(button.dataset.from);
  const label = button.dataset.label ?? button.textContent;
  button.dataset.label = label;
  let done = true;
  try {
    await navigator.clipboard.writeText(text.value);
  } catch {
    text.select();
    done = document.execCommand("copy");
  }
  button.textContent = done ? "Copied" : "Press Ctrl+C";
  setTimeout(() => {
    button.textContent = label;
  }, 1600);
};

const help = () => {
  byId("about").showModal();
  // The focused button is below the fold of a small screen, which scrolls the dialog down.
  byId("about").scrollTop = 0;
};

for (const button of all("dialog .close, .heading button")) {
  button.addEventListener("click", () => button.closest("dialog").close());
}
byId("print").addEventListener("click", () => print());
byId("help").addEventListener("click", help);
for (const button of all(".copy")) button.addEventListener("click", copy);

// A clicked button keeps the focus. The space bar then plays; it presses the button only if the keyboard moved the
// focus there.
let pointed = false;
addEventListener("pointerdown", () => (pointed = true), true);
addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Tab") pointed = false;
  },
  true,
);

// Further keys with what they do.
export const keys = { "?": help };
const inDialog = () => document.querySelector("dialog[open]") !== null;

const press = (event) => {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || inDialog() || document.body.dataset.view === "home") return;
  if (target.matches("textarea, select, input:not([type=range])")) return;
  const named = latin(event);
  const key = named.length === 1 ? named.toLowerCase() : named;
  const inList = byId("moves")?.contains(target);
  const player = byId("slider") && {
    ArrowRight: GOES.next,
    ArrowLeft: GOES.previous,
    ArrowDown: inList && GOES.next,
    ArrowUp: inList && GOES.previous,
    Home: GOES.first,
    End: GOES.last,
    " ": (!target.matches("button") || pointed) && GOES.play,
  };
  const act = keys[key] ?? player?.[key];
  if (!act) return;
  event.preventDefault();
  act();
};
document.addEventListener("keydown", press);
// Browsers press a button when the space bar is released.
document.addEventListener("keyup", (event) => {
  if (event.key === " " && pointed && /** @type {Element} */ (event.target).matches("button") && !inDialog()) event.preventDefault();
});

const swipes = () => {
  let start = null;
  const stage = first(".stage");
  stage.addEventListener("pointerdown", (event) => {
    start = event.isPrimary && !event.defaultPrevented ? event : null;
  });
  stage.addEventListener("pointerup", (event) => {
    if (!start || event.pointerId !== start.pointerId) return;
    const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
    start = null;
    if (Math.abs(dx) < 40 || Math.abs(dx) < 2 * Math.abs(dy)) return;
    (dx < 0 ? GOES.next : GOES.previous)();
  });
  stage.addEventListener("pointercancel", () => {
    start = null;
  });
};

if (byId("slider")) {
  for (const [id, act] of Object.entries(GOES)) byId(id).addEventListener("click", act);
  byId("slider").addEventListener("input", () => replay.step(Number(byId("slider").value)));
  byId("moves").addEventListener("click", (event) => {
    const jump = event.target.closest("[data-ply]");
    if (!jump) return;
    replay.step(Number(jump.dataset.ply));
    const stage = first(".stage");
    const { top, height } = stage.getBoundingClientRect();
    if (top < -height / 10) stage.scrollIntoView({ behavior: still.matches ? "auto" : "smooth" });
  });
  swipes();
}
if (byId("marked")) {
  keys.m = replay.toMark;
  byId("marked").addEventListener("click", replay.toMark);
  // The pressed button disappears, so its replacement gets the focus.
  byId("better").addEventListener("click", () => {
    replay.toBetter();
    byId("back").focus();
  });
  byId("back").addEventListener("click", () => {
    replay.toGame();
    byId(byId("better").hidden ? "next" : "better").focus();
  });
}
