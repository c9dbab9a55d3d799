// Tests that no game is lost: variations, the games of this browser, two tabs, the way back, storage that is full, bad addresses.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { close, launch, ply, shows, visit } from "./browser.js";
import { game, page as paper, position } from "./program.js";
import { fresh, hinted, middle, press, put, ready, token } from "./player.js";

before(launch);
after(close);

const still = { reducedMotion: "reduce" };
const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, ...still };

const said = (page, words) =>
  page.waitForFunction((words) => new RegExp(words).test(document.getElementById("notice-text").textContent), words);
const kept = (page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("solomids-game-")).map((name) => JSON.parse(localStorage[name])));
/** Opens a kept game by words on its card. */
const resume = async (page, words) => {
  await press(page, "#saved-button");
  await page.click(`#saved-games .game:has-text("${words}")`);
};

test("another move keeps the one that was played before as a variation, over reloads", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    for (const move of ["M-D4>C4", "S-D9>D10", "S-E9>E10"]) await put(page, move);
    await page.click("#undo");
    await page.click("#undo");
    await put(page, "S-A9>A10");
    assert.equal(await page.textContent("#ply"), "2 / 2");
    assert.equal(await page.locator("#moves .other").count(), 1);
    await page.reload();
    await ready(page);
    assert.equal(await page.textContent("#ply"), "2 / 2");
    await page.click("#moves .other button");
    assert.equal(await page.textContent("#ply"), "2 / 3", "the other line is gone over to");
    await page.click("#redo");
    assert.equal(await token(page), "S-E9>E10");
    await shows(page, position(["--web-seed", "1"], ["M-D4>C4", "S-D9>D10", "S-E9>E10"]), "its end");
    await page.click("#restart");
    assert.equal(await page.textContent("#ply"), "0 / 3");
  });
});

test("mistakes are marked, and nothing else happens to the game", async () => {
  const moves = ["M-B6>C6", "M-D4>D5", "S-B9>B10"];
  await visit(fresh(`seed=435109&moves=${moves}`), still, async (page) => {
    await ready(page);
    await page.click("#review");
    await page.waitForSelector(".noted", { timeout: 60_000 });
    const marked = await page.$$eval("#moves b", (all) => all.filter((mark) => mark.textContent).length);
    if (!marked) assert.equal(await ply(page), 3, "without a mistake the position stays");
    await page.keyboard.press("Home");
    await put(page, "M-D8>C8");
    assert.equal(await page.locator("#moves .other").count(), 1);
    const [{ moves: tree }] = await kept(page);
    assert.deepEqual(tree, ["M-D8>C8", moves]);
  });
});

test("games are kept with their results, and opened again", async () => {
  const { deal } = game("short");
  await visit(fresh(`deal=${encodeURIComponent(deal[0])}`), still, async (page) => {
    await ready(page);
    for (const move of game("short").moves) await put(page, move);
    await page.click("#end-close");
    for (const seed of ["1", "2", "3"]) {
      await press(page, "#deal-button");
      await page.fill("#seed", seed);
      await page.click("#deal-seed");
      if (seed !== "2") await put(page, { 1: "M-D4>C4", 3: "S-A9>A10" }[seed]);
    }
    assert.equal((await kept(page)).length, 3, "an untouched deal is not kept");
    await press(page, "#saved-button");
    assert.equal(await page.locator("#saved-games li").count(), 3);
    assert.match(await page.textContent("#saved-games"), /Won with one swap: score 16/);
    await page.waitForFunction(() => [...document.querySelectorAll("#saved-games img")].every((img) => img.naturalWidth > 0));
    await page.keyboard.press("Escape");
    await resume(page, "Shared deal 1");
    assert.equal(await page.textContent("h1"), "Shared deal 1");
    assert.equal(await token(page), "M-D4>C4");
    await page.goBack();
    await page.waitForFunction(() => document.querySelector("h1").textContent === "Shared deal 3");
    await page.goForward();
    await page.waitForFunction(() => document.querySelector("h1").textContent === "Shared deal 1");
    assert.equal((await kept(page)).length, 3);
    await press(page, "#saved-button");
    const away = page.locator("#saved-games .away").first();
    await away.click();
    await away.click();
    assert.equal(await page.locator("#saved-games li").count(), 2);
  });
});

