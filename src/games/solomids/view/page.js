// Solomids on a page: random deals of a level, seeds of the web page of the game, and what its board counts.
games.solomids = (() => {
  // Of thirty seeds, one deals nothing.
  const TRIES = 20;

  /** Begins a random game, of any level. */
  const random = () => {
    for (let tries = 1; ; tries++) {
      try {
        return game.begin({ ask: "open", seed: deal.randomSeed() }, { name: "solomids" });
      } catch (error) {
        if (tries === TRIES) throw error;
      }
    }
  };

  // The search for a deal of a level.
  let search = null;
  const closed = () => {
    search?.stop();
    search = null;
    byId("dealing-words").textContent = "";
  };

  // Begins a deal of a level that is proven winnable.
  const ofLevel = async (level, seed = deal.randomSeed(), named = {}) => {
    search?.stop();
    byId("dealing-words").textContent = `Looking for a deal that is ${level}…`;
    const mine = pool.ask({ ask: "level", game: "solomids", level, seed });
    search = mine;
    try {
      const found = content(await mine.answer);
      if (search !== mine) return;
      game.begin({ ask: "draw", seed, index: found.index }, { name: "solomids" }, { kept: { ...named, level } });
      deal.begun();
    } catch (error) {
      if (!(error instanceof pool.Stopped)) byId("dealing-words").textContent = error.message;
    }
  };

  // Levels of the days of the week, Sunday first.
  const DAYS = ["hard", "easy", "medium", "medium", "hard", "medium", "hard"];

  /** Begins or goes on with the deal of the day, which is the same for everybody: a day begins at midnight by UTC. */
  const ofDay = () => {
    const now = new Date();
    const daily = now.toISOString().slice(0, 10);
    const known = state.all().find((one) => one.daily === daily);
    if (known && state.resume(known.id)) return deal.begun();
    ofLevel(DAYS[now.getUTCDay()], daily.replaceAll("-", ""), { daily, title: `Deal of the day, ${daily}` });
  };

  const listen = () => {
    byId("levels").addEventListener("click", ({ target }) => {
      const { level } = target.dataset;
      if (level === "any") {
        random();
        deal.begun();
      } else if (level) ofLevel(level);
    });
    byId("daily").addEventListener("click", ofDay);
    editor.listen();
    deal.enter("deal-seed", "seed", () => deal.take({ seed: byId("seed").value }));
  };

  /** Shows the swaps earned and used. */
  const tally = (drawing, [, earned, used]) =>
    drawing.querySelectorAll(".swap").forEach((swap, n) => {
      const state = n < used ? "used" : n < earned ? "earned" : "open";
      swap.setAttribute("class", `swap ${state}`);
      // A disc that can be used is a button.
      const button = { role: "button", tabindex: 0, "aria-label": "Swap two stacks" };
      for (const [name, value] of Object.entries(button)) {
        if (state === "earned") swap.setAttribute(name, value);
        else swap.removeAttribute(name);
      }
      swap.nextElementSibling.textContent = { used: "used", earned: "ready", open: "not yet" }[state];
    });

  /** A board in words. */
  const says = (stacks, [trees, earned, used]) =>
    `Board: ${stacks}. Bank: ${counted(trees, "tree")}. ${counted(earned, "swap")} earned, ${used} used.`;

  return {
    called: "Solomids",
    asks: ["judge", "solve", "review"],
    ahead: true,
    options: () => ({}),
    variant: () => ({}),
    begun: () => (byId("seed").value = ""),
    // A seed or a deal says more to people than what the module needs for other games.
    address: ({ seed, start }) => (seed ? { seed } : { deal: start.deal }),
    random,
    closed,
    listen,
    tally,
    says,
    lesson: {
      opening: { ask: "open", seed: "1" },
      moves: [
        ["M-D4>C4", "Tap the red small on D4, then the red medium on C4. Same colour, one size larger, nothing between them."],
        ["S-D9>D10", "Row 10 is empty. Tap D9, then D10: the stack slides forwards, and those that touch it from behind come along."],
        ["S-E9>E10", "Once more on the right: E9 to E10. The whole column moves up."],
        ["M-C4>E4", "Any distance will do if nothing lies between: the stack on C4 goes onto the red large on E4."],
        ["B-E4", "Small on medium on large: that is a tree. Tap it twice, or drag it to the bank."],
      ],
      end: "That was the first of fifteen trees. Hint shows a good move whenever you are stuck; Undo takes any move back.",
    },
    still: (square) => `${square} has nowhere to go: a stack goes onto the next one of its colour and of the next larger size in its row or column, or forwards into a gap.`,
  };
})();
