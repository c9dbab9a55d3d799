// Tests of playing on a page: by mouse, by finger and by keyboard, with undo, swaps, other games, and the end of a game.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, launch, ply, settled, shows, visit } from "./browser.js";
import { game, page, position, solomids } from "./program.js";
import { fresh, hold, middle, playable, press, put, ready, squares, token } from "./player.js";

before(launch);
after(close);

/** The text of a deal. */
const text = (deal) => JSON.parse(solomids(["show", ...deal, "--format", "json"])).deal;

for (const [way, name] of [
  ["mouse", "web"],
  ["drag", "short"],
  ["keyboard", "short"],
  ["finger", "short"],
  ["finger drag", "one-swap"],
]) {
  test(`a whole game by ${way}, won`, async () => {
    const { deal, moves, score } = game(name);
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const options = way.startsWith("finger") ? phone : {};
    const state = name === "web" ? "seed=1" : `deal=${encodeURIComponent(text(deal))}`;
    await visit(fresh(state), { ...options, reducedMotion: "reduce" }, async (page) => {
      await ready(page);
      for (const [n, move] of moves.entries()) {
        await put(page, move, way);
        assert.equal(await token(page), move, `move ${n + 1}`);
        if (n % 20 === 0) await shows(page, position(deal, moves.slice(0, n + 1)), `after ${n + 1}`);
      }
      await shows(page, position(deal, moves), "at the end");
      assert.equal(await page.textContent("#end-title"), score === 17 ? "17: the best possible score" : `Won with ${score}`);
      assert.equal((await page.textContent("#end-stars")).length, score - 14);
      assert.equal(await page.evaluate(() => document.activeElement.id), "end-title");
      const share = await page.inputValue("#share");
      assert.equal(share, `${name === "web" ? 1 : ""}_${moves.join(", ")}`);
      const given = name === "web" ? [] : ["--deal", text(deal)];
      const verified = JSON.parse(solomids(["verify", "--share", share, ...given, "--format", "json"]));
      assert.deepEqual([verified.score, verified.trees], [score, 15]);
      await page.click("#end-close");
      assert(!(await page.isVisible("#end")));
    });
  });
}

test("a held stack shows where it may go, and can be let go", async () => {
  await visit(fresh("seed=1"), {}, async (page) => {
    await ready(page);
    await hold(page, "B3");
    const label = await page.getAttribute(".spot.target", "aria-label");
    assert.match(label, /^B4: yellow large, yellow medium onto large/);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".spot.held, .spot.target").count(), 0);
    await hold(page, "B3");
    await hold(page, "B3");
    assert.equal(await page.locator(".spot.held").count(), 0, "the same stack once more");
    await hold(page, "B3");
    await hold(page, "A9");
    assert.equal(await page.getAttribute(".spot.held", "aria-label"), "A9: yellow medium, held", "another stack");
    await hold(page, "C1");
    assert.equal(await ply(page), 0, "no move was played");
    await page.mouse.move(...(await middle(page, "B3")));
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, "B1")), { steps: 4 });
    await page.mouse.up();
    await settled(page);
    assert.equal(await ply(page), 0, "dropped where it may not go");
    await shows(page, position(["--web-seed", "1"], []), "it is back");
  });
});

test("moves are taken back and played again", async () => {
  const { deal, moves } = game("web");
  await visit(fresh("seed=1"), { reducedMotion: "reduce" }, async (page) => {
    await ready(page);
    for (const move of moves.slice(0, 5)) await put(page, move);
    for (const [keys, expected] of [
      ["Control+z", 4],
      ["Control+z", 3],
      ["Control+y", 4],
      ["Control+Shift+z", 5],
      ["Control+y", 5],
      ["Home", 0],
    ]) {
      await page.keyboard.press(keys);
      assert.equal(await ply(page), expected, keys);
    }
    // The same keys of a Cyrillic keyboard.
    for (const [key, code, ctrlKey, expected] of [
      ["н", "KeyY", true, 1],
      ["я", "KeyZ", true, 0],
    ]) {
      await page.evaluate((how) => document.body.dispatchEvent(new KeyboardEvent("keydown", { ...how, bubbles: true })), { key, code, ctrlKey });
      assert.equal(await ply(page), expected, key);
    }
    await put(page, moves[0]);
    assert.equal(await page.textContent("#ply"), "1 / 5", "the same move keeps those after it");
    await page.click("#undo");
    await put(page, "S-A9>A10");
    assert.equal(await page.textContent("#ply"), "1 / 1", "another move begins a line of its own");
    await shows(page, position(deal, ["S-A9>A10"]), "the other move");
  });
});

test("a finger drags in every direction, however the page was opened", async () => {
  const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, reducedMotion: "reduce" };
  await visit(fresh("seed=1"), phone, async (page, context) => {
    await ready(page);
    await page.reload();
    await ready(page);
    const client = await context.newCDPSession(page);
    const send = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    const [x, y] = await middle(page, "D4");
    for (const [dx, dy] of [[0, 1], [0, -1], [1, 1], [-1, 1], [1, -1], [-1, -1], [1, 0], [-1, 0]]) {
      await send("touchStart", [[x, y]]);
      for (let n = 1; n <= 6; n++) await send("touchMove", [[x + 12 * n * dx, y + 12 * n * dy]]);
      assert.equal(await page.locator(".lifted").count(), 1, `a drag by ${dx}, ${dy}`);
      assert.equal(await page.evaluate(() => scrollY), 0);
      await send("touchEnd", []);
      await settled(page);
    }
  });
});