test("two tabs add to one game", async () => {
  await visit(fresh("seed=1"), still, async (page, context) => {
    await ready(page);
    await put(page, "M-D4>C4");
    await page.waitForFunction(() => location.hash.includes("M-D4"));
    const other = await context.newPage();
    await other.goto(page.url());
    await ready(other);
    await put(other, "S-D9>D10");
    await put(page, "S-A9>A10");
    const games = await kept(page);
    assert.equal(games.length, 1);
    assert.deepEqual(games[0].moves, ["M-D4>C4", "S-A9>A10", ["S-D9>D10"]]);
    await other.close();
  });
});

test("a step in one tab erases nothing that was reached in another", async () => {
  const { deal, moves, score } = game("short");
  await visit(fresh(`deal=${encodeURIComponent(deal[0])}`), still, async (page, context) => {
    await ready(page);
    await put(page, moves[0]);
    await page.waitForFunction(() => location.hash.includes("moves"));
    const other = await context.newPage();
    await other.goto(page.url());
    await ready(other);
    for (const move of moves.slice(1)) await put(page, move);
    await page.click("#end-close");
    await other.click("#hint");
    await other.waitForSelector("#arrows .glow");
    await other.click("#undo");
    const [one, ...rest] = await kept(other);
    assert.equal(rest.length, 0);
    assert.deepEqual([one.best?.score, one.best?.won, one.helped, one.at], [score, true, { hint: 1 }, 0]);
    await page.click("#undo");
    const [{ best, helped }] = await kept(page);
    assert.deepEqual([best.score, helped], [score, { hint: 1 }]);
    await other.close();
  });
});

/** What storage keeps of a game, and many of them. */
const one = (id, more) => ({ id, game: "solomids", title: `Web seed ${id}`, opening: { seed: "1" }, options: {}, moves: ["M-D4>C4"], at: 1, state: "0 of 15 trees in the bank", best: null, helped: {}, begun: 1.7e12, changed: 1.7e12, ...more });
const many = (count) => Array.from({ length: count }, (_, n) => one(`${n}`, { changed: 1.7e12 + n }));
const store = (page, games) =>
  page.evaluate((games) => games.forEach((one) => (localStorage[`solomids-game-${one.id}`] = JSON.stringify(one))), games);
const add = async (page, games) => {
  const buffer = Buffer.from(JSON.stringify({ solomids: 1, games }));
  await press(page, "#saved-button");
  await page.setInputFiles("#saved-file", { name: "games.json", mimeType: "application/json", buffer });
  await page.waitForFunction(() => /added|no games/.test(document.getElementById("saved-words").textContent));
  return page.textContent("#saved-words");
};

test("no game is deleted for want of space, and it is said which ones were not kept", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    await put(page, "M-D4>C4");
    await store(page, many(302));
    await page.evaluate(() => {
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (name, value) {
        if (this === localStorage && !(name in localStorage) && this.length >= 310) throw new DOMException("full", "QuotaExceededError");
        setItem.call(this, name, value);
      };
    });
    const before = (await kept(page)).length;
    assert.match(await add(page, many(320)), /^\d+ games added or brought up to date. \d+ games not added: the storage of the browser is full/);
    await page.click("#saved-close");
    await press(page, "#deal-button");
    await page.fill("#seed", "3");
    await page.click("#deal-seed");
    await put(page, "S-A9>A10");
    await said(page, "storage of the browser is full, and nothing was deleted");
    assert((await kept(page)).length >= before);
  });
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    assert.equal(await add(page, many(520)), "520 games added or brought up to date.");
    await page.click("#saved-close");
    await put(page, "M-D4>C4");
    assert.equal((await kept(page)).length, 521, "there is no greatest number");
  });
});

test("bad games of a file, or of another version of the page, harm nothing", async () => {
  const odd = [
    one("a", { helped: null, changed: "yesterday", title: { x: 1 } }),
    one("b", { best: 5, at: "x", state: 7, options: "none", title: "Of best 5" }),
    one("c", { seconds: -3600, best: { score: 17, won: true, moves: 60, seconds: -3594 }, state: "Won: score 17" }),
    one("d", { best: { score: "many", won: "yes", seconds: "long" }, helped: { hint: -1, judge: {} }, options: { opponent: "x" } }),
  ];
  const bad = [null, 5, [], one(7), one("e", { moves: "x" }), one("f", { moves: [5] }), one("g", { opening: {} }), one("h", { opening: { open: "{" } })];
  await visit(fresh("seed=2"), still, async (page) => {
    await ready(page);
    await hinted(page);
    await page.click("#hint");
    assert.equal(await add(page, [...odd, ...bad]), "4 games added or brought up to date. Left out, for they are no games of this page: 8.");
    await store(page, [...odd, ...bad.filter((one) => typeof one?.id === "string")]);
    await page.reload();
    await ready(page);
    await press(page, "#saved-button");
    assert.equal(await page.locator("#saved-games li").count(), 5);
    const words = await page.textContent("#saved");
    assert.doesNotMatch(words, /undefined|NaN|object|-\d+:/);
    assert.match(words, /5 played · 1 won · 1 hint/);
    await page.click('#saved-games .game:has-text("Of best 5")');
    assert.equal(await token(page), "M-D4>C4");
    await put(page, "S-D9>D10");
  });
});

