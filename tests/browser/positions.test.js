// Tests that every position on a page is that of the rules.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { board, close, launch, ply, pressed, settled, shows, visit } from "./browser.js";
import { NAMES, SHORT, game, position, shown } from "./program.js";

before(launch);
after(close);

for (const name of NAMES) {
  test(`every position of the game ${name}`, async () => {
    const { url, deal, moves, opening } = game(name);
    assert(moves.length > 0);
    const expected = moves.map((_, n) => position(deal, moves.slice(0, n)));
    expected.push(position(deal, moves));
    await visit(url, { reducedMotion: "reduce" }, async (page) => {
      assert.equal(await ply(page), opening);
      await shows(page, expected[opening], "when it opens");
      await page.keyboard.press("Home");
      for (let n = 0; n <= moves.length; n++) {
        assert.equal(await page.textContent("#ply"), `${n} / ${moves.length}`);
        assert.equal(await page.textContent("#token"), n ? moves[n - 1] : "");
        await shows(page, expected[n], `after ${n} moves`);
        await page.keyboard.press("ArrowRight");
      }
      for (let n = moves.length; n >= 0; n--) {
        await shows(page, expected[n], `back to ${n} moves`);
        await page.keyboard.press("ArrowLeft");
      }
    });
  });
}

test("positions are the same with moves in motion, and when these are cut short", async () => {
  const { url, deal, moves } = game("two-swaps");
  await visit(url, {}, async (page) => {
    for (let n = 1; n <= moves.length; n++) {
      const { moving } = await pressed(page, "ArrowRight");
      assert(moving > 0, `move ${n} is seen`);
      if (n % 5 === 0) await shows(page, position(deal, moves.slice(0, n)), `after ${n} moves`);
    }
    await shows(page, position(deal, moves), "at the end");
    await page.click('[data-ply="9"]');
    await page.click('[data-ply="40"]');
    await shows(page, position(deal, moves.slice(0, 40)), "after two jumps");
  });
});

test("a moving pyramid is drawn above the others, and comes to lie right", async () => {
  const { url, moves } = game("web");
  await visit(url, {}, async (page) => {
    const bank = moves.findIndex((move) => move.startsWith("B-"));
    await page.click(`[data-ply="${bank}"]`);
    await settled(page);
    const { moving, order } = await pressed(page, "ArrowRight");
    assert.equal(moving, 3);
    assert.match(order, /321$/);
    await settled(page);
    await page.waitForFunction(() => {
      const sizes = [...document.querySelectorAll("#pieces use")].map((use) => use.dataset.piece[1]).join("");
      return /^3+2+1+$/.test(sizes);
    });
    await board(page);
  });
});

test("a board alone, and a game so far", async () => {
  const still = shown("still", [SHORT]);
  await visit(still, {}, async (page) => {
    await shows(page, position([SHORT], []), "a board");
    assert.equal(await page.textContent("#ply"), "0 / 0");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("?");
    assert(await page.isVisible("#about"));
  });
  const moves = ["M-D4>C4", "S-D9>D10", "S-E9>E10", "M-C4>E4", "B-E4"];
  const played = shown("played", ["--share", `1_${moves.join(", ")}`]);
  await visit(played, {}, async (page) => {
    assert.equal(await ply(page), moves.length);
    await shows(page, position(["--web-seed", "1"], moves), "a game so far");
    await page.keyboard.press("Home");
    await shows(page, position(["--web-seed", "1"], []), "its deal");
  });
});

test("the board is described to those who do not see it", async () => {
  const { url, deal, moves } = game("one-swap");
  await visit(url, { reducedMotion: "reduce" }, async (page) => {
    for (const n of [0, 30, moves.length]) {
      await page.click(`[data-ply="${n}"]`);
      const { rows, trees, earned, used } = position(deal, moves.slice(0, n));
      const stacks = rows.flatMap((row, depth) =>
        row
          .split(" ")
          .flatMap((stack, column) => (stack === "." ? [] : [`${"ABCDE"[column]}${10 - depth} ${stack}`])),
      );
      assert.equal(
        await page.getAttribute("#board", "aria-label"),
        `Board: ${stacks.join(", ") || "empty"}. Bank: ${trees} trees. ${earned} swaps earned, ${used} used.`,
      );
    }
  });
});

test("what is printed shows the position before each tree, and the end", async () => {
  for (const name of ["two-swaps", "lost", "xeno"]) {
    const { url, deal, moves } = game(name);
    await visit(url, {}, async (page) => {
      await page.emulateMedia({ media: "print" });
      const panels = await page.$$eval(".paper article", (articles) =>
        articles.map((article) => {
          const rows = Array.from({ length: 10 }, () => Array(5).fill(""));
          for (const use of article.querySelectorAll("svg use[x]")) {
            // A square is 60 units wide; the centre of A10 is at 58, 38.
            const [column, depth] = [(use.getAttribute("x") - 58) / 60, (use.getAttribute("y") - 38) / 60];
            const kind = use.getAttribute("href").slice(1);
            rows[depth][column] = `${kind}${rows[depth][column].slice(1)}`;
          }
          return {
            rows: rows.map((row) => row.map((square) => square || ".").join(" ")),
            moves: [...article.querySelectorAll("li code")].map((code) => code.textContent),
          };
        }),
      );
      assert.deepEqual(
        panels.flatMap((panel) => panel.moves),
        moves,
        name,
      );
      let done = 0;
      for (const panel of panels) {
        assert.deepEqual(panel.rows, position(deal, moves.slice(0, done)).rows, `${name} after ${done}`);
        done += panel.moves.length;
      }
      assert.equal(done, moves.length);
    });
  }
});