test("swaps are asked for", async () => {
  const { deal, moves } = game("short");
  const text = encodeURIComponent(deal[0]);
  await visit(fresh(`deal=${text}`), { reducedMotion: "reduce" }, async (page) => {
    await ready(page);
    const swap = moves.find((move) => move.startsWith("W"));
    for (const move of moves.slice(0, moves.indexOf(swap))) await put(page, move);
    const [from, to] = squares(swap);
    await page.keyboard.press("w");
    assert.equal(await page.getAttribute("#swap", "aria-pressed"), "true");
    await hold(page, to);
    await hold(page, from);
    assert.equal(await token(page), swap, "in either order");
    assert.equal(await page.getAttribute("#swap", "aria-pressed"), "false");
    await shows(page, position(deal, moves.slice(0, moves.indexOf(swap) + 1)), "after the swap");
  });
});

test("a replay can be played on from anywhere", async () => {
  const { url, deal, moves } = game("web");
  await visit(url, { reducedMotion: "reduce" }, async (page) => {
    await ready(page);
    const summary = await page.textContent("#summary");
    assert.match(summary, /^Best score 17/);
    await page.click('[data-ply="4"]');
    await put(page, moves[4]);
    assert.equal(await page.textContent("#ply"), `5 / ${moves.length}`, "its own move goes on in it");
    await put(page, "S-B9>B10");
    const played = [...moves.slice(0, 5), "S-B9>B10"];
    assert.equal(await page.inputValue("#share"), `1_${played.join(", ")}`);
    await shows(page, position(deal, played), "another move");
    await page.reload();
    await ready(page);
    await shows(page, position(deal, played), "after a reload");
  });
});

test("other games: seeds, texts, levels, mistakes in a text", async () => {
  await visit(fresh("seed=1"), { reducedMotion: "reduce" }, async (page) => {
    await ready(page);
    await page.keyboard.press("n");
    await page.fill("#seed", "2");
    await page.keyboard.press("Enter");
    assert(!(await page.isVisible("#dealing")));
    assert.equal(await page.textContent("h1"), "Shared deal 2");
    await shows(page, position(["--web-seed", "2"], []), "a seed");
    assert.equal(await page.title(), "Shared deal 2 – Solomids");
    await press(page, "#deal-button");
    await page.fill("#seed", "14");
    await page.keyboard.press("Enter");
    assert.match(await page.textContent("#fault"), /deals nothing for this seed.*take another/);
    await page.fill("#pasted", "1_M-D4>C4, S-D9>D10");
    await page.click("#pasting button");
    await shows(page, position(["--web-seed", "1"], ["M-D4>C4", "S-D9>D10"]), "a share string");
    assert.equal(await page.textContent("#ply"), "2 / 2");
    await press(page, "#deal-button");
    await page.fill("#pasted", "1_M-D4>F4");
    await page.click("#pasting button");
    assert.match(await page.textContent("#fault"), /`F4` is no square/);
    assert.equal(
      await page.textContent("#fault pre"),
      `1_M-D4>F4\n${" ".repeat(7)}^^ expected a column A to E and a row 1 to 10, such as C7`,
    );
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("dialog[open]").count(), 0, "nothing lies over the board");
    await press(page, "#deal-button");
    const { deal } = game("xeno");
    await page.fill("#pasted", deal[0].replaceAll("/", "\n"));
    await page.click("#pasting button");
    await shows(page, position(deal, []), "a deal with other letters");
    await press(page, "#deal-button");
    await page.click('[data-level="easy"]');
    await page.waitForSelector("#dealing", { state: "hidden" });
    assert.equal(await page.textContent("h1"), "Easy deal");
    const easy = await page.inputValue("#deal");
    assert.match(solomids(["solve", easy, "--difficulty", "--quiet"]), /easy/i);
    await press(page, "#deal-button");
    await page.click('[data-level="any"]');
    assert.equal(await page.textContent("h1"), "A deal of any level");
    await press(page, "#deal-button");
    await page.click("#dealing-close");
    assert(!(await page.isVisible("#dealing")));
  });
});

test("nothing is lost by a reload, and storage may be refused", async () => {
  const { deal, moves } = game("web");
  await visit(fresh("seed=1"), { reducedMotion: "reduce" }, async (page, context) => {
    await ready(page);
    for (const move of moves.slice(0, 6)) await put(page, move);
    await page.click("#undo");
    await page.reload();
    await ready(page);
    assert.equal(await page.textContent("#ply"), "5 / 6");
    await shows(page, position(deal, moves.slice(0, 5)), "in the middle of a game");
    const other = await context.newPage();
    await other.goto(page.url().replace(/#.*/, ""));
    await ready(other);
    assert.equal(await other.textContent("#ply"), "5 / 6", "another visit goes on");
    await other.close();
  });
  await visit(fresh("seed=1"), { reducedMotion: "reduce" }, async (page) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get: () => {
          throw new DOMException("refused", "SecurityError");
        },
      });
    });
    await page.reload();
    await ready(page);
    await put(page, moves[0]);
    await page.click("#theme");
    assert.equal(await ply(page), 1);
  });
  await visit(fresh("seed=14&moves=S-B9>B10"), {}, async (page) => {
    await ready(page);
    assert.match(await page.textContent("#fault"), /deals nothing for this seed/);
    assert.equal(await page.evaluate(() => document.body.dataset.view), "home", "all games instead");
  });
});

test("the end of a game that is not won, and a random game", async () => {
  const last = ". . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. R12 . . ./. . R3 . .";
  await visit(fresh(`deal=${encodeURIComponent(last)}`), { reducedMotion: "reduce" }, async (page) => {
    await ready(page);
    const { legal } = await playable(page);
    assert(legal > 0);
  });
  await visit(`${page("fresh").url}#game=solomids`, {}, async (page) => {
    await ready(page);
    assert.equal(await page.textContent("h1"), "A deal of any level");
    assert((await playable(page)).legal > 0);
  });
});
