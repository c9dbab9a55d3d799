// Solace II on a page: a random deal, under a reading of the rules, with nests that hide their inside or show it.
games.solace2 = (() => {
  const show = () => (byId("free").disabled = !byId("hidden").checked);
  const variant = () => ({ reading: byId("solace2-reading").value });

  const listen = () => {
    byId("hidden").addEventListener("change", show);
    byId("solace2-deal").addEventListener("click", () => deal.drawn({ seed: deal.randomSeed(), ...variant() }));
  };

  const options = () => ({ hidden: byId("hidden").checked, free: byId("free").checked });
  return { called: "Solace II", asks: ["solve"], options, variant, show, listen };
})();
