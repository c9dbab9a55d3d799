// Elements, storage, and the list of games.

const byId = (id) => document.getElementById(id);

const still = matchMedia("(prefers-reduced-motion: reduce)");

const withAttributes = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

/** An HTML element with attributes and children. */
const make = (name, attributes = {}, ...children) =>
  withAttributes(document.createElement(name), attributes, children);

/** An SVG element with attributes and children. */
const draw = (name, attributes = {}, ...children) =>
  withAttributes(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

/** The key of an event; on a keyboard with other letters than Latin ones, the Latin letter of the same key. */
const latin = ({ key = "", code = "" }) => (key.length === 1 && key > "~" ? code.replace(/^Key/, "") : key);

/** A number with a noun: `1 move`, `2 moves`. */
const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** A time in seconds as a clock shows it: `12:05`. */
const clocked = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** A value that is stored under a name, null if there is none; some browsers refuse storage to pages opened from disk. */
const stored = (name) => {
  try {
    return localStorage.getItem(`solomids-${name}`);
  } catch {
    return null;
  }
};

/** Stores a text under a name; returns whether the browser did so. */
const store = (name, value) => {
  try {
    localStorage.setItem(`solomids-${name}`, value);
    return true;
  } catch {
    return false;
  }
};

/** Removes what is stored under a name. */
const unstore = (name) => {
  try {
    localStorage.removeItem(`solomids-${name}`);
  } catch {
    // Nothing is stored then.
  }
};

/** The names with a beginning under which something is stored. */
const storedNames = (beginning) => {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(`solomids-${beginning}`));
    return names.map((name) => name.slice("solomids-".length));
  } catch {
    return [];
  }
};

// The games by their names for the module, the usual one first. The script of each game puts it there, with what is common to all
// (`called`, the name for people; `asks`, what can be asked besides a hint; `options` and `variant`, what is chosen for a new game
// as a whole and what the module is told of it), and with what only this game has.
const games = {};
