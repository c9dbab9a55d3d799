// A page that plays through a line: shows the game that was written into it.
import "./theme.js";
import "./controls.js";
import { byId } from "./dom.js";
import * as replay from "./replay.js";
import * as tree from "./tree.js";
import { written } from "./written.js";

const [{ steps }, ...others] = written.lines;
const moves = steps.map(({ move }) => move);
const share = byId("share")?.value ?? "";
replay.load(written, tree.unpack(moves, tree.root(), () => steps), written.opening, share.slice(0, share.length - moves.join(", ").length));
replay.beside(others);
replay.watch(!document.querySelector(".app") || moves.length > 0);
