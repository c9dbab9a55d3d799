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

  // What an engine of a level does, as the dialog says it.
  const searches = (level) => document.querySelector(`#opponent [value="${level}"]`).title;
  const against = ({ opponent }) => opponent && `against level ${opponent}, which ${searches(opponent)}`;

  const show = () => {
    const level = byId("opponent").value;
    byId("side").disabled = level === "0";
    const slip = level < 5 ? " To slip is to play another move that does not lose at once." : "";
    byId("level-words").textContent = level === "0" ? "" : `It ${searches(level)}.${slip}`;
  };

  const listen = () => {
    byId("opponent").addEventListener("change", show);
    byId("pentamid-start").addEventListener("click", () => deal.drawn(variant(), "variant-fault"));
  };

  /** A step with whose move it was. */
  const told = (step, ply, { opponent, side }, { deal: first }) => {
    const mover = (ply % 2 === 0) === first.trim().endsWith("1") ? 1 : 2;
    const who = opponent ? (mover === side ? "You" : "Engine") : `Player ${mover}`;
    return { ...step, words: `${who}: ${step.words}` };
  };

  const signed = (score) => `${score >= 0 ? "+" : "−"}${(Math.abs(score) / 100).toFixed(2)}`;

  /** What a hint says of the position: what is proven, or else what the engine guesses. */
  const guess = ({ score, plies, result, within }) => {
    const length = `${counted(within, "move")}, proven`;
    if (result === "win") return `: wins in ${length}`;
    if (result === "loss") return `: holds out longest; the other side wins in ${length}`;
    const forced = within ? `; nothing is forced within ${length}` : "";
    return (score ?? null) === null ? "" : `: ${signed(score)} by the engine's guess, ${plies} deep${forced}`;
  };

  /** What is known of a judged move. */
  const judged = ({ result, plies, score }) => {
    if (result === "unknown") return { label: "open", reason: "not proven; beside each, the engine's guess", beside: (score ?? null) === null ? "" : ` · ${signed(score)}`, bare: true };
    return { label: `${result === "win" ? "wins" : "loses"} in ${plies}`, reason: "proven", bare: result === "loss" };
  };

  /** All judged moves in a sentence. */
  const sum = ({ moves, more }) => {
    const of = (what) => moves.filter(({ result }) => result === what);
    const [won, open, lost] = ["win", "unknown", "loss"].map(of);
    if (won.length) return `Proven: ${won.length} of ${counted(moves.length, "move")} win, the quickest in ${won[0].plies}`;
    if (!open.length) return moves.length ? `Proven: every move loses, in ${moves[0].plies} at most` : "";
    const deep = Math.min(...open.map(({ plies }) => plies));
    return `${lost.length} of ${counted(moves.length, "move")} lose, proven; ${deep ? `nothing else is forced within ${deep}` : "nothing else is known"}${more ? " so far" : ""}`;
  };

  const lesson = {
    opening: { ask: "open", text: "- - - - -/- - - - -/- - - - -/- - - - -/- - - - - 1" },
    moves: [
      ["L@c3", "Tap a large of player 1 beside the board, then the middle square c3: it is dropped there."],
      ["L@b3", "Now player 2, who is the engine or a friend: a large onto b3."],
      ["M@d3", "The medium that lay under your large is free now. Drop it on d3."],
      ["M@c4", "Player 2 drops a medium on c4."],
      ["Lc3-c4", "A large covers smaller pieces next to it: step from c3 onto the medium on c4. Covered pieces do not count."],
    ],
    end: "Five visible pieces of your own in a row or column win. Hint shows a good move; New game has the engine as an opponent.",
  };

  return { told, guess, lesson, called: "Pentamid", asks: ["judge", "review"], against, judged, sum, options, variant, show, listen };
})();
