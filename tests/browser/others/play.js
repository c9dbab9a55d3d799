// Plays a game of each kind to its end in other browsers, through the interface of the page: `node play.js [BROWSER…]`.
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BROWSERS, SITE, serve } from "./drive.js";

const pause = (time) => new Promise((done) => setTimeout(done, time));

/** Waits until a function of the page holds. */
const until = async (page, holds, seconds = 60) => {
  for (const end = Date.now() + 1000 * seconds; Date.now() < end; await pause(30)) if (await page.run(holds)) return;
  throw new Error(`not reached: ${holds}; ${await page.run(() => `${["fault", "notice", "advice"].map((id) => document.getElementById(id).textContent)} ${document.getElementById("hint").className} ${location.hash} ${document.body.innerText.slice(0, 300)}`)}`);
};

const short = `${". . . . ./".repeat(3)}. R1 . . ./. Y3 . . ./. R2 . Y12 R3/. . . . ./. . . . ./. . . . ./. . . . .`;
const empty = `${"- - - - -/".repeat(4)}- - - - - 1`;
/** The games by the part of their address behind `#`, and what is said at their end. */
const GAMES = {
  Solomids: [{ deal: short }, /^Won with 16/],
  "Solace II": [
    { game: "solace2", open: JSON.stringify({ seed: "1", index: "0", reading: "inert" }), options: '{"hidden":true}' },
    /tower/,
  ],
  Pentamid: [
    { game: "pentamid", open: JSON.stringify({ text: empty }), options: '{"opponent":1,"side":1}' },
    /^Level 1 (is beaten|has won)/,
  ],
};

const shown = () => document.getElementById("ply").textContent;

/** Plays the first move on the board, then what hints say, until the game is over. */
const play = async (page, [state, end]) => {
  await page.run((hash) => {
    location.hash = hash;
  }, `${new URLSearchParams(state)}`);
  await pause(300);
  await until(page, () => document.querySelector(".spot.movable") && document.getElementById("ply").textContent.startsWith("0 /"));
  await page.click(".spot.movable");
  await until(page, () => document.querySelector(".spot.target"));
  await page.click(".spot.target");
  await until(page, () => !document.getElementById("ply").textContent.startsWith("0 /"));
  for (let moves = 1; moves < 300; moves++) {
    await until(page, () => !document.getElementById("end").hidden || document.querySelector(".spot.movable"));
    if (await page.run(() => !document.getElementById("end").hidden)) break;
    await page.click("#hint");
    await until(page, () => document.querySelector("#arrows .glow") || /further|over|end/i.test(document.getElementById("advice").textContent));
    if (!(await page.run(() => document.querySelector("#arrows .glow") !== null))) break;
    const before = await page.run(shown);
    await page.click("#hint");
    await page.click("#hint");
    for (const late = Date.now() + 30_000; (await page.run(shown)) === before && Date.now() < late; ) await pause(30);
  }
  const [title, words, advice] = await page.run(() =>
    ["end-title", "end-words", "advice"].map((id) => document.getElementById(id).textContent),
  );
  // With hidden nests a game ends where nothing is gained by going on.
  if (title) assert.match(title, end);
  else assert(/hidden/.test(state.options), `no end: ${advice}`);
  return `${title || advice} ${words}`.trim();
};

const { address, end } = await serve();
const wanted = process.argv.slice(2);
for (const [name, launch] of Object.entries(BROWSERS)) {
  if (wanted.length && !wanted.includes(name)) continue;
  const page = await launch();
  for (const url of [address, pathToFileURL(join(SITE, "index.html")).href]) {
    await page.go(url);
    await until(page, () => document.querySelector("main.ready"));
    for (const [game, how] of Object.entries(GAMES)) {
      const begun = Date.now();
      console.log(`${name}, ${url.replace(/:.*/, "")}, ${game}: ${await play(page, how)} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
    }
    // Another visit goes on with the game that was left.
    await page.go(`${url}#seed=1`);
    await until(page, () => document.querySelector("main.ready") && document.querySelector("h1").textContent.endsWith("deal 1"));
    await page.click("#hint");
    await until(page, () => document.querySelector("#arrows .glow"));
    await page.click("#hint");
    await page.click("#hint");
    await until(page, () => document.getElementById("ply").textContent === "1 / 1");
    const before = await page.run(shown);
    await page.go(url);
    await until(page, () => document.querySelector("main.ready"));
    assert.equal(await page.run(shown), before, "after a reload");
    if (page.offline && url === address) {
      await page.run(() => navigator.serviceWorker.ready.then(() => true));
      await until(page, async () => (await (await caches.open("solomids")).keys()).length >= 5);
      await page.offline();
      await page.go(url);
      await until(page, () => document.querySelector("main.ready"));
      assert.equal(await page.run(shown), before, "without a network");
      console.log(`${name}: opens without a network, with the game that was left`);
    }
  }
  assert.deepEqual(page.complaints, [], name);
  await page.end();
}
end();
