// Tests of sizes, themes and print; screenshots for inspection.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { after, before, test } from "node:test";
import { close, jump, launch, pressed, settled, visit } from "./browser.js";
import { fresh, hinted, hold, press, ready } from "./player.js";
import { NAMES, SHORT, annotated, game, shots, shown } from "./program.js";

before(launch);
after(close);

test("pages are small", () => {
  for (const name of NAMES) {
    const page = readFileSync(game(name).file);
    assert(page.length < 1_200_000, `${name}: ${page.length} bytes`);
    const packed = gzipSync(page, { level: 9 }).length;
    assert(packed < 520_000, `${name}: ${packed} bytes, compressed`);
  }
});

test("nothing is wider than the screen", async () => {
  const pages = NAMES.map((name) => [name, game(name).url]);
  pages.push(["still", shown("still", [SHORT])], ["annotated", annotated()], ["fresh", fresh("seed=1")]);
  for (const [name, url] of pages) {
    await visit(url, { reducedMotion: "reduce" }, async (page) => {
      for (const width of [320, 360, 412, 768, 895, 896, 1024, 1920]) {
        await page.setViewportSize({ width, height: 740 });
        for (const ply of [0, 5]) {
          await jump(page, ply);
          const wide = await page.evaluate(() => {
            const parts = [...document.querySelectorAll(".screen *")].filter((e) => e.checkVisibility());
            const beyond = parts.filter((e) => {
              const box = e.getBoundingClientRect();
              // Words that are cut short end with an ellipsis.
              if (getComputedStyle(e.parentElement).textOverflow === "ellipsis") return false;
              return box.width > 1 && (box.right > innerWidth + 0.5 || box.left < -0.5);
            });
            return [
              document.documentElement.scrollWidth - innerWidth,
              ...beyond.map((e) => e.outerHTML.slice(0, 80)),
            ];
          });
          assert.deepEqual(wide, [0], `${name}, ${width} wide, move ${ply}`);
        }
        await page.setViewportSize({ width, height: 568 });
        await page.keyboard.press("?");
        const help = await page.locator("#about").boundingBox();
        assert(help.x >= 0 && help.x + help.width <= width, `help, ${width} wide`);
        assert.equal(await page.$eval("#about", (about) => about.scrollTop), 0, `help, ${width} wide`);
        await page.keyboard.press("Escape");
        if (!(await page.locator("#dealing").count())) continue;
        await page.keyboard.press("n");
        const dialog = await page.locator("#dealing").boundingBox();
        assert(dialog.x >= 0 && dialog.x + dialog.width <= width, `another game, ${width} wide`);
        await page.keyboard.press("Escape");
      }
    });
  }
});

test("text at twice its size has room on a phone", async () => {
  await visit(fresh("seed=1"), { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: "reduce" }, async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
    await ready(page);
    // What sticks out of the screen or out of its dialog, and buttons whose words are cut.
    const cut = (within) =>
      page.evaluate((within) => {
        const box = document.querySelector(within).getBoundingClientRect();
        const parts = [...document.querySelectorAll(`${within} *`)].filter((e) => e.checkVisibility() && !e.closest(".titles, svg"));
        const beyond = parts.filter((e) => {
          const { width, left, right } = e.getBoundingClientRect();
          const isCut = e.matches("button, legend, h2, h3, p, dd, dt") && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline";
          return width > 1 && (left < box.left - 0.5 || right > box.right + 0.5 || isCut);
        });
        return beyond.map((e) => e.outerHTML.slice(0, 80));
      }, within);
    for (const part of ["main .deck", "main .panel"]) assert.deepEqual(await cut(part), [], part);
    const board = await page.locator("#board").boundingBox();
    const say = await page.locator("#say").boundingBox();
    assert(board.y + board.height <= say.y + 1, "the words are below the board");
    for (const [key, dialog] of [["n", "#dealing"], ["g", "#saved"], ["?", "#about"]]) {
      await page.keyboard.press(key);
      assert.deepEqual(await cut(dialog), [], dialog);
      await page.keyboard.press("Escape");
    }
    await page.click("#menu-button");
    assert.deepEqual(await cut("#menu"), [], "more");
    await page.keyboard.press("Escape");
    await page.click("#home-button");
    assert.deepEqual(await cut("#home"), [], "all games");
    for (const words of ["Calendar", "All", "Statistics", "Settings"]) {
      await page.locator("#home button", { hasText: words }).last().click();
      assert.deepEqual(await cut("dialog[open]"), [], words);
      await page.keyboard.press("Escape");
    }
  });
});

