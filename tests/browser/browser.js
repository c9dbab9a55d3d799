// Headless Chromium: opening pages, and reading the board that they show.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let browser;
export const launch = async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: FLAGS });
};
export const close = () => browser.close();

/**
 * Opens a page, passes it to `use`, and asserts what holds for every page: no output on the console, no error, no request
 * except for the page itself.
 */
export const visit = async (url, options, use) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  context.setDefaultTimeout(20_000);
  try {
    const page = await context.newPage();
    const complaints = [];
    const fetched = [];
    page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("dialog", (dialog) => {
      complaints.push(dialog.message());
      dialog.dismiss();
    });
    page.on("request", (request) => fetched.push(request.url()));
    page.on("websocket", (socket) => fetched.push(socket.url()));
    await context.setOffline(true);
    await page.goto(url);
    await use(page, context);
    assert.deepEqual(complaints, []);
    assert.deepEqual(
      // Workers are made from the page itself.
      fetched.filter((address) => !/^(data|blob):/.test(address) && address.replace(/#.*/, "") !== url.replace(/#.*/, "")),
      [],
    );
    assert.equal(await page.evaluate(() => window.broken), undefined);
  } finally {
    await context.close();
  }
};

/** Waits until all animations have ended. */
export const settled = (page) => page.waitForFunction(() => document.getAnimations().length === 0);

/** Goes to a move of the replay, and to the top of the page. */
export const jump = async (page, ply) => {
  await page.evaluate((ply) => document.querySelector(`[data-ply="${ply}"]`)?.click(), ply);
  await settled(page);
  await page.evaluate(() => scrollTo(0, 0));
};

/** Presses a key; returns the number of moving pieces right after it, and the sizes of all pieces in drawing order. */
export const pressed = (page, key) =>
  page.evaluate((key) => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    const order = [...document.querySelectorAll("#pieces use")].map((use) => use.dataset.piece[1]).join("");
    return { moving: document.getAnimations().length, order };
  }, key);

/** The number of the move that is shown. */
export const ply = async (page) => Number((await page.textContent("#ply")).split(" / ")[0]);

/**
 * The board as the screen shows it: positions of pyramids on the screen, compared with the drawn names of columns and
 * rows and the slots of the bank. Of the pyramids in a stack, those drawn later are higher.
 */
export const board = (page) =>
  page.evaluate(() => {
    const svg = document.getElementById("board");
    const toDrawing = svg.getScreenCTM().inverse();
    const number = (node, name) => Number(node.getAttribute(name));
    const names = [...document.querySelectorAll("#frame .name")];
    const columns = names.filter((name) => /^[A-E]$/.test(name.textContent));
    const rows = names.filter((name) => /^\d+$/.test(name.textContent));
    const slots = [...document.querySelectorAll("#frame .slot")];
    const rowsOfBoard = Array.from({ length: 10 }, () => Array(5).fill(""));
    const bank = new Map();
    for (const use of document.querySelectorAll("#pieces use")) {
      const box = use.getBoundingClientRect();
      const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(toDrawing);
      const kind = use.getAttribute("href").slice(1);
      const drawing = document.getElementById(kind);
      const letter = drawing.querySelector("text").textContent;
      const pips = drawing.querySelectorAll("circle").length;
      if (`${letter}${pips}` !== kind) throw new Error(`${kind} is drawn as ${letter} with ${pips} pips`);
      // The baseline of a row's name is 5 units below the centre of the row.
      const column = columns.find((name) => Math.abs(number(name, "x") - middle.x) < 1);
      const row = rows.find((name) => Math.abs(number(name, "y") - 5 - middle.y) < 1);
      if (column && row) {
        const line = rowsOfBoard[10 - Number(row.textContent)];
        const index = "ABCDE".indexOf(column.textContent);
        const below = line[index];
        if (below && below[0] !== letter) throw new Error(`${kind} on ${below}`);
        line[index] = `${letter}${pips}${below.slice(1)}`;
        continue;
      }
      const slot = slots.findIndex(
        (name) => Math.hypot(number(name, "x") - middle.x, number(name, "y") - 5 - middle.y) < 1,
      );
      if (slot < 0) throw new Error(`${kind} stands nowhere: ${middle.x} ${middle.y}`);
      if (slots[slot].textContent !== letter) throw new Error(`${kind} in the bank of ${slots[slot].textContent}`);
      bank.set(slot, `${pips}${bank.get(slot) ?? ""}`);
    }
    for (const sizes of bank.values()) if (sizes !== "123") throw new Error(`${sizes} in the bank`);
    const swaps = [...svg.querySelectorAll(".swap")].map((swap) => swap.getAttribute("class").split(" ")[1]);
    return {
      rows: rowsOfBoard.map((row) => row.map((square) => square || ".").join(" ")),
      trees: bank.size,
      earned: swaps.filter((state) => state !== "open").length,
      used: swaps.filter((state) => state === "used").length,
      counted: Number(document.getElementById("bank").textContent.match(/(\d+)\/15/)[1]),
    };
  });

/** Asserts that the board shows this position. */
export const shows = async (page, expected, where) => {
  await settled(page);
  const { counted, ...seen } = await board(page);
  assert.deepEqual(seen, expected, where);
  assert.equal(counted, expected.trees, where);
};
