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

  const ofLevel = async (level) => {
    search?.stop();
    if (level === "any") {
      random();
      return deal.begun();
    }
    byId("dealing-words").textContent = `Looking for a deal that is ${level}…`;
    const seed = deal.randomSeed();
    const mine = pool.ask({ ask: "level", game: "solomids", level, seed });
    search = mine;
    try {
      const found = content(await mine.answer);
      if (search !== mine) return;
      game.begin({ ask: "draw", seed, index: found.index }, { name: "solomids" });
      deal.begun();
    } catch (error) {
      if (!(error instanceof pool.Stopped)) byId("dealing-words").textContent = error.message;
    }
  };

  const listen = () => {
    byId("levels").addEventListener("click", ({ target }) => {
      if (target.dataset.level) ofLevel(target.dataset.level);
    });
    byId("seeding").addEventListener("submit", (event) => deal.take(event, { seed: byId("seed").value }));
  };

  /** Shows the swaps earned and used. */
  const tally = (drawing, [, earned, used]) =>
    drawing.querySelectorAll(".swap").forEach((swap, n) => {
      const state = n < used ? "used" : n < earned ? "earned" : "open";
      swap.setAttribute("class", `swap ${state}`);
      swap.nextElementSibling.textContent = { used: "used", earned: "ready", open: "not yet" }[state];
    });

  /** A board in words. */
  const says = (stacks, [trees, earned, used]) =>
    `Board: ${stacks}. Bank: ${counted(trees, "tree")}. ${counted(earned, "swap")} earned, ${used} used.`;

  return {
    called: "Solomids",
    asks: ["judge", "solve", "review"],
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
  };
})();
