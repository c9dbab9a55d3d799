// Browsers behind one interface: `go` opens an address, `run` evaluates a function in the page, `click` presses what a selector
// finds, `end` closes the browser.
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";
import { chromium as playwright } from "../node_modules/playwright-core/index.mjs";

const TYPES = { html: "text/html", js: "text/javascript", webmanifest: "application/manifest+json", svg: "image/svg+xml", png: "image/png" };
export const SITE = fileURLToPath(new URL("../../../site", import.meta.url));

/** Serves the site; returns its address and a function that ends that. */
export const serve = async () => {
  const server = createServer(({ url }, response) => {
    const name = url === "/" ? "index.html" : url.slice(1).replace(/\?.*/, "");
    try {
      const content = readFileSync(join(SITE, name));
      response.writeHead(200, { "content-type": TYPES[name.split(".").pop()] }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const end = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, end };
};

/** A function with what it is given, as text that gives its result in JSON. */
const called = (act, given) => `(async () => JSON.stringify((await (${act})(...${JSON.stringify(given)})) ?? null))()`;

const pause = (time) => new Promise((done) => setTimeout(done, time));

/** Firefox of Debian, by WebDriver BiDi. */
const firefox = async () => {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath: "/usr/bin/firefox-esr", headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width: 1000, height: 800 });
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => ["error", "warn"].includes(message.type()) && complaints.push(message.text()));
  return {
    complaints,
    go: (url) => page.goto(url),
    run: async (act, ...given) => JSON.parse(await page.evaluate(called(act, given))),
    click: (selector) => page.click(selector),
    end: () => browser.close(),
  };
};

/** WebKit of Debian, by WebDriver, on a screen of its own. */
const webkit = async () => {
  const port = 20_000 + (process.pid % 20_000);
  const display = `:${100 + (process.pid % 800)}`;
  const screen = spawn("Xvfb", [display, "-screen", "0", "1100x900x24"], { stdio: "ignore" });
  await pause(1000);
  const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_COMPOSITING_MODE: "1", LIBGL_ALWAYS_SOFTWARE: "1" };
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], { env, stdio: "ignore" });
  await pause(1000);
  const ask = async (method, path, body) => {
    const options = { method, ...(method === "POST" && { body: JSON.stringify(body ?? {}) }) };
    const { value } = await (await fetch(`http://127.0.0.1:${port}${path}`, options)).json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const among = (folder, name) => readdirSync(folder).filter((one) => name.test(one)).map((one) => join(folder, one));
  const [folder] = among("/usr/lib", /-linux-gnu$/).flatMap((libraries) => among(libraries, /^webkit2gtk-4/));
  const asked = { browserName: "MiniBrowser", "webkitgtk:browserOptions": { binary: join(folder, "MiniBrowser"), args: ["--automation"] } };
  const { sessionId } = await ask("POST", "/session", { capabilities: { alwaysMatch: asked } });
  const session = `/session/${sessionId}`;
  const run = async (act, ...given) => {
    const script = `const done = arguments[0]; ${called(act, given)}.then(done);`;
    return JSON.parse(await ask("POST", `${session}/execute/async`, { script, args: [] }));
  };
  return {
    complaints: [],
    go: (url) => ask("POST", `${session}/url`, { url }),
    run,
    // The driver does not take elements of drawings for something that can be clicked, so the pointer goes to the place.
    click: async (selector) => {
      const [x, y] = await run((selector) => {
        const element = document.querySelector(selector);
        element.scrollIntoView({ block: "nearest" });
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left + width / 2, top + height / 2].map(Math.round);
      }, selector);
      const press = [{ type: "pointerMove", x, y }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
      const actions = [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions: press }];
      await ask("POST", `${session}/actions`, { actions });
    },
    end: async () => {
      await ask("DELETE", session);
      driver.kill();
      screen.kill();
    },
  };
};

/** Chromium, by the protocol of its developer tools. */
const chromium = async () => {
  const browser = await playwright.launch({ executablePath: "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu"] });
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
  const page = await context.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  return {
    complaints,
    go: (url) => page.goto(url),
    run: async (act, ...given) => JSON.parse(await page.evaluate(called(act, given))),
    click: (selector) => page.click(selector),
    offline: () => context.setOffline(true),
    end: () => browser.close(),
  };
};

export const BROWSERS = { firefox, webkit, chromium };
