// Player of a game. The script knows no rules: the data of the page give, for each move, the pieces that it takes
// elsewhere and their new spots. A spot is an index into `places`, a piece an index into `pieces`, a frame the spots of
// all pieces after some moves. A move says how it is animated (`kind`), a place what lies in front (its fourth number), and
// `mark` how large a marked space is. Data of games other than Solomids also have what screen readers read out (`says`).
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const game = JSON.parse(byId("game").textContent);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const SVG = "http://www.w3.org/2000/svg";
  const COLUMNS = 5;
  const SQUARES = 50;
  // Duration of the animation of a move, in milliseconds.
  const MOTION = 460;
  // Time from one move to the next during play at normal speed, in milliseconds.
  const BEAT = 950;

  // Index of the line that is shown: 0 for the game.
  let line = 0;
  // Moves of the line, those of the game before it included.
  let steps = [];
  // Frames of the line: before its first move, then after each move.
  let frames = [game.spots];
  // Number of moves that have been played.
  let ply = 0;
  let timer = null;
  // Part of the share string before its moves.
  const seed = (() => {
    const moves = game.lines[0].steps.map(({ move }) => move).join(", ");
    return (byId("share")?.value ?? "").slice(0, -moves.length || undefined);
  })();

  // ---- The board

  const pieces = game.pieces.map((name) => {
    const piece = document.createElementNS(SVG, "use");
    piece.setAttribute("href", `#${name}`);
    piece.dataset.piece = name;
    return piece;
  });

  const at = (spot, lift = 1) => {
    const [x, y, scale] = game.places[spot];
    return `translate(${x}px, ${y}px) scale(${scale * lift})`;
  };

  const between = (from, to, side, lift) => {
    const [[x, y, scale], [u, v, other]] = [game.places[from], game.places[to]];
    const [dx, dy] = [(v - y) * side, (x - u) * side];
    return `translate(${(x + u) / 2 + dx}px, ${(y + v) / 2 + dy}px) scale(${((scale + other) / 2) * lift})`;
  };

  // The pieces in the order in which they are drawn.
  const inOrder = (frame) => {
    const depth = (p) => game.places[frame[p]][3];
    return pieces
      .map((_, p) => p)
      .sort((p, q) => depth(p) - depth(q) || p - q)
      .map((p) => pieces[p]);
  };

  // Moves all pieces from one frame to another. Moving pieces are drawn above the others.
  const place = (before, after, kind) => {
    for (const animation of byId("pieces").getAnimations({ subtree: true })) animation.cancel();
    const moving = pieces.filter((_, p) => before[p] !== after[p]);
    pieces.forEach((piece, p) => {
      piece.style.transform = at(after[p]);
    });
    byId("pieces").append(...inOrder(after));
    if (kind === "" || still.matches || !moving.length) return;
    byId("pieces").append(...moving);
    const motion = MOTION / Math.max(1, speed());
    pieces.forEach((piece, p) => {
      const [from, to] = [before[p], after[p]];
      if (from === to) return;
      const path = [at(from), at(to)];
      if (kind === "swap") path.splice(1, 0, between(from, to, 0.25, 1.12));
      else if (kind !== "slide") path.splice(1, 0, between(from, to, 0, 1.12));
      piece.animate(
        path.map((transform) => ({ transform })),
        { duration: kind === "jump" ? motion / 2 : motion, easing: "cubic-bezier(.4, 0, .2, 1)" },
      );
    });
    Promise.allSettled(
      byId("pieces")
        .getAnimations({ subtree: true })
        .map((a) => a.finished),
    ).then((ends) => {
      if (ends.every((end) => end.status === "fulfilled")) byId("pieces").append(...inOrder(after));
    });
  };

  // Kind of animation between two frames: that of the move between them, or a jump.
  const kind = (from, to) => (Math.abs(to - from) === 1 ? steps[Math.max(from, to) - 1].kind : "jump");

  // Width and height of a marked space.
  const [markWidth, markHeight] = game.mark;
  // Outline around the spots of a column from the first to the last of these.
  const outline = (spots, left) => {
    const [first, last] = [Math.min(...spots), Math.max(...spots)].map((spot) => game.places[spot]);
    const mark = document.createElementNS(SVG, "rect");
    mark.setAttribute("class", left ? "trace left" : "trace");
    const [[x, y], height] = [first, last[1] - first[1] + markHeight];
    const corner = { x: x - markWidth / 2, y: y - markHeight / 2 };
    for (const [name, value] of Object.entries({ ...corner, width: markWidth, height, rx: 5 })) {
      mark.setAttribute(name, value);
    }
    return mark;
  };

  // Marks the squares of the last move.
  const trace = (step, before) => {
    const marks = [];
    if (step?.kind === "slide") {
      // Stacks that slide end on adjacent squares. A square that one of them leaves may be taken by the next one.
      const there = step.moved.map(([, spot]) => spot);
      const left = step.moved.map(([piece]) => before[piece]).filter((spot) => !there.includes(spot));
      marks.push(outline(left, true), outline(there, false));
    } else if (step) {
      step.squares.forEach((spot, i) => {
        marks.push(outline([spot], step.kind === "bank" || (i === 0 && step.kind !== "swap")));
      });
    }
    byId("traces").replaceChildren(...marks);
  };

  const tally = ([trees, earned, used]) => {
    byId("bank").textContent = byId("bank").textContent.replace(/\d+/, trees);
    document.querySelectorAll("#board .swap").forEach((swap, n) => {
      const state = n < used ? "used" : n < earned ? "earned" : "open";
      swap.setAttribute("class", `swap ${state}`);
      swap.nextElementSibling.textContent = { used: "used", earned: "ready", open: "not yet" }[state];
    });
  };

  const square = (spot) => "ABCDE"[spot % COLUMNS] + (10 - Math.floor(spot / COLUMNS));

  // Text alternative of the board, for screen readers.
  const describe = (frame, [trees, earned, used]) => {
    const stacks = new Map();
    frame.forEach((spot, p) => {
      if (spot < SQUARES) stacks.set(spot, game.pieces[p][1] + (stacks.get(spot) ?? ""));
    });
    const named = [...stacks.keys()]
      .sort((a, b) => a - b)
      .map((spot) => {
        const letter = game.pieces[frame.indexOf(spot)][0];
        return `${square(spot)} ${letter}${stacks.get(spot)}`;
      });
    const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
    const bank = `Bank: ${count(trees, "tree")}. ${count(earned, "swap")} earned, ${used} used.`;
    return `Board: ${named.join(", ") || "empty"}. ${bank}`;
  };

  // ---- The moves

  // Style classes of marks.
  const MARKS = { "?!": "mistake", "?": "mistake", "??": "blunder" };

  const button = (number, step) => {
    const item = document.createElement("li");
    const jump = document.createElement("button");
    jump.type = "button";
    jump.dataset.ply = number;
    jump.tabIndex = -1;
    const part = (name, text, style) => {
      const element = document.createElement(name);
      element.className = style ?? "";
      element.textContent = text;
      jump.append(element, " ");
    };
    part("span", number || "", "ply");
    part("code", step ? step.move : "");
    part("span", step ? step.words : "Before the first move");
    if (byId("moves").closest(".noted")) part("span", step?.note?.after ?? "", "score");
    const mark = step?.note?.mark ?? "";
    part("b", mark, MARKS[mark]);
    item.append(jump);
    return item;
  };

  const list = () => {
    if (!byId("moves")) return;
    const groups = [document.createElement("ol")];
    groups[0].append(button(0));
    const { from } = game.lines[line];
    steps.forEach((step, n) => {
      const phase = n < from ? (n === 0 ? "The game up to here" : "") : step.phase;
      if (phase) {
        const title = document.createElement("h3");
        title.textContent = phase;
        groups.push(title, document.createElement("ol"));
      }
      groups.at(-1).append(button(n + 1, step));
    });
    byId("moves").replaceChildren(...groups);
    byId("ticks").replaceChildren(
      ...steps.flatMap((step, n) => {
        if (!step.note?.mark) return [];
        const tick = document.createElement("i");
        tick.className = step.note.mark === "??" ? "blunder" : "mistake";
        // The thumb of a slider is about 16 pixels wide, so its centre stays 8 pixels away from the ends.
        const share = (n + 1) / steps.length;
        tick.style.left = `calc(${100 * share}% + ${8 - 16 * share}px)`;
        return [tick];
      }),
    );
  };

  // Shows a line at a number of moves.
  const open = (number, start, animated) => {
    const before = frames[ply];
    const { from, steps: own } = game.lines[number];
    line = number;
    steps = [...game.lines[0].steps.slice(0, from), ...own];
    frames = [game.spots];
    for (const { moved } of steps) {
      const frame = frames.at(-1).slice();
      for (const [piece, spot] of moved) frame[piece] = spot;
      frames.push(frame);
    }
    list();
    if (byId("slider")) byId("slider").max = steps.length;
    if (byId("line")) byId("line").textContent = number ? `A better line from move ${from + 1} on` : "Moves";
    if (byId("share")) byId("share").value = seed + steps.map(({ move }) => move).join(", ");
    ply = Math.min(start, steps.length);
    place(before, frames[ply], animated ? "jump" : "");
    show();
  };

  // ---- The words

  const scores = (note) => {
    if (!note || (note.before === null && note.after === null)) return "";
    const [before, after] = [note.before ?? "?", note.after ?? "?"];
    return before === after ? before : `${before} → ${after}`;
  };

  // Note on the last move. On a better line, the best score before the mistake is still reached.
  const remark = () => {
    const { from } = game.lines[line];
    if (line === 0 || ply <= from) return steps[ply - 1]?.note;
    const { before } = game.lines[0].steps[from].note;
    return { before, after: before };
  };

  // Number of the next marked move; after the last one that of the first.
  const marked = () => {
    const all = steps.flatMap((step, n) => (step.note?.mark ? [n + 1] : []));
    return all.find((n) => n > ply) ?? all.find((n) => n < ply);
  };

  const choices = (note) => {
    if (!byId("marked")) return;
    const better = line === 0 ? note?.better : undefined;
    byId("better").textContent = better ? `Better: ${better}` : "";
    byId("better").hidden = !better;
    // A single better move has no line to show.
    byId("better").disabled = (note?.line ?? null) === null;
    byId("back").hidden = line === 0;
    const next = line === 0 ? marked() : undefined;
    byId("marked").hidden = next === undefined;
    byId("marked").textContent = next === undefined ? "" : `Next: ${next} ${steps[next - 1].note.mark}`;
  };

  const caption = (step) => {
    const note = remark();
    byId("ply").textContent = `${ply} / ${steps.length}`;
    byId("token").textContent = step ? step.move : "";
    byId("mark").textContent = note?.mark ?? "";
    byId("mark").className = MARKS[note?.mark] ?? "";
    byId("words").textContent = step ? step.words : "Before the first move";
    byId("scores").textContent = scores(note);
    byId("reach").hidden = !scores(note);
    byId("note").textContent = note?.reason ?? "";
    byId("note").hidden = !note?.reason;
    choices(note);
  };

  const show = () => {
    const step = steps[ply - 1];
    const now = step ? step.tally : game.tally;
    tally(now);
    trace(step, frames[ply - 1]);
    byId("board").setAttribute("aria-label", (step ?? game).says ?? describe(frames[ply], now));
    if (!byId("slider")) return;
    caption(step);
    byId("slider").value = ply;
    byId("slider").setAttribute("aria-valuetext", step ? `${ply}: ${step.move}, ${step.words}` : "the start");
    for (const id of ["first", "previous"]) byId(id).setAttribute("aria-disabled", ply === 0);
    for (const id of ["next", "last"]) byId(id).setAttribute("aria-disabled", ply === steps.length);
    const moves = byId("moves");
    for (const old of moves.querySelectorAll("[aria-current]")) {
      old.removeAttribute("aria-current");
      old.tabIndex = -1;
    }
    const current = moves.querySelector(`[data-ply="${ply}"]`);
    const focused = moves.contains(document.activeElement);
    current.setAttribute("aria-current", "step");
    current.tabIndex = 0;
    if (focused) current.focus({ preventScroll: true });
    // Only the list scrolls; `scrollIntoView` would scroll the page too.
    const [box, row] = [moves.getBoundingClientRect(), current.getBoundingClientRect()];
    if (row.top < box.top + 40 || row.bottom > box.bottom - 40) {
      moves.scrollTop += (row.top + row.bottom - box.top - box.bottom) / 2;
    }
  };

  // ---- Play

  const speed = () => Number(byId("speed")?.value ?? 1);
  const playing = () => timer !== null;

  const go = (target) => {
    const wanted = Math.max(0, Math.min(steps.length, target));
    if (wanted === ply) return;
    const from = ply;
    ply = wanted;
    place(frames[from], frames[ply], kind(from, ply));
    show();
  };

  const pause = () => {
    clearTimeout(timer);
    timer = null;
    document.documentElement.classList.remove("playing");
    byId("play")?.setAttribute("aria-label", "Play");
    byId("caption")?.setAttribute("aria-live", "polite");
  };

  const beat = () => {
    go(ply + 1);
    if (ply < steps.length) timer = setTimeout(beat, BEAT / speed());
    else pause();
  };

  const play = () => {
    if (playing()) return pause();
    const again = ply === steps.length;
    if (again) go(0);
    document.documentElement.classList.add("playing");
    byId("play").setAttribute("aria-label", "Pause");
    byId("caption").setAttribute("aria-live", "off");
    timer = setTimeout(beat, again ? BEAT / speed() : 0);
  };

  // Step by the reader, which ends play.
  const step = (target) => {
    pause();
    go(target);
  };

  const GOES = {
    first: () => step(0),
    previous: () => step(ply - 1),
    play,
    next: () => step(ply + 1),
    last: () => step(steps.length),
  };
  const toGame = () => {
    pause();
    open(0, game.lines[line].from + 1, true);
  };
  // Marks belong to the game, so a better line is left first.
  const toMark = () => {
    if (line !== 0) toGame();
    step(marked() ?? ply);
  };

  // ---- Light and dark

  const root = document.documentElement;
  const night = matchMedia("(prefers-color-scheme: dark)");
  const stored = (value) => {
    // Some browsers refuse storage to pages opened from disk.
    try {
      if (value) localStorage.setItem("solomids-theme", value);
      return localStorage.getItem("solomids-theme");
    } catch {
      return null;
    }
  };
  const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : night.matches);
  const showTheme = () => {
    root.classList.toggle("dark", dark());
    byId("theme").setAttribute("aria-label", dark() ? "Light colours" : "Dark colours");
  };
  const theme = () => {
    root.dataset.theme = dark() ? "light" : "dark";
    stored(root.dataset.theme);
    showTheme();
  };
  if (["light", "dark"].includes(stored())) root.dataset.theme = stored();
  night.addEventListener("change", showTheme);
  showTheme();

  // ---- Buttons, keys, pointer

  const copy = async ({ currentTarget: button }) => {
    const text = byId(button.dataset.from);
    const label = button.dataset.label ?? button.textContent;
    button.dataset.label = label;
    let done = true;
    try {
      await navigator.clipboard.writeText(text.value);
    } catch {
      text.select();
      done = document.execCommand("copy");
    }
    button.textContent = done ? "Copied" : "Press Ctrl+C";
    setTimeout(() => {
      button.textContent = label;
    }, 1600);
  };

  byId("theme").addEventListener("click", theme);
  byId("print").addEventListener("click", () => print());
  const help = () => {
    byId("about").showModal();
    // The focused button is below the fold of a small screen, which scrolls the dialog down.
    byId("about").scrollTop = 0;
  };
  byId("help").addEventListener("click", help);
  for (const button of document.querySelectorAll(".copy")) button.addEventListener("click", copy);

  // A clicked button keeps the focus. The space bar then plays; it presses the button only if the keyboard moved the
  // focus there.
  let pointed = false;
  addEventListener(
    "pointerdown",
    () => {
      pointed = true;
    },
    true,
  );
  addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Tab") pointed = false;
    },
    true,
  );

  const keys = (event) => {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || byId("about").open) return;
    if (target.matches("textarea, select")) return;
    if (event.key === "?") return help();
    if (!byId("slider")) return;
    const inList = byId("moves").contains(target);
    const go = {
      ArrowRight: GOES.next,
      ArrowLeft: GOES.previous,
      ArrowDown: inList && GOES.next,
      ArrowUp: inList && GOES.previous,
      Home: GOES.first,
      End: GOES.last,
      m: byId("marked") && toMark,
      " ": (!target.matches("button") || pointed) && GOES.play,
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!go) return;
    event.preventDefault();
    go();
  };
  document.addEventListener("keydown", keys);
  // Browsers press a button when the space bar is released.
  document.addEventListener("keyup", (event) => {
    if (event.key === " " && pointed && event.target.matches("button") && !byId("about").open)
      event.preventDefault();
  });

  if (byId("slider")) {
    for (const [id, act] of Object.entries(GOES)) byId(id).addEventListener("click", act);
    byId("slider").addEventListener("input", () => step(Number(byId("slider").value)));
    byId("moves").addEventListener("click", (event) => {
      const jump = event.target.closest("button");
      if (!jump) return;
      step(Number(jump.dataset.ply));
      const stage = document.querySelector(".stage");
      const { top, height } = stage.getBoundingClientRect();
      if (top < -height / 10) {
        stage.scrollIntoView({ behavior: still.matches ? "auto" : "smooth" });
      }
    });
    byId("marked")?.addEventListener("click", toMark);
    // The pressed button disappears, so its replacement gets the focus.
    byId("better")?.addEventListener("click", () => {
      pause();
      open(steps[ply - 1].note.line, ply, true);
      byId("back").focus();
    });
    byId("back")?.addEventListener("click", () => {
      toGame();
      byId("better").focus();
    });
    let start = null;
    const stage = document.querySelector(".stage");
    stage.addEventListener("pointerdown", (event) => {
      start = event.isPrimary ? event : null;
    });
    stage.addEventListener("pointerup", (event) => {
      if (!start || event.pointerId !== start.pointerId) return;
      const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
      start = null;
      if (Math.abs(dx) < 40 || Math.abs(dx) < 2 * Math.abs(dy)) return;
      (dx < 0 ? GOES.next : GOES.previous)();
    });
    stage.addEventListener("pointercancel", () => {
      start = null;
    });
  }

  byId("pieces").append(...pieces);
  open(0, game.opening, false);
})();