test("on a phone board and controls are seen together, and fingers hit the buttons", async () => {
  for (const [width, height] of [
    [360, 740],
    [390, 844],
    [740, 360],
    [844, 390],
  ]) {
    for (const [url, ply] of [
      [game("web").url, 0],
      [annotated(), 5],
    ]) {
      const options = { viewport: { width, height }, hasTouch: true, isMobile: true, reducedMotion: "reduce" };
      await visit(url, options, async (page) => {
        await jump(page, ply);
        const board = await page.locator("#board").boundingBox();
        // What is asked and said is beside the board in landscape, or below it.
        const parts = await page.locator("#say, .marks:visible, .player:visible, .turns:visible").all();
        assert(parts.length >= 3, `${width}x${height}`);
        for (const part of parts) {
          const box = await part.boundingBox();
          const apart = board.y + board.height <= box.y + 1 || (width > height && board.x + board.width <= box.x);
          const where = `${width}x${height}, move ${ply}: ${JSON.stringify([board, box])} ${await part.getAttribute("class")}`;
          assert(apart && board.y >= 0 && box.y + box.height <= height + 1 && box.x + box.width <= width, where);
        }
        for (const button of await page.locator(".deck button:visible, .tools button:visible").all()) {
          const box = await button.boundingBox();
          assert(box.width >= 40 && box.height >= 40, await button.getAttribute("id"));
        }
        // There is no room for the list in landscape.
        if (width > height) return;
        // A click on a move far below scrolls the board back into view.
        const row = page.locator("#moves button").last();
        await row.scrollIntoViewIfNeeded();
        await row.tap();
        await page.waitForFunction(() => document.getElementById("board").getBoundingClientRect().top > -40);
      });
    }
  }
});

test("squares are large enough for fingers while one plays, and nothing covers the board", async () => {
  for (const [width, height, least] of [
    [360, 640, 40],
    [390, 664, 44],
    [390, 844, 44],
    [640, 360, 40],
    [844, 390, 44],
  ]) {
    const options = { viewport: { width, height }, hasTouch: true, isMobile: true, reducedMotion: "reduce" };
    await visit(fresh("seed=1&moves=M-D4>C4,S-D9>D10"), options, async (page) => {
      await ready(page);
      const boxOf = (square) => page.locator(`.spot[aria-label^="${square}:"]`).boundingBox();
      const [first, beside, above] = await Promise.all(["A1", "B1", "A2"].map(boxOf));
      const side = Math.min(...[beside, above].map(({ x, y }) => Math.hypot(x - first.x, y - first.y)));
      assert(side >= least, `${width}x${height}: squares of ${side}`);
      if (width > height) {
        // The board lies on its side, with row 10 at the right and column A at the top; all of it and the controls are seen together.
        assert(above.x > first.x && beside.y > first.y, `${width}x${height}: the board lies on its side`);
        const corners = await Promise.all(["A1", "A10", "E1", "E10"].map(boxOf));
        const turns = await page.locator(".turns").boundingBox();
        for (const { x, y, width: wide, height: tall } of corners) {
          assert(x >= 0 && y >= 0 && y + tall <= height && x + wide <= turns.x, `${width}x${height}: ${[x, y, wide, tall]}`);
        }
        assert(turns.y >= 0 && turns.y + turns.height <= height, `${width}x${height}: the controls are on the screen`);
        return;
      }
      const [lowest, deck] = [first, await page.locator(".deck").boundingBox()];
      assert(lowest.y + lowest.height <= deck.y, `${width}x${height}: the controls begin at ${deck.y}`);
      assert(deck.y + deck.height <= height + 1, `${width}x${height}: the controls end at ${deck.y + deck.height}`);
    });
  }
});

test("a board alone is seen whole", async () => {
  for (const [width, height] of [
    [360, 740],
    [740, 360],
    [667, 375],
    [1280, 800],
  ]) {
    await visit(shown("still", [SHORT]), { viewport: { width, height } }, async (page) => {
      const { y, height: tall } = await page.locator("#board").boundingBox();
      assert(y >= 0 && y + tall <= height + 1, `${width}x${height}: the board ends at ${y + tall}`);
    });
  }
});

