// Measures how large the page is, how soon it is ready, how long hints take on it for the deals of web seeds 0 to 99, and how long a
// hint takes while all moves of a deal are being judged. Not a test:
// `SOLOMIDS_TARGET=../../target CHROMIUM=chromium node measure.js`, after `npm ci` and a build.
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { close, launch, visit } from "./browser.js";
import { fresh, ready } from "./player.js";

const SEEDS = 100;

/** Opens a seed, presses the button as soon as it is there, and returns the milliseconds until the hint is shown. */
const hint = (page, seed) =>
  page.evaluate(async (seed) => {
    const after = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    location.hash = `seed=${seed}`;
    for (let i = 0; i < 20 && document.querySelector("h1").textContent !== `Shared deal ${seed}`; i++) await after(10);
    if (document.querySelector("h1").textContent !== `Shared deal ${seed}`) return null;
    const begun = performance.now();
    document.getElementById("hint").click();
    while (!document.querySelector("#arrows .glow")) await after(1);
    return performance.now() - begun;
  }, `${seed}`);

/** Judges all moves of web seed 1 for a while, then asks for hints of positions further on; returns milliseconds for each of them. */
const interrupting = (page) =>
  page.evaluate(async () => {
    const after = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    location.hash = "seed=1";
    await after(200);
    const times = [];
    document.getElementById("judge").click();
    for (let n = 0; n < 10; n++) {
      await after(1500);
      const begun = performance.now();
      document.getElementById("hint").click();
      while (!document.querySelector("#arrows .glow")) await after(1);
      times.push(performance.now() - begun);
      // The hint is shown in full and played, and the moves after it are judged.
      for (const _ of ["move", "play"]) document.getElementById("hint").click();
    }
    return times;
  });

const address = fresh("seed=0");
const file = readFileSync(fileURLToPath(address.replace(/#.*/, "")));
console.log(`page: ${file.length} bytes, ${gzipSync(file, { level: 9 }).length} compressed; load average ${loadavg()[0]}`);
await launch();
await visit(address, {}, async (page) => {
  await ready(page);
  console.log(`ready after ${Math.round(await page.evaluate(() => performance.now()))} ms`);
  const times = [];
  for (let seed = 0; seed < SEEDS; seed++) {
    const time = await hint(page, seed);
    if (time !== null) times.push([time, seed]);
  }
  times.sort(([a], [b]) => a - b);
  const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))][0]);
  console.log(`${times.length} hints: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms, longest ${at(1)} ms`);
  const meanwhile = (await interrupting(page)).map(Math.round);
  console.log(`hints while moves are judged: ${meanwhile.join(", ")} ms`);
  console.log(`slowest seeds: ${times.slice(-5).map(([time, seed]) => `${seed} (${Math.round(time)} ms)`).join(", ")}`);
});
await close();
