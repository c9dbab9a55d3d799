// The list of games, the usual one first. A game's script has what is common to all (`called`, the name for people; `asks`, what can be
// asked besides a hint; `options` and `variant`, what is chosen for a new game as a whole and what the module is told of it), and
// what only this game has.
import * as pentamid from "../../../games/pentamid/view/page.js";
import * as solace2 from "../../../games/solace2/view/page.js";
import * as solomids from "../../../games/solomids/view/page.js";

/** @type {Record<string, import("./answers.js").Game>} */
export const games = { solomids, solace2, pentamid };