test("light and dark", async () => {
  const { url } = game("web");
  const light = (page) =>
    page.evaluate(() =>
      getComputedStyle(document.body)
        .backgroundColor.match(/\d+/g)
        .slice(0, 3)
        .every((part) => Number(part) > 128),
    );
  for (const colorScheme of ["light", "dark"]) {
    await visit(url, { colorScheme }, async (page) => {
      assert.equal(await light(page), colorScheme === "light");
      await page.click("#theme");
      assert.equal(await light(page), colorScheme !== "light");
      await page.reload();
      assert.equal(await light(page), colorScheme !== "light", "the choice is kept");
      await page.click("#theme");
      assert.equal(await light(page), colorScheme === "light");
      assert.equal(
        await page.getAttribute("#theme", "aria-label"),
        colorScheme === "light" ? "Dark colours" : "Light colours",
      );
    });
  }
  await visit(url, { colorScheme: "light" }, async (page) => {
    await page.emulateMedia({ colorScheme: "dark" });
    assert(!(await light(page)), "who chose nothing gets what the system says");
    // The label follows an event, a moment after the colours have changed.
    await page.waitForSelector('#theme[aria-label="Light colours"]');
  });
});

test("letters on the pieces can be hidden", async () => {
  await visit(fresh("seed=1"), { reducedMotion: "reduce" }, async (page) => {
    await ready(page);
    const drawn = async (value) => {
      await press(page, "#settings-button");
      await page.check(`#settings input[name="letters"][value="${value}"]`);
      await page.keyboard.press("Escape");
      await page.mouse.move(0, 0);
      return page.locator("#pieces").screenshot();
    };
    const [shown, hidden] = [await drawn("yes"), await drawn("no")];
    assert(!shown.equals(hidden));
    assert(!hidden.equals(await drawn("yes")));
  });
});

test("every game on the page of all games has a picture", async () => {
  await visit(fresh("home"), {}, async (page) => {
    await page.waitForSelector("#home .card");
    const images = () => page.$$eval("#home img", (all) => Promise.all(all.map((image) => image.decode().catch(() => {}).then(() => image.naturalWidth > 0))));
    assert.deepEqual(await images(), [true, true, true]);
  });
});

test("who wants less motion gets none", async () => {
  const { url } = game("web");
  for (const [reducedMotion, some] of [
    ["reduce", false],
    ["no-preference", true],
  ]) {
    await visit(url, { reducedMotion }, async (page) => {
      const { moving } = await pressed(page, "ArrowRight");
      assert.equal(moving > 0, some);
    });
  }
});

test("the focus is seen", async () => {
  for (const colorScheme of ["light", "dark"]) {
    await visit(game("web").url, { colorScheme }, async (page) => {
      const seen = new Set();
      await ready(page);
      const tab = async () => {
        await page.keyboard.press("Tab");
        const [name, outline] = await page.evaluate(() => {
          const { activeElement } = document;
          const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
          const { id, dataset } = activeElement;
          // A square is outlined by its own drawing.
          const square = dataset.spot && getComputedStyle(activeElement.querySelector("rect")).strokeWidth === "4px";
          const outlined = outlineStyle === "solid" && parseFloat(outlineWidth) >= 2;
          return [id || dataset.ply || dataset.from || (dataset.spot && "board"), square || outlined];
        });
        if (name) assert(outline, name);
        seen.add(name);
      };
      for (let i = 0; i < 30; i++) await tab();
      // The menu, with the texts in it.
      await page.focus("#menu-button");
      await page.keyboard.press("Enter");
      await page.focus("#texts summary");
      await page.keyboard.press("Enter");
      for (let i = 0; i < 16; i++) await tab();
      for (const name of [
        "home-button",
        "menu-button",
        "menu-share",
        "deal-button",
        "saved-button",
        "settings-button",
        "rules-button",
        "link",
        "picture",
        "photo",
        "print",
        "undo",
        "redo",
        "restart",
        "theme",
        "help",
        "board",
        "slider",
        "hint",
        "judge",
        "solve",
        "review",
        "first",
        "previous",
        "play",
        "next",
        "last",
        "speed",
        "0",
        "deal",
        "share",
      ]) {
        assert(seen.has(name), `${name} is reached by the keyboard`);
      }
    });
  }
});

test("paper", async () => {
  const { url, moves } = game("web");
  await visit(url, { colorScheme: "dark", viewport: { width: 703, height: 1000 } }, async (page) => {
    await page.click("#theme");
    await page.click("#theme");
    await page.emulateMedia({ media: "print" });
    assert(!(await page.isVisible(".screen")));
    assert(await page.isVisible(".paper"));
    assert.equal(await page.locator(".paper article").count(), 16);
    assert.equal(await page.locator(".paper li").count(), moves.length);
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(background, "rgb(255, 255, 255)");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 703);
    const sheets = (await page.pdf({ preferCSSPageSize: true }))
      .toString("latin1")
      .match(/\/Type \/Page\b/g).length;
    assert(sheets >= 2 && sheets <= 3, `${sheets} sheets`);
    await page.screenshot({ path: join(shots, "print.png"), fullPage: true });
  });
  await visit(annotated(), {}, async (page) => {
    await page.emulateMedia({ media: "print" });
    const remarks = await page.$$eval(".paper li:has(b)", (all) => all.map((li) => li.textContent));
    assert.equal(remarks.length, 2);
    assert.match(remarks[0], /\? .* 17 to 16; better: \S+ {2}\S.*$/);
  });
  await visit(shown("still", [SHORT]), {}, async (page) => {
    await page.emulateMedia({ media: "print" });
    const { width } = await page.locator(".paper svg").boundingBox();
    assert(width > 400, `a board alone is ${width} wide`);
  });
});

