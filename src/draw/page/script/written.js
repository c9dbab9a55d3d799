// The game that was written into the page.
import { byId } from "./dom.js";

/** @type {import("./answers.js").Written} */
export const written = JSON.parse(byId("game").textContent);
