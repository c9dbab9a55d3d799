// Pentamid on a page: a game of a variant, against a friend or the engine.
games.pentamid = (() => {
  // The variant that is chosen; numbers that are left out are the usual ones.
  const variant = () => {
    const [squares, nests, length] = ["squares", "nests", "length"].map((id) => Number(byId(id).value));
    const board = { board: `${squares}x${squares}`, diagonals: byId("diagonals").checked };
    return { variant: { ...board, ...(nests && { nests }), ...(length && { row: length }) }, repetition: byId("barred").checked };
  };

  const options = () => {
    const opponent = Number(byId("opponent").value);
    return opponent ? { opponent, side: Number(byId("side").value) } : {};
  };

  const show = () => (byId("side").disabled = byId("opponent").value === "0");

  const listen = () => {
    byId("opponent").addEventListener("change", show);
    byId("pentamid-start").addEventListener("click", () => deal.drawn(variant(), "variant-fault"));
  };

  return { called: "Pentamid", asks: [], options, variant, show, listen };
})();