test("without a script the moves can be read", async () => {
  const { url, moves } = game("web");
  await visit(url, { javaScriptEnabled: false }, async (page) => {
    assert(await page.locator(".paper").isVisible());
    assert(!(await page.locator(".screen").isVisible()));
    assert.equal(await page.locator(".paper li").count(), moves.length);
  });
});

test("a game that was played here is printed", async () => {
  await visit(fresh("seed=1&moves=M-D4>C4,S-D9>D10"), {}, async (page) => {
    await ready(page);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.textContent(".paper h1"), "Shared deal 1");
    assert.deepEqual(
      await page.$$eval(".paper li code", (all) => all.map((code) => code.textContent)),
      ["M-D4>C4", "S-D9>D10"],
    );
    assert.equal(await page.locator(".paper article svg").count(), 2);
    assert.equal(await page.locator(".paper [id]").count(), 0, "no id comes twice");
  });
});

test("screenshots", async () => {
  const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
  for (const [file, url, ply, options, act] of [
    ["light", game("web").url, 30, {}],
    ["dark", game("two-swaps").url, 57, { colorScheme: "dark" }],
    ["xeno", game("xeno").url, 24, {}],
    ["xeno-dark", game("xeno").url, 24, { colorScheme: "dark" }],
    ["large", game("one-swap").url, 45, { viewport: { width: 1920, height: 1080 } }],
    ["tablet", game("one-swap").url, 45, { viewport: { width: 820, height: 1180 } }],
    ["phone", game("web").url, 20, phone],
    ["phone-dark", game("two-swaps").url, 40, { ...phone, colorScheme: "dark" }],
    ["phone-odd", game("odd").url, 20, phone],
    ["phone-whole", game("web").url, 20, phone, "whole"],
    ["marks", annotated(), 5, {}],
    ["marks-phone", annotated(), 5, { ...phone, colorScheme: "dark" }],
    ["marks-phone-aside", annotated(), 5, { ...phone, viewport: { width: 740, height: 360 } }],
    ["still", shown("still", [SHORT]), 0, {}],
    ["help", game("xeno").url, 20, {}, "help"],
    ["play", fresh("seed=1&moves=S-D9>D10,M-D5>D6,M-A6>B6"), 3, {}, "judge"],
    ["play-phone", fresh("seed=1&moves=S-D9>D10,M-D5>D6,M-A6>B6"), 3, { ...phone, colorScheme: "dark" }, "hold"],
    ["hint-phone", fresh("seed=1"), 0, phone, "hint"],
    ["sideways", fresh("seed=1&moves=S-D9>D10,M-D5>D6,M-A6>B6"), 3, { ...phone, viewport: { width: 844, height: 390 } }, "hold"],
    ["menu", fresh("seed=1"), 0, phone, "menu"],
    ["lesson", fresh(), 0, phone],
    ["home", fresh("home"), 0, {}],
    ["home-phone", fresh("home"), 0, { ...phone, colorScheme: "dark" }],
    ["new-game", fresh("seed=1"), 0, { ...phone, viewport: { width: 390, height: 844 } }, "new"],
    ["moving", game("two-swaps").url, 37, {}, "move"],
  ]) {
    await visit(url, options, async (page) => {
      await jump(page, ply);
      if (act === "help") await page.keyboard.press("?");
      if (act === "judge") {
        await ready(page);
        await page.click("#judge");
        await page.waitForSelector("#verdicts li");
      }
      if (act === "hold") await ready(page).then(() => hold(page, "B3"));
      if (act === "new") await ready(page).then(() => press(page, "#deal-button"));
      if (act === "hint") await ready(page).then(() => hinted(page));
      if (act === "menu") await ready(page).then(() => press(page, "#texts summary"));
      if (act === "move") {
        await page.keyboard.press("ArrowRight");
        await page.evaluate(() =>
          document.getAnimations().forEach((a) => {
            a.pause();
            a.currentTime = 200;
          }),
        );
      }
      const picture = await page.screenshot({ path: join(shots, `${file}.png`), fullPage: act === "whole" });
      assert(picture.length > 20_000, `${file}: an empty picture?`);
    });
  }
});