test("a clock that is set back makes no time shorter than none", async () => {
  const { deal, moves } = game("short");
  await visit(fresh(`deal=${encodeURIComponent(deal[0])}`), still, async (page) => {
    await ready(page);
    await page.addInitScript(() => {
      const { now } = Date;
      Date.now = () => now() - (window.back ?? 0);
    });
    await page.reload();
    await ready(page);
    for (const move of moves) {
      await put(page, move);
      await page.evaluate(() => (window.back = (window.back ?? 0) + 3_600_000));
    }
    await page.click("#end-close");
    await press(page, "#saved-button");
    assert.match(await page.textContent("#statistics"), /1 won .* time of a win: 0:\d\d at best, 0:\d\d on average/);
  });
});

test("what was not played here is not counted", async () => {
  const { deal, moves } = game("short");
  await visit(fresh(`deal=${encodeURIComponent(deal[0])}&moves=${encodeURIComponent(moves)}`), still, async (page) => {
    await ready(page);
    const counted = async () => {
      await page.keyboard.press("g");
      const words = await page.textContent("#statistics");
      await page.click("#saved-close");
      return words;
    };
    assert.equal(await counted(), "", "a game that came finished");
    await page.click("#undo");
    await put(page, moves.at(-1));
    assert.equal(await counted(), "", "nor if its last move is played once more");
    // A lesson.
    await page.keyboard.press("?");
    await page.click("#lesson");
    await put(page, "M-C3>C5");
    assert.equal(await token(page), "M-C3>C5");
    assert.equal((await kept(page)).length, 1, "a lesson is no game");
    await page.click("#skip");
    await page.click('#home nav button:text-is("Statistics")');
    assert.equal(await page.textContent("#listing-content"), "What you play is counted here.");
    await page.keyboard.press("Escape");
    await page.click('#home button:text-is("Easy")');
    await page.waitForFunction(() => document.body.dataset.view === "play");
    await hinted(page);
    await page.click("#hint");
    assert.equal((await kept(page)).length, 2, "what comes after it is one");
    assert.match(await counted(), /^Solomids1 played · 0 won/);
  });
});

test("storage that is full is said once, and a late address loses nothing", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await page.reload();
    await ready(page);
    await put(page, "M-D4>C4");
    await said(page, "storage of the browser");
    await put(page, "S-D9>D10");
    assert.equal(await ply(page), 2);
  });
  await visit(fresh("seed=1"), still, async (page) => {
    await page.addInitScript(() => {
      history.replaceState = () => {
        throw new DOMException("too often", "SecurityError");
      };
    });
    await page.reload();
    await ready(page);
    for (const move of ["M-D4>C4", "S-D9>D10"]) await put(page, move);
    await page.reload();
    await ready(page);
    assert.equal(await page.textContent("#ply"), "2 / 2", "storage is newer than the address");
  });
});

test("bad addresses are shown with what is wrong, and can be mended", async () => {
  for (const [bad, words] of [
    ["seed=1&moves=M-D4%3EF4", /`F4` is no square/],
    ["game=chess&open=%7B%7D", /no game "chess"/],
    ["game=solace2&open=%7B", /link is damaged/],
    ["game=solace2&open=null", /link is damaged/],
    ["game=chess", /no game "chess"/],
    ["1_M-D4%3EF4", /`F4` is no square/],
    ["hello", /./],
    ["colour=red", /no `seed`, `deal` or `open` in it/],
    ["%E0%A4%A", /./],
  ]) {
    await visit(fresh(bad), still, async (page) => {
      await ready(page);
      assert(await page.isVisible("#dealing"), bad);
      assert.match(await page.textContent("#fault"), words);
      assert((await page.inputValue("#pasted")).endsWith(bad));
    });
  }
  for (const odd of ["at=0.5", "at=-3", "at=x", "options=null"]) {
    await visit(fresh(`seed=1&moves=M-D4%3EC4&${odd}`), still, async (page) => {
      await ready(page);
      assert(!(await page.isVisible("#dealing")), odd);
      await page.click("#undo", { force: true });
      await put(page, "S-D9>D10");
      assert.equal(await token(page), "S-D9>D10", odd);
    });
  }
});

