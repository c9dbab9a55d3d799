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

  /** A step with whose move it was. */
  const told = (step, ply, { opponent, side }, { deal: first }) => {
    const mover = (ply % 2 === 0) === first.trim().endsWith("1") ? 1 : 2;
    const who = opponent ? (mover === side ? "You" : "Engine") : `Player ${mover}`;
    return { ...step, words: `${who}: ${step.words}` };
  };

  /** What a hint says of the position. */
  const guess = ({ score, plies }) =>
    score === undefined || score === null ? "" : `: ${score >= 0 ? "+" : "−"}${(Math.abs(score) / 100).toFixed(2)} for the side to move, as the engine guesses ${plies} moves deep`;

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

  return { told, guess, lesson, called: "Pentamid", asks: [], options, variant, show, listen };
})();
