// Writes the list of daily deals for pages: `node days.mjs PROGRAM > ../src/draw/page/script/days.js`, which takes an hour. The deal of a
// day is the first one of its date as a seed that has the level of its weekday and is proven winnable; the list has its index, so that
// no later version of the levels changes a day.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [program] = process.argv.slice(2);
const [FIRST, LAST] = ["2026-11-23", "2036-12-31"];
// Monday first.
const LEVELS = ["easy", "easy", "medium", "medium", "hard", "hard", "brutal"];
const DAY = 86_400_000;

const service = spawn(program, ["serve"], { stdio: ["pipe", "pipe", "inherit"] });
let days = "";
let time = Date.parse(FIRST);
const ask = () => {
  const seed = new Date(time).toISOString().slice(0, 10).replaceAll("-", "");
  const level = LEVELS[(new Date(time).getUTCDay() + 6) % 7];
  service.stdin.write(`${JSON.stringify({ ask: "level", level, seed })}\n`);
};
ask();
for await (const line of createInterface({ input: service.stdout })) {
  const { ok, error } = JSON.parse(line);
  if (error) throw new Error(error.message);
  days += ok.index.toString(36).padStart(2, "0");
  time += DAY;
  if (time > Date.parse(LAST)) service.stdin.end();
  else ask();
}
process.stdout.write(`// Made by \`web/days.mjs\`: the first day, and for each day from it on the index of its deal, in two digits of base 36.
export const FIRST = "${FIRST}";
export const DAYS =
  "${days}";
`);
