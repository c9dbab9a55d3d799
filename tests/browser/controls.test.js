// Tests of buttons, keys, slider, list, gestures and clipboard.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, launch, ply, settled, shows, visit } from "./browser.js";
import { press } from "./player.js";
import { ODD, annotated, game, position, solomids } from "./program.js";

before(launch);
after(close);

const at = async (page, expected, where) => assert.equal(await ply(page), expected, where);

test("buttons", async () => {
  const { url, moves } = game("web");
  await visit(url, {}, async (page) => {
    const end = moves.length;
    for (const [id, expected] of [
      ["next", 1],
      ["next", 2],
      ["previous", 1],
      ["last", end],
      ["next", end],
      ["previous", end - 1],
      ["first", 0],
      ["previous", 0],
    ]) {
      // At either end some buttons are disabled.
      await page.click(`#${id}`, { force: true });
      await at(page, expected, id);
    }
    assert.equal(await page.getAttribute("#first", "aria-disabled"), "true");
    assert.equal(await page.getAttribute("#next", "aria-disabled"), "false");
  });
});

test("keys", async () => {
  const { url, moves } = game("web");
  await visit(url, {}, async (page) => {
    const end = moves.length;
    for (const [key, expected] of [
      ["ArrowRight", 1],
      ["ArrowRight", 2],
      ["ArrowLeft", 1],
      ["End", end],
      ["ArrowRight", end],
      ["Home", 0],
      ["ArrowLeft", 0],
      ["Control+ArrowRight", 0],
      ["ArrowDown", 0],
    ]) {
      await page.keyboard.press(key);
      await at(page, expected, key);
    }
    await page.keyboard.press("?");
    assert(await page.isVisible("#about"));
    await page.keyboard.press("ArrowRight");
    await at(page, 0, "keys wait while the help is open");
    await page.keyboard.press("Escape");
    assert(!(await page.isVisible("#about")));
    await page.click("#help");
    await page.click("#about .close");
    assert(!(await page.isVisible("#about")));
    await press(page, "#share");
    assert.equal(await page.evaluate(() => document.activeElement.id), "share");
    for (const key of ["ArrowRight", "End", "Home", " ", "?"]) await page.keyboard.press(key);
    await at(page, 0, "keys in a text belong to the text");
    assert(!(await page.isVisible("#about")));
  });
});

