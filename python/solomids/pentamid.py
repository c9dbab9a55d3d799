"""Pentamid, a game for two players by Jeff Zeitlin: positions, forced wins, and an engine."""

from __future__ import annotations

import json
from typing import Any, Literal, NamedTuple

from ._arguments import limits, whole
from ._errors import InputError
from ._native import PentamidPosition as Position
from ._service import ask, ask_of

__all__ = ["Analysis", "Choice", "Position", "analyze", "engine_move", "hint", "parse", "start"]


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
    fields = {"board": str(board), "diagonals": bool(diagonals), "both": both}
    fields |= {"nests": nests and whole("nests", nests), "row": row and whole("row", row)}
    return {name: value for name, value in fields.items() if value is not None}


def _opened(question: str, **fields: Any) -> Position:
    opened = ask(question, game="pentamid", **fields)
    return Position._restore(json.dumps(opened["start"]), opened["played"])


def _ask(position: Position, question: str, **fields: Any) -> dict[str, Any]:
    if not isinstance(position, Position):
        raise InputError(f"{position!r} is no position of Pentamid", advice="`start` and `parse` give one")
    return ask_of(position, question, **fields)


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
    return _opened("draw", variant=variant, repetition=bool(repetition))


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
    return _opened("open", text=text, variant=variant, repetition=bool(repetition))


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
    found = _ask(
        position,
        "analyze",
        plies=None if plies is None else whole("plies", plies, 2**32 - 1),
        **limits(max_nodes, timeout, memory),
    )
    return Analysis(found["result"], found["plies"], found["line"], found["stopped"], found["nodes"])


def engine_move(position: Position, level: int = 8, *, seed: int | None = None) -> Choice:
    """The engine's move at a level from 1, the weakest, to 8; the seed decides when weak levels slip.

    >>> move = engine_move(start(), 2).move
    >>> move in start().legal_moves()
    True
    """
    slips = None if seed is None else str(whole("seed", seed))
    fields = _ask(position, "reply", level=str(level), seed=slips)
    return Choice(fields["move"], fields["words"], fields["score"], fields["plies"], fields["nodes"])


def hint(position: Position, *, max_nodes: int | None = None, timeout: float | None = None) -> Choice:
    """A good move, by the engine at its strongest level but one."""
    fields = _ask(position, "hint", **limits(max_nodes, timeout))
    return Choice(fields["move"], fields["words"], fields["score"], fields["plies"], fields["nodes"])