test("an address is understood as programs that pass it on have changed it", async () => {
  const url = fresh();
  for (const [address, title, moves] of [
    ["#seed%3D1%26moves%3DM-D4%253EC4", "Shared deal 1", 1],
    ["#seed=1&amp;moves=M-D4%3EC4", "Shared deal 1", 1],
    ["#1_M-D4>C4", "Shared deal 1", 1],
    ["#1_M-D4%3EC4,%20S-D9%3ED10", "Shared deal 1", 2],
    ["?seed=1", "Shared deal 1", 0],
    ["?utm_source=x&seed=1&moves=M-D4%3EC4&at=0", "Shared deal 1", 1],
    ["?utm_source=x#seed=1", "Shared deal 1", 0],
    ["#game=pentamid", "Against level 3", 0],
    ["#game=solace2", "Solace II", 0],
  ]) {
    await visit(url + address, still, async (page) => {
      await ready(page);
      assert(!(await page.isVisible("#dealing")), address);
      assert((await page.textContent("h1")).startsWith(title), `${address}: ${await page.textContent("h1")}`);
      assert.match(await page.textContent("#ply"), new RegExp(`/ ${moves}$`), address);
    });
  }
  await visit(fresh("seed=1&mvoes=M-D4"), still, async (page) => said(page, "Not understood in the address: mvoes"));
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    await press(page, "#deal-button");
    await page.fill("#pasted", "https://example.org/x.html#1_M-D4>C4, S-D9>D10");
    await page.click("#open-pasted");
    assert.equal(await page.textContent("#ply"), "2 / 2");
  });
});

test("a finger on a piece that cannot move takes nothing back", async () => {
  await visit(fresh("seed=1&moves=M-D4>C4,S-D9>D10"), phone, async (page, context) => {
    await ready(page);
    const client = await context.newCDPSession(page);
    const [x, y] = await middle(page, "B5");
    assert.equal(await page.locator('.spot.movable[aria-label^="B5:"]').count(), 0);
    const send = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    await send("touchStart", [{ x, y }]);
    for (let n = 1; n <= 5; n++) await send("touchMove", [{ x: x + 25 * n, y }]);
    await send("touchEnd", []);
    assert.equal(await page.textContent("#ply"), "2 / 2");
  });
});

test("in a frame without rights everything still opens", async () => {
  const { file, url } = paper("fresh");
  fresh("");
  await visit(url, still, async (page) => {
    await ready(page);
    // A page from disk shows no other file in a frame, so the page itself is the content of the frame.
    await page.evaluate((copy) => {
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", "allow-scripts");
      Object.assign(frame, { width: 800, height: 800, srcdoc: copy });
      document.body.replaceChildren(frame);
    }, readFileSync(file, "utf8"));
    const frame = page.frameLocator("iframe");
    await frame.locator("main.ready").waitFor();
    await frame.locator("#skip").click();
    await frame.locator('#home nav button:text-is("New game")').click();
    await frame.locator("#seed").fill("2");
    await frame.locator("#deal-seed").click();
    assert.equal(await frame.locator("h1").first().textContent(), "Shared deal 2");
    await frame.locator("#menu-button").click();
    await frame.locator("#deal-button").click();
    await frame.locator("#pasted").fill("1_M-D4>C4");
    await frame.locator("#open-pasted").click();
    assert.equal(await frame.locator("h1").first().textContent(), "Shared deal 1");
    await frame.locator("#help").click();
    await frame.locator("#about .close").last().click();
  });
});

test("a text that is too long is refused, and the next one opens", async () => {
  await visit(fresh("seed=1"), still, async (page) => {
    await ready(page);
    await press(page, "#deal-button");
    await page.check('#games [value="pentamid"]');
    await page.fill("#pasted", "L@a1 L@d4 La1-a2 Ld4-d3 ".repeat(7500));
    await page.click("#open-pasted");
    assert.match(await page.textContent("#fault"), /characters long/);
    await page.fill("#pasted", "L@a1 L@d4");
    await page.click("#open-pasted");
    assert.equal(await page.textContent("#ply"), "2 / 2");
  });
});

test("without scripts the page says what it is", async () => {
  await visit(fresh("seed=1"), { javaScriptEnabled: false }, async (page) => {
    assert.match(await page.textContent(".rules"), /needs JavaScript.*How Solomids is played/s);
    assert(await page.locator(".paper").isVisible());
  });
});
