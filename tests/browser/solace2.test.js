// Tests that every table on a page of Solace II is that of the rules.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, launch, pressed, settled, visit } from "./browser.js";
import { page, solomids } from "./program.js";

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
