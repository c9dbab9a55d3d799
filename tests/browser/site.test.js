// Tests of the site: the folder of the repository is that of the program, it can be installed, and it opens without a network.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { solomids } from "./program.js";
import { put, ready, token } from "./player.js";

const TYPES = { html: "text/html", js: "text/javascript", webmanifest: "application/manifest+json", svg: "image/svg+xml", png: "image/png" };
const folder = mkdtempSync(join(tmpdir(), "solomids-site-"));
let server;
let browser;
before(async () => {
  solomids(["page", "--site", folder]);
  server = createServer(({ url }, response) => {
    const name = url === "/" ? "index.html" : url.slice(1).replace(/\?.*/, "");
    try {
      const content = readFileSync(join(folder, name));
      response.writeHead(200, { "content-type": TYPES[name.split(".").pop()] }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--headless", "--no-sandbox", "--disable-gpu"] });
});
after(async () => {
  await browser.close();
  server.close();
});

test("the site of the repository is the one that the program writes", () => {
  const committed = fileURLToPath(new URL("../../site", import.meta.url));
  assert.deepEqual(readdirSync(committed).sort(), readdirSync(folder).sort());
  for (const name of readdirSync(folder)) {
    const same = readFileSync(join(folder, name)).equals(readFileSync(join(committed, name)));
    assert(same, `site/${name} is stale: run \`cargo run -- page --site site\` and commit it`);
  }
});

test("the page of the site is small", () => {
  const page = readFileSync(join(folder, "index.html"));
  assert(page.length < 1_200_000, `${page.length} bytes`);
  const packed = gzipSync(page, { level: 9 }).length;
  assert(packed < 520_000, `${packed} bytes, compressed`);
});

test("the page runs its own script alone", () => {
  const page = readFileSync(join(folder, "index.html"), "utf8");
  const [, scripts] = /script-src ([^;]*);/.exec(page);
  assert.match(scripts, /^'sha256-[\w+/]{43}=' 'wasm-unsafe-eval'$/);
});

test("a redirected page opens without a network, and no other page takes its place", async () => {
  let portal = false;
  const host = createServer(({ url }, response) => {
    if (portal) return response.writeHead(200, { "content-type": "text/html" }).end("<title>Log in</title>");
    if (url === "/") return response.writeHead(302, { location: "/index.html" }).end();
    try {
      const name = url.slice(1).replace(/\?.*/, "");
      const content = readFileSync(join(folder, name));
      response.writeHead(200, { "content-type": TYPES[name.split(".").pop()] }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => host.listen(0, "127.0.0.1", done));
  host.unref();
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const address = `http://127.0.0.1:${host.address().port}/`;
  const open = async (url) => {
    const page = await context.newPage();
    await page.goto(url);
    await ready(page);
    return page;
  };
  const page = await open(address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await (await caches.open("solomids")).keys()).length >= 5);
  portal = true;
  for (const url of [address, `${address}index.html`, `${address}?seed=1`, address]) {
    const again = await open(url);
    // What the network brings comes after the page.
    await again.waitForTimeout(300);
    await again.close();
  }
  await page.close();
  await context.setOffline(true);
  host.closeAllConnections();
  for (const url of [address, `${address}index.html`]) await (await open(url)).close();
  await context.close();
  host.close();
});

test("the site can be installed, and opens without a network with the game that was left", async () => {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints = [];
  const hosts = new Set();
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  const address = `http://127.0.0.1:${server.address().port}/`;
  await page.goto(`${address}#seed=1`);
  await ready(page);
  await put(page, "M-D4>C4");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const client = await context.newCDPSession(page);
  await page.waitForFunction(async () => (await (await caches.open("solomids")).keys()).length >= 5);
  const { installabilityErrors } = await client.send("Page.getInstallabilityErrors");
  assert.deepEqual(
    installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"),
    [],
  );
  await page.close();
  await context.setOffline(true);
  server.closeAllConnections();
  const again = await context.newPage();
  await again.goto(address);
  await ready(again);
  assert.equal(await token(again), "M-D4>C4", "the last game");
  assert.deepEqual(complaints, []);
  assert.deepEqual([...hosts].filter((host) => host), [new URL(address).host]);
  await context.close();
});