test("the space bar plays, but presses a button that the keyboard went to", async () => {
  const { url } = game("web");
  await visit(url, {}, async (page) => {
    const playing = () => page.evaluate(() => document.documentElement.classList.contains("playing"));
    await page.click("#next");
    await page.keyboard.press(" ");
    assert(await playing());
    assert.equal(await page.getAttribute("#play", "aria-label"), "Pause");
    await page.keyboard.press(" ");
    assert(!(await playing()));
    await page.keyboard.press("Home");
    await page.focus("#last");
    await page.keyboard.press("Shift+Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "next");
    await page.keyboard.press(" ");
    await at(page, 1, "next was pressed");
    assert(!(await playing()));
  });
});

test("playing goes to the end, stops there, and starts again", async () => {
  const { url, deal, moves } = game("short");
  await visit(url, {}, async (page) => {
    await page.selectOption("#speed", "4");
    const live = await page.evaluate(() => {
      document.getElementById("play").click();
      return document.getElementById("caption").getAttribute("aria-live");
    });
    assert.equal(live, "off", "no move is announced while the line plays");
    await page.waitForFunction(
      (end) => document.getElementById("ply").textContent === `${end} / ${end}`,
      moves.length,
    );
    await page.waitForFunction(() => document.getElementById("play").getAttribute("aria-label") === "Play");
    assert.equal(await page.getAttribute("#caption", "aria-live"), "polite");
    await shows(page, position(deal, moves), "at the end");
    await page.click("#play");
    await page.waitForFunction(() => parseInt(document.getElementById("ply").textContent) >= 2);
    await page.click("#previous");
    const stopped = await ply(page);
    assert.equal(await page.getAttribute("#play", "aria-label"), "Play", "a step by hand pauses");
    await settled(page);
    await at(page, stopped);
  });
});

test("a slower speed plays slower", async () => {
  const { url } = game("short");
  await visit(url, { reducedMotion: "reduce" }, async (page) => {
    await page.clock.install();
    const after = async (speed, milliseconds) => {
      await page.keyboard.press("Home");
      await page.selectOption("#speed", speed);
      await page.click("#play");
      await page.clock.runFor(milliseconds);
      await page.click("#play");
      return ply(page);
    };
    const [half, one, two] = [await after("0.5", 2500), await after("1", 2500), await after("2", 2500)];
    assert(half > 0 && half < one && one < two, `${half} ${one} ${two}`);
  });
});

test("the slider", async () => {
  const { url, deal, moves } = game("web");
  await visit(url, {}, async (page) => {
    const box = await page.locator("#slider").boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const middle = await ply(page);
    assert(Math.abs(middle - moves.length / 2) <= 1, `${middle}`);
    await shows(page, position(deal, moves.slice(0, middle)), "in the middle");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 20 });
    await page.mouse.up();
    await at(page, moves.length, "dragged to the end");
    await page.keyboard.press("ArrowLeft");
    await at(page, moves.length - 1, "one move for one key");
    await page.keyboard.press("Home");
    await at(page, 0);
    await page.keyboard.press("ArrowRight");
    assert.match(await page.getAttribute("#slider", "aria-valuetext"), new RegExp(`^1: ${moves[0]}, `));
    await shows(page, position(deal, moves.slice(0, 1)), "after one move");
  });
});

test("the list of moves", async () => {
  const { url, deal, moves } = game("xeno");
  await visit(url, {}, async (page) => {
    assert.deepEqual(
      await page.$$eval("#moves code", (all) => all.slice(1).map((code) => code.textContent)),
      moves,
    );
    assert.equal(await page.locator("#moves h3").count(), 15);
    for (const n of [31, 3, moves.length]) {
      await page.click(`[data-ply="${n}"]`);
      await at(page, n);
      await shows(page, position(deal, moves.slice(0, n)), `after ${n} moves`);
      assert.deepEqual(
        await page.$$eval("#moves [aria-current], #moves [tabindex='0']", (all) => all.map((b) => b.dataset.ply)),
        [`${n}`],
      );
      const words = await page.textContent("#words");
      assert.equal(await page.textContent(`[data-ply="${n}"] > :nth-child(3)`), words);
    }
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    await at(page, moves.length - 1, "arrows in the list");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.ply), `${moves.length - 1}`);
    await page.keyboard.press("Home");
    await settled(page);
    for (let n = 0; n < 40; n++) await page.keyboard.press("ArrowRight");
    const inside = await page.evaluate(() => {
      const [list, row] = [document.getElementById("moves"), document.querySelector("#moves [aria-current]")].map(
        (e) => e.getBoundingClientRect(),
      );
      return row.top >= list.top && row.bottom <= list.bottom && scrollY === 0;
    });
    assert(inside, "the list scrolls along, the page does not");
  });
});

test("swipes", async () => {
  const { url } = game("web");
  await visit(
    url,
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    async (page, context) => {
      const client = await context.newCDPSession(page);
      const swipe = async (dx, dy) => {
        // On a slot of the bank: where a stack stands, it would be dragged.
        const [x, y] = await page.evaluate(() => {
          const slot = document.querySelectorAll("#frame .slot")[7];
          const [u, v] = ["x", "y"].map((name) => Number(slot.getAttribute(name)));
          const { x, y } = new DOMPoint(u, v).matrixTransform(document.getElementById("board").getScreenCTM());
          return [x, y];
        });
        await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
        for (let i = 1; i <= 5; i++) {
          await client.send("Input.dispatchTouchEvent", {
            type: "touchMove",
            touchPoints: [{ x: x + (dx * i) / 5, y: y + (dy * i) / 5 }],
          });
        }
        await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      };
      for (const [dx, dy, expected] of [
        [-120, 10, 1],
        [-120, 0, 2],
        [120, -10, 1],
        [-20, 0, 1],
        [-60, 200, 1],
      ]) {
        await swipe(dx, dy);
        await at(page, expected, `${dx} ${dy}`);
      }
      await page.tap("#next");
      await at(page, 2);
    },
  );
});

