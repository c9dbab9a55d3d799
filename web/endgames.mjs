// Writes the positions of `data/endgames.csv` for pages: `node endgames.mjs PROGRAM > ../src/draw/page/script/positions.js`. A position
// of Solomids is its board; one of Pentamid has its moves, for the history counts, and the number of own moves to the win.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [program] = process.argv.slice(2);
const [head, ...lines] = readFileSync(new URL("../data/endgames.csv", import.meta.url), "utf8").trim().split("\n");
const names = head.split(",");
const rows = lines.map((line) => Object.fromEntries(line.split(",").map((field, n) => [names[n], field])));
const requests = rows.map(({ game, seed, index, moves }) =>
  JSON.stringify(game === "solomids" ? { ask: "draw", seed, index } : { game, ask: "moves", text: moves.replaceAll(" ", ", ") }),
);
const ask = (requests) => {
  const { stdout } = spawnSync(program, ["serve"], { input: `${requests.join("\n")}\n`, encoding: "utf8", maxBuffer: Infinity });
  return stdout.trim().split("\n").map((line) => JSON.parse(line).ok);
};
const starts = ask(requests);
const positions = ask(rows.map(({ game, moves }, n) => JSON.stringify(game === "solomids" ? { ask: "moves", start: starts[n].start, moves: moves.split(" ") } : { ask: "about" })));
const entries = rows.map(({ game, stars, moves, point }, n) =>
  game === "solomids" ? [Number(stars), positions[n].deal.split("\n")[0].replaceAll(" ", "")] : [Number(stars), moves, Number(point.slice("win-in-".length))],
);
process.stdout.write(`// Made by \`web/endgames.mjs\` from \`data/endgames.csv\`: stars, a position, and for Pentamid the number of own moves to the win.
/** @type {[stars: number, text: string, turns?: number][]} */
export const ENDGAMES = ${JSON.stringify(entries).replaceAll("],[", "],\n[")};
`);
