// Tests that every table on a page of Solace II is that of the rules.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, launch, pressed, settled, visit } from "./browser.js";
import { page, solomids } from "./program.js";
import { fresh, ready } from "./player.js";

before(launch);
after(close);

/** The pieces on each space, as the screen shows them: letters and sizes, sorted. */
const table = (page) =>
  page.evaluate(() => {
    const cells = [...document.querySelectorAll("#board .cell")].map((cell) => cell.getBoundingClientRect());
    const spaces = cells.map(() => []);
    for (const use of document.querySelectorAll("#pieces use")) {
      const box = use.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.bottom - 2];
      const at = cells.findIndex((cell) => cell.left < x && x < cell.right && cell.top < y && y < cell.bottom);
      if (at < 0) throw new Error(`${use.dataset.piece} stands nowhere`);
      spaces[at].push(use.dataset.piece.replace("side-", ""));
    }
    return spaces.map((pieces) => pieces.sort().join(" "));
  });

/** The pieces of a space in the text of `show`: `KWC+K32`, `-WC`, `K321`, `.`. */
const pieces = (text) => {
  const placed = text.match(/([A-Z])([123]+)$/);
  const nest = placed ? text.slice(0, placed.index) : text;
  const dealt = [...nest].flatMap((letter, n) => (/[A-Z]/.test(letter) ? [`${letter}${3 - n}`] : []));
  const stands = placed ? [...placed[2]].map((size) => placed[1] + size) : [];
  return [...dealt, ...stands].sort().join(" ");
};

/** The pieces on each space by the rules. */
const expected = (deal, reading, moves) => {
  const args = ["solace2", "show", deal, "--reading", reading, "--moves", moves.join(" ")];
  const text = solomids(args);
  const rows = text.trimEnd().split("\n").slice(0, -1);
  const spaces = rows.flatMap((row) => [...row.matchAll(/\d+ (\S+)/g)].map(([, text]) => pieces(text)));
  return { spaces, score: text.match(/Towers: (\d+)/)[1] };
};

for (const reading of ["literal", "open"]) {
  test(`every table of a line under the reading ${reading}`, async () => {
    const { file, url } = page(`solace2-${reading}`);
    const args = ["solace2", "solve", "--seed", "1", "--reading", reading, "--format", "json", "--html", file];
    const { deal, moves } = JSON.parse(solomids([...args, "--quiet"]));
    await visit(url, {}, async (page) => {
      await page.selectOption("#speed", "4");
      for (let n = 0; n <= moves.length; n++) {
        await settled(page);
        const { spaces, score } = expected(deal, reading, moves.slice(0, n));
        const seen = await table(page);
        assert.deepEqual(seen.slice(0, spaces.length), spaces, `after ${n} moves`);
        assert(seen.slice(spaces.length).every((space) => space === ""));
        assert.equal(await page.textContent("#bank"), `Towers ${score}`);
        assert.equal(await page.textContent("#token"), n ? moves[n - 1] : "");
        if (n === moves.length) break;
        const { moving } = await pressed(page, "ArrowRight");
        assert(moving > 0, `move ${n + 1} is seen`);
      }
      await page.screenshot({ path: file.replace(/pages.*/, `solace2-${reading}.png`) });
    });
  });
}

/** A line of seed 980974 to the last tower, after which three moves are left. */
const LAST =
  "L-1>2 L-6>7 L-11>12 M-1>7 S-1>7 T-7>1 M-6>12 L-3>4 M-11>2 M-2>5 S-6>5 L-7>8 S-11>7 L-9>10 " +
  "M-3>8 S-3>9 L-13>14 M-13>2 S-7>12 M-7>14 S-5>2 T-2>3 M-5>4 L-2>5 M-2>15 S-2>14 T-12>2 S-9>15 " +
  "M-9>12 S-9>12 T-12>6 S-7>8 M-12>10 S-12>10 T-8>7 T-10>9 L-8>10 T-15>11 S-3>4 T-4>12 M-15>10 M-3>4 " +
  "S-13>4 T-4>13 M-4>3 S-4>8 S-1>10 T-10>4 S-8>1 M-8>10 S-8>3 S-1>10 T-10>8 M-10>5 S-10>1 T-14>10";

test("a game with hidden nests ends where no further tower can come, and is reviewed then", async () => {
  const moves = LAST.split(" ");
  const last = moves.at(-1);
  const open = JSON.stringify({ seed: "980974", index: "0", reading: "literal" });
  const state = new URLSearchParams({ game: "solace2", open, options: '{"hidden":true}', moves: moves.slice(0, -1) });
  await visit(fresh(`${state}`), { reducedMotion: "reduce" }, async (page) => {
    await ready(page);
    assert(!(await page.isVisible("#end")));
    const statistics = async () => {
      await page.keyboard.press("g");
      const words = await page.textContent("#statistics");
      await page.click("#saved-close");
      return words;
    };
    assert.equal(await statistics(), "");
    for (const space of last.slice(2).split(">")) await page.click(`.spot[data-spot="${space - 1}"]`);
    assert.equal(await page.textContent("#token"), last);
    assert((await page.locator(".spot.movable").count()) > 0, "pieces can still be moved");
    assert.equal(await page.textContent("#summary"), "No further tower can come: 12 towers on the table");
    assert.equal(await page.textContent("#end-title"), "12 towers");
    await page.waitForFunction(() => /12 of 13 that were possible/.test(document.getElementById("end-words").textContent));
    assert.match(await statistics(), /^Solace II1 played · 0 won .* scores: 12 \(1 time\)$/);
    await page.click("#end-close");
    await page.click("#hint");
    assert.equal(await page.textContent("#end-title"), "12 towers", "the result again");
    await page.click("#end-review");
    await page.waitForSelector("main.noted", { timeout: 60_000 });
  });
});