test("share string and deal can be copied", async () => {
  for (const name of ["web", "odd"]) {
    const { url, share, deal, moves } = game(name);
    await visit(url, { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
      await press(page, '[data-from="share"]');
      await page.waitForFunction(() => document.querySelector('[data-from="share"]').textContent === "Copied");
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(copied, share);
      assert.equal(JSON.parse(solomids(["verify", "--share", copied, "--format", "json"])).moves, moves.length);
      await press(page, '[data-from="deal"]');
      await page.waitForFunction(() => document.querySelector('[data-from="deal"]').textContent === "Copied");
      const board = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(["  . . . . .", ...board.split("/")].join("/").trim(), position(deal, []).rows.join("/"));
      await page.waitForFunction(
        () => document.querySelector('[data-from="deal"]').textContent === "Copy the deal",
      );
    });
  }
});

test("copying works without a clipboard of the new kind", async () => {
  const { url, share } = game("web");
  await visit(url, { permissions: ["clipboard-read"] }, async (page) => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
    });
    await press(page, '[data-from="share"]');
    await page.waitForFunction(() => document.querySelector('[data-from="share"]').textContent === "Copied");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), share);
  });
});

test("odd seeds are shown as they are", async () => {
  const { url, share } = game("odd");
  await visit(url, {}, async (page) => {
    assert(share.startsWith(`${ODD}_`));
    assert.equal(await page.inputValue("#share"), share);
    const letters = ODD.replace("\n", " ");
    const title = await page.textContent("h1");
    assert(title.startsWith("Web seed ") && letters.startsWith(title.slice(9, -1)) && title.endsWith("…"), title);
    assert.equal(await page.locator("img").count(), 0);
  });
});

test("marks, and the better line", async () => {
  await visit(annotated(), {}, async (page) => {
    const marks = await page.$$eval("#moves button", (all) => all.map((b) => b.querySelector("b").textContent));
    assert.deepEqual(marks, ["", "", "", "?", "", "??"]);
    assert.equal(await page.locator("#ticks i").count(), 2);
    assert(!(await page.isVisible("#better")));
    await page.click('[data-ply="1"]');
    assert.equal(await page.textContent("#reach"), "best score 17");
    assert(!(await page.isVisible("#note")));
    await page.click('[data-ply="5"]');
    assert.equal(await page.textContent("#mark"), "??");
    assert.equal(await page.textContent("#reach"), "best score 16 → 13");
    assert.equal(await page.textContent("#note"), "the win is lost");
    assert.match(await page.textContent("#better"), /^Better: \S+ {2}\w+/);
    const share = await page.inputValue("#share");
    const deal = [(await page.inputValue("#deal")).trim()];
    const game = await page.$$eval("#moves code", (all) => all.slice(1).map((code) => code.textContent));
    await shows(page, position(deal, game), "the game");
    assert.equal(share, `_${game.join(", ")}`);
    await page.click("#better");
    assert.equal(await page.evaluate(() => document.activeElement.id), "back");
    assert.equal(await page.textContent("#line"), "A better line from move 5 on");
    const better = await page.$$eval("#moves code", (all) => all.slice(1).map((code) => code.textContent));
    assert.deepEqual(better.slice(0, 4), game.slice(0, 4));
    assert.notEqual(better[4], game[4]);
    assert.equal(await page.locator("#moves h3").first().textContent(), "The game up to here");
    for (let n = 4; n < better.length; n++) {
      await page.click(`[data-ply="${n + 1}"]`);
      await shows(page, position(deal, better.slice(0, n + 1)), `better, after ${n + 1}`);
      assert.equal(await page.textContent("#reach"), "best score 16");
    }
    assert.equal(await page.inputValue("#share"), `_${better.join(", ")}`);
    assert(!(await page.isVisible("#marked")));
    assert.equal(position(deal, better).trees, 15);
    await page.click("#back");
    await at(page, 5);
    assert.equal(await page.evaluate(() => document.activeElement.id), "better");
    assert.equal(await page.textContent("#line"), "Moves");
    assert.equal(await page.inputValue("#share"), share);
    assert.deepEqual(await page.$$eval("#moves code", (all) => all.slice(1).map((code) => code.textContent)), game);
    await shows(page, position(deal, game), "the game again");
  });
});

