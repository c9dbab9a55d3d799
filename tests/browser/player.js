// A player of the pages: moves are played through the interface alone.
import { page, solomids } from "./program.js";

/** The address of a page that deals itself, with the state of a game behind its `#`. */
export const fresh = (state) => {
  const { file, url } = page("fresh");
  solomids(["page", "--out", file, "--quiet"]);
  return state ? `${url}#${state}` : url;
};

/** Waits until one can play, or begin a game on the page of all games. */
export const ready = (page) => page.waitForSelector("main.ready", { state: "attached" });

/** The token of the last move. */
export const token = (page) => page.textContent("#token");

/** The squares that a token names. */
export const squares = (move) => move.slice(2).split(">");

const spot = (page, square) => page.locator(`.spot[aria-label^="${square}:"]`);

/** The middle of a square on the screen. */
export const middle = async (page, square) => {
  const box = await spot(page, square).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** Clicks on a square. */
export const hold = async (page, square) => page.mouse.click(...(await middle(page, square)));

/** Presses a button, in the menu if it is not beside the board. */
export const press = async (page, selector) => {
  const button = page.locator(selector);
  if (!(await button.isVisible())) {
    if (!(await page.isVisible("#menu"))) await page.click("#menu-button");
    if (!(await button.isVisible())) await page.click("#texts summary");
  }
  await button.click();
};

/** Asks for a hint, for its piece and then for its move; returns the token of that move, which a third press plays. */
export const hinted = async (page, ask = () => page.click("#hint"), options = {}) => {
  await ask();
  await page.waitForSelector("#arrows .glow", options);
  await ask();
  return page.getAttribute("#arrows .arrow", "data-move");
};

/** How many stacks can be picked up. */
export const playable = async (page) => ({ legal: await page.locator(".spot.movable").count() });

const drag = async (page, from, to) => {
  const [[x, y], [u, v]] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move((x + u) / 2, (y + v) / 2, { steps: 3 });
  await page.mouse.move(u, v, { steps: 2 });
  await page.mouse.up();
};

const touch = async (page, from, to) => {
  const [[x, y], [u, v]] = [await middle(page, from), await middle(page, to)];
  const client = await page.context().newCDPSession(page);
  const send = (type, points) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  await send("touchStart", [[x, y]]);
  for (let i = 1; i <= 4; i++) await send("touchMove", [[x + ((u - x) * i) / 4, y + ((v - y) * i) / 4]]);
  await send("touchEnd", []);
  await client.detach();
};

const choose = async (page, square) => {
  await spot(page, square).focus();
  await page.keyboard.press("Enter");
};

const tap = async (page, square) => page.touchscreen.tap(...(await middle(page, square)));

/** Plays a move. What is banked is chosen twice. */
export const put = async (page, move, way = "mouse") => {
  const [from, to = from] = squares(move);
  if (move.startsWith("W")) await page.keyboard.press("w");
  const drags = { drag, "finger drag": touch }[way];
  if (drags && to !== from) await drags(page, from, to);
  else {
    const touches = { keyboard: choose, finger: tap, "finger drag": tap }[way] ?? hold;
    await touches(page, from);
    // Under a finger a piece with one place to go, or a tree for the bank, goes at once.
    if (!way.startsWith("finger") || (await page.locator(".spot.held").count())) await touches(page, to);
  }
  if (await page.isVisible("#choosing")) await page.click(`#choices button:has-text("${move}")`);
};
