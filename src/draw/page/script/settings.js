// What a player prefers, kept in this browser, with the dialog for it.
import { byId, make, store, stored } from "./dom.js";

const touch = matchMedia("(pointer: coarse)").matches;

// Each setting: its name, its words, its values with their words, and the usual value.
/** @type {[name: string, words: string, values: Record<string, string>, usual: string][]} */
const ROWS = [
  ["guard", "When a move loses the win", { stop: "stop me", tell: "tell me", off: "say nothing" }, "tell"],
  ["oneTap", "A piece with one place to go", { yes: "goes with one tap", no: "is picked up first" }, touch ? "yes" : "no"],
  ["autoBank", "A finished tree", { no: "waits for a tap", yes: "goes to the bank by itself" }, "no"],
  ["letters", "Letters on the pieces", { yes: "shown", no: "hidden" }, "yes"],
  ["sound", "Sound", { no: "off", yes: "on" }, "no"],
  ["buzz", "Vibration", { no: "off", yes: "on" }, "no"],
];

const followers = [];
let chosen = {};
try {
  chosen = JSON.parse(stored("settings") ?? "{}") ?? {};
} catch {
  // The usual values hold.
}

/** The value of a setting. */
export const get = (name) => {
  const [, , values, usual] = ROWS.find(([row]) => row === name);
  return Object.hasOwn(values, chosen[name]) ? chosen[name] : usual;
};

/** Whether a setting is on. */
export const on = (name) => get(name) === "yes";

export const set = (name, value) => {
  chosen = { ...chosen, [name]: value };
  store("settings", JSON.stringify(chosen));
  for (const follow of followers) follow();
};

/** Calls a function now, and whenever a setting changes. */
export const follow = (follower) => {
  followers.push(follower);
  follower();
};

export const open = () => {
  const rows = ROWS.map(([name, words, values]) => {
    const choices = Object.entries(values).map(([value, called]) => {
      const choice = make("input", { type: "radio", name, value });
      choice.checked = get(name) === value;
      choice.addEventListener("change", () => set(name, value));
      return make("label", {}, choice, called);
    });
    return make("fieldset", {}, make("legend", {}, words), ...choices);
  });
  byId("settings-rows").replaceChildren(...rows);
  byId("settings").showModal();
};

export const listen = () => {
  byId("settings-button").addEventListener("click", () => {
    byId("menu").close();
    open();
  });
  follow(() => document.body.classList.toggle("no-letters", !on("letters")));
};