test("from mark to mark", async () => {
  await visit(annotated(), {}, async (page) => {
    for (const [next, expected] of [
      ["Next mark: 3 ?", 3],
      ["Next mark: 5 ??", 5],
      ["Next mark: 3 ?", 3],
    ]) {
      assert.equal(await page.textContent("#marked"), next);
      await page.click("#marked");
      await at(page, expected, next);
    }
    await page.keyboard.press("m");
    await at(page, 5, "the key");
    await page.keyboard.press("m");
    await at(page, 3, "the key");
    await page.click("#better");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("m");
    await at(page, 5, "from the better line of move 3");
    assert.equal(await page.textContent("#line"), "Moves");
    await page.keyboard.press("?");
    assert.equal(await page.locator("#about kbd", { hasText: /^M$/ }).count(), 1);
  });
  await visit(game("web").url, {}, async (page) => {
    await page.keyboard.press("m");
    await at(page, 0, "no marks");
  });
});

test("nothing moves under the finger on the slider", async () => {
  for (const [width, height] of [
    [360, 740],
    [820, 1180],
    [740, 360],
  ]) {
    await visit(annotated(), { viewport: { width, height }, reducedMotion: "reduce" }, async (page) => {
      const box = await page.locator("#slider").boundingBox();
      // The centre of the thumb stays at least eight pixels away from the ends.
      const along = (share) => [box.x + 8 + (box.width - 16) * share, box.y + box.height / 2];
      await page.mouse.move(...along(0));
      await page.mouse.down();
      for (let n = 0; n <= 5; n++) {
        await page.mouse.move(...along(n / 5));
        await at(page, n, `${width} wide`);
        assert.deepEqual(await page.locator("#slider").boundingBox(), box, `${width} wide, move ${n}`);
      }
      await page.mouse.up();
    });
  }
});

test("a slide marks all that slid, and what it left", async () => {
  const { url, moves } = game("web");
  await visit(url, { reducedMotion: "reduce" }, async (page) => {
    let trains = 0;
    for (const [n, move] of moves.entries()) {
      if (move[0] !== "S") continue;
      await page.click(`[data-ply="${n + 1}"]`);
      const words = await page.textContent("#words");
      const behind = Number(words.match(/, and (\d+) behind it/)?.[1] ?? 0);
      const gap = Number(words.match(/forwards by (\d+)/)[1]);
      const traces = await page.$$eval("#traces path", (all) => all.map((path) => [path.matches(".left"), path.getAttribute("d")]));
      assert.deepEqual(traces.map(([left]) => left), [true, false], move);
      // The corners of a trace are where its lines turn.
      const squares = traces.map(([, corners]) => {
        const turns = [...corners.matchAll(/V([\d.]+)/g)].map(([, y]) => Number(y));
        return 1 + (Math.max(...turns) - Math.min(...turns) - 56) / 60;
      });
      assert.deepEqual(squares, [Math.min(gap, behind + 1), behind + 1], `${move}: ${words}`);
      trains += behind > 0 ? 1 : 0;
    }
    assert(trains > 3, `${trains}`);
  });
});
