// The game that was written into the page.
import * as board from "./board.js";
import { byId } from "./dom.js";
import * as replay from "./replay.js";
import * as tree from "./tree.js";

/** @type {import("./answers.js").Written} */
export const written = JSON.parse(byId("game").textContent);

/** @type {(look: { steps: import("./answers.js").Step[], places?: import("./answers.js").Place[] }) => import("./answers.js").Step[]} */
const settled = ({ steps, places }) => (places ? board.settled(written, steps, places) : steps);

/** Shows it; this does not need the module. */
export const show = () => {
  const { look, at, notes, better } = written;
  const moves = look.steps.map(({ move }) => move);
  const share = byId("share")?.value ?? "";
  replay.load(written, tree.unpack(moves, tree.root(), () => settled(look)), at, share.slice(0, share.length - moves.join(", ").length));
  replay.annotate(notes, better.map((line) => ({ ...line, steps: settled(line) })));
  replay.watch(!document.querySelector(".app") || moves.length > 0);
};
