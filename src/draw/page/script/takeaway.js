// What can be taken away from the page besides texts: a link to the game, a picture of the board, and a printed sheet.
const takeaway = (() => {
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(state.address());
      notice.say("The link is copied");
    } catch {
      state.save();
      notice.say("The link is in the address bar");
    }
  };

  const savePicture = () => {
    const { svg } = game.rules({ ask: "picture", start: game.opened.start, moves: game.tokens() });
    const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    make("a", { href: address, download: `${game.name}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  };

  // ---- The sheet

  // A drawing of the board after some moves.
  const drawing = (ply) => {
    const scene = byId("scene").cloneNode(true);
    scene.querySelector("#traces")?.replaceChildren();
    board.tally(scene, film.steps[ply - 1]?.tally ?? board.scene.tally);
    for (const named of [scene, ...scene.querySelectorAll("[id]")]) named.removeAttribute("id");
    const frame = film.frames[ply];
    const { covered = [] } = film.steps[ply - 1] ?? board.scene;
    const pieces = board.inOrder(frame).flatMap((piece) => {
      const p = board.pieces.indexOf(piece);
      if (covered.includes(p)) return [];
      const [x, y, scale] = board.scene.places[frame[p]];
      return draw("use", { href: piece.getAttribute("href"), transform: `translate(${x} ${y}) scale(${scale})` });
    });
    return draw("svg", { viewBox: byId("board").getAttribute("viewBox"), "aria-hidden": true }, scene, ...pieces);
  };

  const article = (title, from, to) => {
    const moves = film.steps.slice(from, to).map(({ move, words, note }) => {
      const mark = note?.mark ? [" ", make("b", {}, note.mark)] : [];
      return make("li", {}, make("code", {}, move), ` ${words}`, ...mark);
    });
    const list = moves.length ? [make("ol", { start: from + 1 }, ...moves)] : [];
    return make("article", {}, make("div", { class: "board" }, make("h2", {}, title), drawing(from)), ...list);
  };

  // The sheet of a game that was played here: the board before each phase of it, and at its end.
  const fillPaper = () => {
    if (!game.own) return;
    const ends = film.steps.flatMap(({ phase }, n) => (phase || n === 0 ? [n] : []));
    const parts = ends.map((from, n) => article(film.steps[from].phase ?? "", from, ends[n + 1] ?? film.steps.length));
    parts.push(article(film.steps.length ? "The end" : "The board", film.steps.length, film.steps.length));
    document.querySelector(".paper").replaceChildren(
      make("h1", {}, document.querySelector("h1 bdi").textContent),
      make("p", {}, byId("summary").textContent),
      make("div", { class: parts.length === 1 ? "panels single" : "panels" }, ...parts),
      make("p", { class: "share" }, byId("share").value),
    );
  };

  const listen = () => {
    byId("link").addEventListener("click", copyLink);
    byId("picture").addEventListener("click", savePicture);
    addEventListener("beforeprint", fillPaper);
  };

  return { listen };
})();
