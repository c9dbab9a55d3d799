// The start of a page that plays: unpacks the module, and opens the game of the address, of the last visit, or of the page.
import "./theme.js";
import * as advice from "./advice.js";
import * as deal from "./deal.js";
import { byId, latin, make, stored } from "./dom.js";
import * as ending from "./ending.js";
import * as feel from "./feel.js";
import * as game from "./game.js";
import * as graph from "./graph.js";
import * as guard from "./guard.js";
import * as guide from "./guide.js";
import * as home from "./home.js";
import * as input from "./input.js";
import { unpack } from "./module.js";
import * as notice from "./notice.js";
import * as opponent from "./opponent.js";
import * as pool from "./pool.js";
import * as replay from "./replay.js";
import * as menu from "./menu.js";
import * as saved from "./saved.js";
import * as settings from "./settings.js";
import * as share from "./share.js";
import * as state from "./state.js";
import * as tree from "./tree.js";
import { show, written } from "./written.js";

// Keys with Ctrl that take back and repeat, and whether Shift is held.
const TAKE_BACK = { z: game.undo, y: game.redo };

const takeBack = (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches("textarea, input[type=text]")) return;
  const key = latin(event).toLowerCase();
  const act = TAKE_BACK[key === "z" && event.shiftKey ? "y" : key];
  if (!act || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  act();
};

// Shows what is wrong with an address, if it opened no game.
let refused = null;

// Opens the game of the address. If it opens none, that is said, with the address to be mended, and the page goes on.
const ofAddress = () => {
  const { href } = location;
  try {
    return state.open(state.part(href));
  } catch (error) {
    refused = () => deal.mend(href, error);
    return false;
  }
};

// Goes on with a kept game, if there is one of this name; one of another version of the page may not open.
const resumes = (id) => {
  try {
    return state.resume(id);
  } catch {
    return false;
  }
};

// The last game of this browser, if it is not over. Before 2026-11-27 there was one alone, as a text.
const ofStorage = () => {
  const [last] = state.all();
  if (last) return !last.best && resumes(last.id);
  try {
    return state.open(stored("game") ?? "");
  } catch {
    return false;
  }
};

// Who comes by a link for the first time sees its game, and is offered the lesson.
const offerLesson = () => {
  const way = make("button", { type: "button" }, "Learn in one minute");
  const { name, options, opened, kept } = game;
  way.addEventListener("click", () => {
    const moves = tree.pack(replay.root);
    guide.begin(name, () => game.begin(opened, { name, options }, { moves, at: replay.ply, same: kept }));
  });
  byId("advice").replaceChildren("New here? ", way);
};

const open = () => {
  if (location.hash === "#home") return home.enter();
  if (resumes(state.here())) return;
  const first = state.isNew();
  if (ofAddress()) return first && offerLesson();
  if (!written.fresh) return game.adopt(written);
  if (ofStorage()) return;
  if (state.isNew() && !refused) guide.begin(written.game);
  else home.enter();
};

// The way back and forward of the browser leads from game to game.
const travel = ({ state: entry }) => {
  state.arrive();
  if (entry?.home || location.hash === "#home") return home.show();
  if (resumes(entry?.id) || ofAddress()) return;
  refused?.();
  refused = null;
};

// On a site, browsers can install the page, and keep it for visits without a network.
const install = () => {
  if (!written.site || !/^https?:$/.test(location.protocol)) return;
  document.head.append(make("link", { rel: "manifest", href: "manifest.webmanifest" }));
  // Where that is refused, the page works as long as there is a network.
  navigator.serviceWorker?.register("sw.js").catch(() => {});
};

const start = async () => {
  install();
  // A page that deals shows the game that it begins.
  if (!written.fresh) show();
  try {
    const module = await unpack();
    await game.use(module);
    byId("undo").addEventListener("click", game.undo);
    byId("redo").addEventListener("click", game.redo);
    byId("restart").addEventListener("click", () => replay.step(0, "jump"));
    menu.listen();
    for (const part of [settings, input, advice, graph, ending, deal, guide, saved, share, opponent, guard, feel, home]) part.listen();
    game.follow(state.save);
    open();
    document.addEventListener("keydown", takeBack);
    addEventListener("popstate", travel);
    document.querySelector("main").classList.add("ready");
    pool.open(module);
    refused?.();
    refused = null;
  } catch (error) {
    // Without the module the game of the page is what there is to see.
    if (written.fresh && !game.opened) show();
    document.querySelector("main").classList.add("without");
    notice.say(`Playing and solving do not work in this browser: ${error.message}`, true);
  }
};

start();
