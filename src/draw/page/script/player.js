// A page that plays through a line: shows the game that was written into it.
import "./theme.js";
import "./controls.js";
import { show } from "./written.js";

show();
