"""Pentamid, a game for two players by Jeff Zeitlin: positions, forced wins, and an engine."""

from __future__ import annotations

from typing import ClassVar, Literal, NamedTuple

from ._service import Game

__all__ = ["Analysis", "Choice", "Position", "analyze", "engine_move", "hint", "parse", "start"]


class Position(Game):
    """A position of Pentamid, with the game that led to it: `start` and `parse` make one.

    >>> position = start().replay(["L@c3", "L@a1"])
    >>> position.side, position.winner, len(position.legal_moves())
    (1, None, 50)
    """

    _GAME: ClassVar[str] = "pentamid"

    @property
    def side(self) -> int:
        """Player to move, 1 or 2."""
        side: int = self._ask("moves")["side"]
        return side

    @property
    def winner(self) -> int | None:
        """Player who has won, 1 or 2."""
        winner: int | None = self._ask("moves")["winner"]
        return winner

    @property
    def is_drawn(self) -> bool:
        """Whether the game is drawn."""
        drawn: bool = self._ask("moves")["drawn"]
        return drawn


class Analysis(NamedTuple):
    """What is forced within a number of plies."""

    result: Literal["win", "loss", "unknown"]
    """The result for the side to move."""
    plies: int
    """Plies of the result, or plies searched in full."""
    line: list[str]
    """Best play of both sides to the end, where a result is forced."""
    stopped: str | None
    """The limit that ended the search, if one did."""
    nodes: int
    """Positions searched."""


class Choice(NamedTuple):
    """A move of the engine."""

    move: str | None
    """The move; ``None`` if the game is over."""
    words: str | None
    """The move in words."""
    score: int | None
    """Score for the side to move, by the engine's guess: hundredths of a line, about."""
    plies: int
    """Plies searched in full."""
    nodes: int
    """Positions searched."""


def _variant(
    board: str, nests: int | None, row: int | None, diagonals: bool, both: str | None
) -> dict[str, object]:
    fields = {"board": board, "nests": nests, "row": row, "diagonals": diagonals, "both": both}
    return {name: value for name, value in fields.items() if value is not None}


def start(
    *,
    board: str = "5x5",
    nests: int | None = None,
    row: int | None = None,
    diagonals: bool = False,
    both: Literal["opponent", "mover", "draw"] | None = None,
    repetition: bool = True,
) -> Position:
    """The first position of a variant; with ``repetition``, earlier states may not come back."""
    variant = _variant(board, nests, row, diagonals, both)
    return Position._opened("draw", variant=variant, repetition=repetition)


def parse(
    text: str,
    *,
    board: str = "5x5",
    nests: int | None = None,
    row: int | None = None,
    diagonals: bool = False,
    both: Literal["opponent", "mover", "draw"] | None = None,
    repetition: bool = True,
) -> Position:
    """The position of a text: a position, or moves from the first one.

    >>> parse("- - -/- L -/- - - 2", board="3x3", nests=1).legal_moves()[:2]
    ['L@a1', 'L@b1']
    """
    variant = _variant(board, nests, row, diagonals, both)
    return Position._opened("open", text=text, variant=variant, repetition=repetition)


def analyze(
    position: Position,
    *,
    plies: int | None = None,
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
) -> Analysis:
    """What is forced within a number of plies, 9 unless given.

    >>> analyze(parse("- - -/- L -/- - - 2", board="3x3", nests=2), plies=5).result
    'unknown'
    """
    found = position._ask("analyze", plies=plies, nodes=max_nodes, seconds=timeout, memory=memory)
    return Analysis(found["result"], found["plies"], found["line"], found["stopped"], found["nodes"])


def engine_move(position: Position, level: int = 8, *, seed: int | None = None) -> Choice:
    """The engine's move at a level from 1, the weakest, to 8; the seed decides when weak levels slip.

    >>> move = engine_move(start(), 2).move
    >>> move in start().legal_moves()
    True
    """
    fields = position._ask("reply", level=level, seed=None if seed is None else str(seed))
    return Choice(fields["move"], fields["words"], fields["score"], fields["plies"], fields["nodes"])


def hint(position: Position, *, max_nodes: int | None = None, timeout: float | None = None) -> Choice:
    """A good move, by the engine at its strongest level but one."""
    fields = position._ask("hint", nodes=max_nodes, seconds=timeout)
    return Choice(fields["move"], fields["words"], fields["score"], fields["plies"], fields["nodes"])
