// Elements of the page, and storage.

/**
 * The element with an id. Its kind is known from the page alone, so it may have any property.
 * @type {(id: string) => any}
 */
export const byId = (id) => document.getElementById(id);

/**
 * The first element that a selector finds.
 * @type {(selector: string, within?: any) => any}
 */
export const first = (selector, within = document) => within.querySelector(selector);

/**
 * All elements that a selector finds.
 * @type {(selector: string, within?: any) => any[]}
 */
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];

export const still = matchMedia("(prefers-reduced-motion: reduce)");

const withAttributes = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

/** An HTML element with attributes and children. */
export const make = (name, attributes = {}, ...children) =>
  withAttributes(document.createElement(name), attributes, children);

/** An SVG element with attributes and children. */
export const draw = (name, attributes = {}, ...children) =>
  withAttributes(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

/** The key of an event; on a keyboard with other letters than Latin ones, the Latin letter of the same key. */
export const latin = ({ key = "", code = "" }) => (key.length === 1 && key > "~" ? code.replace(/^Key/, "") : key);

/** A number with a noun: `1 move`, `2 moves`. */
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** A time in seconds as a clock shows it, a second begun for a whole one: `12:05`. */
export const clocked = (time) => {
  const seconds = Math.ceil(time);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** A value that is stored under a name, null if there is none; some browsers refuse storage to pages opened from disk. */
export const stored = (name) => {
  try {
    return localStorage.getItem(`solomids-${name}`);
  } catch {
    return null;
  }
};

/** Stores a text under a name; returns whether the browser did so. */
export const store = (name, value) => {
  try {
    localStorage.setItem(`solomids-${name}`, value);
    return true;
  } catch {
    return false;
  }
};

/** Removes what is stored under a name. */
export const unstore = (name) => {
  try {
    localStorage.removeItem(`solomids-${name}`);
  } catch {
    // Nothing is stored then.
  }
};

/** The names with a beginning under which something is stored. */
export const storedNames = (beginning) => {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(`solomids-${beginning}`));
    return names.map((name) => name.slice("solomids-".length));
  } catch {
    return [];
  }
};
