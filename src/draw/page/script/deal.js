// The dialog for another game: random deals of a level, seeds of the web page of the game, and pasted texts.
const deal = (() => {
  // Seeds of random deals are below this number.
  const SEEDS = 1_000_000;
  // Of thirty seeds, one deals nothing.
  const TRIES = 20;

  const randomSeed = () => `${crypto.getRandomValues(new Uint32Array(1))[0] % SEEDS}`;

  /** Begins a random game, of any level. */
  const random = () => {
    for (let tries = 1; ; tries++) {
      try {
        return game.begin({ ask: "open", seed: randomSeed() });
      } catch (error) {
        if (tries === TRIES) throw error;
      }
    }
  };

  // ---- The other games

  // The game that is chosen in the dialog.
  const chosen = () => document.querySelector("#games input:checked").value;

  /** What holds for the whole of a game of the chosen kind. */
  const kind = () => {
    const opponent = Number(byId("opponent").value);
    const options = {
      solomids: {},
      solace2: { hidden: byId("hidden").checked, free: byId("free").checked },
      pentamid: opponent ? { opponent, side: Number(byId("side").value) } : {},
    };
    return { name: chosen(), options: options[chosen()] };
  };

  const showSections = () => {
    for (const section of document.querySelectorAll("#dealing [data-game]")) {
      section.hidden = section.dataset.game !== chosen();
    }
    byId("side").disabled = byId("opponent").value === "0";
    byId("free").disabled = !byId("hidden").checked;
  };

  // The variant of Pentamid that is chosen; numbers that are left out are the usual ones.
  const variant = () => {
    const [squares, nests, length] = ["squares", "nests", "length"].map((id) => Number(byId(id).value));
    const board = { board: `${squares}x${squares}`, diagonals: byId("diagonals").checked };
    return { variant: { ...board, ...(nests && { nests }), ...(length && { row: length }) }, repetition: byId("barred").checked };
  };

  const drawn = (question) => {
    byId("variant-fault").textContent = "";
    try {
      game.begin({ ask: "draw", ...question }, kind());
      begun();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      byId("variant-fault").textContent = error.message;
    }
  };

  const open = () => {
    document.querySelector(`#games [value="${game.name}"]`).checked = true;
    showSections();
    byId("fault").replaceChildren();
    byId("dealing-words").textContent = "";
    byId("dealing").showModal();
    byId("dealing").scrollTop = 0;
  };

  const begun = () => {
    byId("dealing").close();
    byId("pasted").value = "";
    byId("seed").value = "";
    if (game.opened.warnings.length) notice.say(game.opened.warnings.join(" "));
  };

  // ---- A level

  let search = null;
  const ofLevel = async (level) => {
    search?.stop();
    if (level === "any") {
      random();
      return begun();
    }
    byId("dealing-words").textContent = `Looking for a deal that is ${level}…`;
    const seed = randomSeed();
    const mine = pool.ask({ ask: "level", game: "solomids", level, seed });
    search = mine;
    try {
      const found = content(await mine.answer);
      if (search !== mine) return;
      game.begin({ ask: "draw", seed, index: found.index });
      begun();
    } catch (error) {
      if (!(error instanceof pool.Stopped)) byId("dealing-words").textContent = error.message;
    }
  };

  // ---- A text

  // The line of a text that an error points at, with a mark below.
  const excerpt = ({ text, line, column, length, expected }) => {
    if (!line || text === undefined) return [];
    const faulty = text.split("\n")[line - 1] ?? "";
    const carets = "^".repeat(Math.max(1, length ?? 1));
    const mark = `${" ".repeat(Math.max(0, column - 1))}${carets} ${expected ?? ""}`.trimEnd();
    return [make("pre", {}, `${faulty}\n${mark}`)];
  };

  const explain = (error) => {
    // A link that has been cut off is no JSON.
    if (!(error instanceof Refusal || error instanceof SyntaxError)) throw error;
    const { message, advice, ...place } = error.fault ?? { message: `The link is damaged: ${error.message}` };
    const parts = [make("p", {}, make("b", {}, message)), ...excerpt(place)];
    if (advice) parts.push(make("p", {}, `${advice}`));
    byId("fault").replaceChildren(...parts);
  };

  // What is pasted may be a link to a game on such a page.
  const openLink = (text = "") => {
    const [, fragment] = /^\w+:\S*#(\S+)$/.exec(text.trim()) ?? [];
    return fragment !== undefined && state.open(fragment);
  };

  const take = (event, question) => {
    event.preventDefault();
    try {
      if (!openLink(question.text)) game.begin({ ask: "open", ...question }, kind());
      begun();
    } catch (error) {
      explain(error);
    }
  };

  const listen = () => {
    byId("deal-button").addEventListener("click", open);
    controls.keys.n = open;
    byId("levels").addEventListener("click", ({ target }) => {
      if (target.dataset.level) ofLevel(target.dataset.level);
    });
    byId("games").addEventListener("change", showSections);
    byId("opponent").addEventListener("change", showSections);
    byId("solace2-deal").addEventListener("click", () => drawn({ seed: randomSeed(), reading: byId("solace2-reading").value }));
    byId("hidden").addEventListener("change", showSections);
    byId("pentamid-start").addEventListener("click", () => drawn(variant()));
    byId("seeding").addEventListener("submit", (event) => take(event, { seed: byId("seed").value }));
    byId("pasting").addEventListener("submit", (event) =>
      take(event, {
        text: byId("pasted").value,
        ...(chosen() === "solace2" && { reading: byId("solace2-reading").value }),
        ...(chosen() === "pentamid" && variant()),
      }),
    );
    byId("pasted").addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) byId("pasting").requestSubmit();
    });
    byId("dealing-close").addEventListener("click", () => byId("dealing").close());
    byId("dealing").addEventListener("close", () => {
      search?.stop();
      search = null;
    });
  };

  return { listen, open, random };
})();
