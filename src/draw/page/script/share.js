// What can be taken away from the page besides texts: a link to the game, a picture of the board, and a printed sheet.
import * as board from "./board.js";
import { byId, clocked, counted, draw, make } from "./dom.js";
import * as game from "./game.js";
import { games } from "./games.js";
import * as notice from "./notice.js";
import * as replay from "./replay.js";
import * as state from "./state.js";

const copyLink = async () => {
  const shared = /^https?:$/.test(location.protocol);
  const text = shared ? state.address() : byId("share").value || byId("deal").value;
  const why = "The text of the game is copied: this page is a file, so it has no address that others could open";
  try {
    await navigator.clipboard.writeText(text);
    notice.say(shared ? "The link is copied" : why);
  } catch {
    state.save();
    state.flush();
    notice.say(shared ? "The link is in the address bar" : "Under “More”, the texts of this game can be copied");
  }
};

/** Lets the reader save something as a file. */
export const save = (blob, name) => {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
};

/** The result of the game in one line: `Solomids 2026-11-27: 17, no hint, 61 moves, 12:05`. */
const result = () => {
  const { kept, seen, opened, name } = game;
  const title = kept.title ?? opened.title;
  const called = title === games[name].called ? title : `${games[name].called}, ${title}`;
  const { hint = 0, judge = 0, solve = 0 } = kept.helped;
  const asked = hint + judge + solve ? counted(hint, "hint") : "no hint";
  const more = [judge && "moves judged", solve && "solved"].filter(Boolean);
  const time = kept.best?.seconds ?? kept.seconds;
  return `${called}: ${[seen.score ?? seen.state, asked, ...more, counted(replay.ply, "move"), ...(time ? [clocked(time)] : [])].join(", ")}`;
};

export const share = async () => {
  const seconds = game.seen.over && game.seen.won ? (game.kept.best?.seconds ?? game.kept.seconds) : 0;
  const shared = /^https?:$/.test(location.protocol);
  // A page that was opened from a file has no address that others could open.
  const text = [result(), shared ? state.challenge(seconds) : ""].filter(Boolean).join("\n");
  try {
    // Where a picture can be shared, it comes with the text.
    const files = navigator.canShare ? [new File([await photo()], `${game.name}.png`, { type: "image/png" })] : [];
    if (navigator.share) await navigator.share(navigator.canShare?.({ files }) ? { text, files } : { text });
    else await navigator.clipboard.writeText(text);
    if (!navigator.share) notice.say("Copied. Send it to a friend");
  } catch {
    notice.say(text, true);
  }
};

const picture = () => game.rules({ ask: "picture", start: game.opened.start, moves: game.tokens() }).svg;

const savePicture = () => save(new Blob([picture()], { type: "image/svg+xml" }), `${game.name}.svg`);

// Pixels of the photograph for each unit of the board, and units of the line of words under it.
const [SHARP, WORDS] = [2, 40];

// The board as a picture, with the result under it when the game is over.
const photo = async () => {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(picture())}`;
  await image.decode();
  const [width, board] = [image.naturalWidth, image.naturalHeight].map((side) => SHARP * side);
  const height = board + (game.seen.over ? SHARP * WORDS : 0);
  const canvas = make("canvas", { width, height });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#fffdf8";
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, 0, 0, width, board);
  if (game.seen.over) {
    pen.fillStyle = "#2a251d";
    pen.font = `${SHARP * 16}px sans-serif`;
    pen.textAlign = "center";
    pen.fillText(result(), width / 2, board + SHARP * 24, 0.94 * width);
  }
  return new Promise((done) => canvas.toBlob(done, "image/png"));
};

const savePhoto = async () => save(await photo(), `${game.name}.png`);

// ---- The sheet

// A drawing of the board after some moves.
const drawing = (ply) => {
  const scene = byId("scene").cloneNode(true);
  scene.querySelector("#traces")?.replaceChildren();
  board.tally(scene, replay.steps[ply - 1]?.tally ?? board.scene.tally);
  for (const named of [scene, ...scene.querySelectorAll("[id]")]) named.removeAttribute("id");
  const frame = replay.frames[ply];
  const { covered = [] } = replay.steps[ply - 1] ?? board.scene;
  const pieces = board.inOrder(frame).flatMap((piece) => {
    const p = board.pieces.indexOf(piece);
    if (covered.includes(p)) return [];
    const [x, y, scale] = board.scene.places[frame[p]];
    return draw("use", { href: piece.getAttribute("href"), transform: `translate(${x} ${y}) scale(${scale})` });
  });
  return draw("svg", { viewBox: byId("board").getAttribute("viewBox"), "aria-hidden": true }, scene, ...pieces);
};

const article = (title, from, to) => {
  const moves = replay.steps.slice(from, to).map(({ move, words, note }) => {
    const mark = note?.mark ? [" ", make("b", {}, note.mark)] : [];
    return make("li", {}, make("code", {}, move), ` ${words}`, ...mark);
  });
  const list = moves.length ? [make("ol", { start: from + 1 }, ...moves)] : [];
  return make("article", {}, make("div", { class: "board" }, make("h2", {}, title), drawing(from)), ...list);
};

// The sheet of a game that was played here: the board before each phase of it, and at its end.
const fillPaper = () => {
  if (!game.own) return;
  const phases = replay.headings();
  const ends = replay.steps.flatMap((_, n) => (phases.has(n) || n === 0 ? [n] : []));
  const parts = ends.map((from, n) => article(phases.get(from) ?? "", from, ends[n + 1] ?? replay.steps.length));
  parts.push(article(replay.steps.length ? "The end" : "The board", replay.steps.length, replay.steps.length));
  document.querySelector(".paper").replaceChildren(
    make("h1", {}, document.querySelector("h1 bdi").textContent),
    make("p", {}, byId("summary").textContent),
    make("div", { class: parts.length === 1 ? "panels single" : "panels" }, ...parts),
    make("p", { class: "share" }, byId("share").value),
  );
};

export const listen = () => {
  for (const [id, act] of Object.entries({ link: copyLink, picture: savePicture, photo: savePhoto })) {
    byId(id).addEventListener("click", () => {
      byId("menu").close();
      act();
    });
  }
  addEventListener("beforeprint", fillPaper);
};
