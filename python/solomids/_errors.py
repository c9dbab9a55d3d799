"""Exceptions of the package."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._native import Outcome

__all__ = ["InputError", "Interrupted"]


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended `solomids.solve`: a `KeyboardInterrupt` that has what is known by then."""

    outcome: Outcome
    """The bounds proven so far, with the best line found."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome


class InputError(ValueError):
    """A mistake in what was given, as the command line explains it: what is wrong, where, and how to mend it.

    >>> from solomids import Position
    >>> try:
    ...     Position("1_M-D4>F4")
    ... except InputError as error:
    ...     print(error)
    `F4` is no square; expected a column A to E and a row 1 to 10, such as C7
      1_M-D4>F4
             ^^
    help: a share string is SEED_MOVE, MOVE, …; with no moves it ends in `_`
    """

    message: str
    """What is wrong."""
    advice: str
    """How to mend it; may be empty."""
    name: str | None
    """Name of the text with the mistake."""
    text: str | None
    """The text with the mistake, where there is one."""
    expected: str | None
    """What was expected at the place, or why a move is illegal there."""
    line: int | None
    """Line of the place, from 1."""
    column: int | None
    """Column of the place in characters, from 1."""
    length: int | None
    """Length of the place in characters."""
    ply: int | None
    """Number of an illegal move in its line, from 1."""
    move: str | None
    """The illegal move."""
    reason: str | None
    """Why the move is illegal."""

    def __init__(
        self,
        message: str,
        *,
        advice: str = "",
        name: str | None = None,
        text: str | None = None,
        expected: str | None = None,
        line: int | None = None,
        column: int | None = None,
        length: int | None = None,
        ply: int | None = None,
        move: str | None = None,
        reason: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice
        self.name = name
        self.text = text
        self.expected = expected
        self.line = line
        self.column = column
        self.length = length
        self.ply = ply
        self.move = move
        self.reason = reason

    def __str__(self) -> str:
        parts = [self.message if self.expected is None else f"{self.message}; {self.expected}"]
        if self.text is not None and self.line is not None and self.column is not None:
            marked = self.text.split("\n")[self.line - 1]
            parts += [f"  {marked}", " " * (self.column + 1) + "^" * max(self.length or 0, 1)]
        if self.advice:
            parts.append(f"help: {self.advice}")
        return "\n".join(parts)
