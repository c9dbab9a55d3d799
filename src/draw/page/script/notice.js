// Messages over the board, which screen readers read out, and the clock of a search.
import { byId } from "./dom.js";

// Time that a message stays, in milliseconds.
const STAY = 5000;

let fading = null;
let ticking = null;

const hide = () => byId("notice").classList.remove("shown");

/** Shows a message for a while, or until the next one. */
export const say = (text = "", stays = false) => {
  clearTimeout(fading);
  byId("notice-text").textContent = text;
  byId("notice").classList.toggle("shown", text !== "");
  if (!stays && text) fading = setTimeout(hide, STAY);
};

/** Shows that a search goes on, and for how long, if it takes more than a moment. Returns what ends that. */
export const wait = (text) => {
  const begun = performance.now();
  let detail = "";
  const tick = () => {
    const seconds = Math.round((performance.now() - begun) / 1000);
    if (seconds === 1) say(text, true);
    if (seconds > 0) byId("clock").textContent = `${seconds} s ${detail}`;
  };
  clearInterval(ticking);
  ticking = setInterval(tick, 500);
  return {
    progress: ({ nodes }) => {
      if (nodes) detail = `– ${nodes.toLocaleString("en")} positions`;
    },
    end: () => {
      clearInterval(ticking);
      byId("clock").textContent = "";
      if (byId("notice-text").textContent === text) say("");
    },
  };
};
