// Screenshots of the states of the page, on four screens, light and dark, into the folder SHOTS (target/shots unless given).
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "../node_modules/playwright-core/index.mjs";
import { SITE } from "./drive.js";

const folder = process.env.SHOTS ?? fileURLToPath(new URL("../../../target/shots", import.meta.url));
mkdirSync(folder, { recursive: true });
const address = pathToFileURL(join(SITE, "index.html")).href;

const nearly = "deal=" + encodeURIComponent(`${". . . . ./".repeat(8)}. . . Y12 Y3/. . . . .`);
const start = JSON.stringify({ text: `${"- - - - -/".repeat(4)}- - - - - 1` });
const moves = "L@a5,L@a1,L@b5,L@b1,L@c5,L@c1,L@d5,L@a2,M@e4";
const pentamid = `${new URLSearchParams({ game: "pentamid", open: start, options: '{"opponent":3,"side":1}', moves })}`;
const finish = async (page) => {
  await page.click("#hint");
  await page.waitForSelector("#arrows .glow");
  await page.click("#hint");
  await page.click("#hint");
};

/** What a page shows, by name: the part of the address behind `#`, and what is done there. */
const STATES = {
  first: ["", async () => {}],
  home: ["home", async () => {}],
  endgame: ["endgame=17", async () => {}],
  editor: [
    "seed=1",
    async (page) => {
      await page.keyboard.press("n");
      await page.click("#editor summary");
      await page.locator("#editing button >> nth=12").scrollIntoViewIfNeeded();
    },
  ],
  end: [
    nearly,
    async (page) => {
      for (let n = 0; n < 4 && !(await page.isVisible("#end")); n++) await finish(page);
      await page.waitForTimeout(500);
    },
  ],
  statistics: [
    "seed=1&moves=M-D4>C4,S-D9>D10",
    async (page) => {
      for (let n = 0; n < 3; n++) await finish(page);
      await page.keyboard.press("g");
      await page.waitForTimeout(300);
    },
  ],
  mistakes: [
    pentamid,
    async (page) => {
      await page.keyboard.press("l");
      await page.waitForSelector("main.noted", { timeout: 90_000 });
    },
  ],
  judged: [
    pentamid.replace("%2CL%40a2%2CM%40e4", ""),
    async (page) => {
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("a");
      await page.waitForSelector("#verdicts li");
      await page.waitForTimeout(1500);
    },
  ],
  hidden: [
    `${new URLSearchParams({ game: "solace2", open: '{"seed":"1","index":"0","reading":"inert"}', options: '{"hidden":true}' })}`,
    async (page) => {
      for (let n = 0; n < 4; n++) await finish(page);
      await page.click("#hint");
      await page.waitForSelector("#arrows .glow");
    },
  ],
};

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu"] });
for (const [width, height] of [
  [360, 640],
  [390, 844],
  [844, 390],
  [820, 1180],
  [1280, 800],
]) {
  for (const colorScheme of ["light", "dark"]) {
    const phone = width < 500;
    const options = { viewport: { width, height }, colorScheme, hasTouch: phone, isMobile: phone, reducedMotion: "reduce" };
    const context = await browser.newContext(options);
    for (const [name, [hash, act]] of Object.entries(STATES)) {
      const page = await context.newPage();
      await page.goto(hash ? `${address}#${hash}` : address);
      await page.waitForSelector("main.ready", { state: "attached" });
      try {
        await act(page);
      } catch (error) {
        console.log(`${name} ${width} ${colorScheme}: ${error.message.split("\n")[0]}`);
      }
      await page.screenshot({ path: join(folder, `${name}-${width}x${height}-${colorScheme}.png`) });
      await page.close();
    }
    await context.close();
  }
}
await browser.close();
console.log(`Screenshots are in ${folder}`);
