"""Solace II, a solitaire of 45 pyramids by Dale Newfield: deals, best scores, hints, and the census of all deals.

The names of the readings of the rules are those of the command line: ``literal`` unless given.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from . import _native
from ._arguments import limits, whole
from ._arguments import threads as thread_count
from ._errors import InputError
from ._native import Solace2Position as Position
from ._service import ask, ask_of

__all__ = ["CensusRow", "Hint", "Outcome", "Position", "census", "deal", "hint", "parse", "solve"]


class Outcome(NamedTuple):
    """What is known of the best score of a position, with a line of play that reaches ``lower``."""

    lower: int
    """Proven lower bound on the best score."""
    upper: int
    """Proven upper bound on the best score."""
    score: int | None
    """The best score; ``None`` if it is undecided."""
    line: list[str]
    """Moves from the position on that reach ``lower``."""
    stopped: str | None
    """The limit that ended the search, if one did."""
    nodes: int
    """Nodes of the search."""


class Hint(NamedTuple):
    """A good move."""

    move: str | None
    """The move; ``None`` if there is none."""
    words: str | None
    """The move in words."""
    reason: str | None
    """Why it is good, if what lies in nests is hidden."""
    lower: int | None
    """Proven lower bound on the best score; ``None`` if what lies in nests is hidden."""
    upper: int | None
    """Proven upper bound on the best score; ``None`` if what lies in nests is hidden."""


class CensusRow(NamedTuple):
    """What has a certain best score."""

    score: int
    """The best score."""
    classes: int
    """Classes of deals."""
    deals: int
    """Deals up to the order of nests."""
    weight: int
    """Their weight, to which their probability is proportional."""
    share: float
    """Probability that a random deal has this best score."""


def _opened(question: str, **fields: Any) -> Position:
    opened = ask(question, game="solace2", **fields)
    return Position._restore(json.dumps(opened["start"]), opened["played"])


def _ask(position: Position, question: str, **fields: Any) -> dict[str, Any]:
    if not isinstance(position, Position):
        raise InputError(f"{position!r} is no position of Solace II", advice="`deal` and `parse` give one")
    return ask_of(position, question, **fields)


def deal(seed: int, index: int = 0, *, reading: str = "literal") -> Position:
    """A deal of a seed and an index."""
    return _opened(
        "draw", seed=str(whole("seed", seed)), index=str(whole("index", index)), reading=reading
    )


def parse(text: str, *, reading: str = "literal") -> Position:
    """The deal of a text.

    >>> parse("KCK.KWK.KWW.KKC.KCC.WWC.WKW.WKK.WCC.WKK.CCW.CWC.CCW.CKW.CWK").play("L-4>5").score
    0
    """
    return _opened("open", text=text, reading=reading)


def solve(
    position: Position,
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
) -> Outcome:
    """The best score of a position, with a line and a proof.

    >>> solve(deal(1)).score
    13
    """
    found = _ask(position, "solve", **limits(max_nodes, timeout, memory))
    return Outcome(
        found["lower_bound"],
        found["upper_bound"],
        found["score"],
        found["moves"],
        found["stopped"],
        found["stats"]["nodes"],
    )


def hint(
    position: Position,
    *,
    hidden: bool = False,
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
) -> Hint:
    """A good move; if what lies in nests is ``hidden``, the best one by what lies open."""
    found = _ask(position, "hint", hidden=hidden, **limits(max_nodes, timeout, memory))
    return Hint(
        found["move"], found["words"], found.get("reason"), found["lower_bound"], found["upper_bound"]
    )


def census(reading: str = "literal", *, stashes: int = 5, threads: int = 0) -> list[CensusRow]:
    """The exact distribution of best scores, by a search of every class of deals of so many stashes.

    >>> [(row.score, row.deals) for row in census(stashes=2)]
    [(2, 60), (3, 286), (4, 260)]
    """
    rows = _native.solace2_census(reading, whole("stashes", stashes), thread_count(threads))
    total = sum(weight for *_, weight in rows)
    return [CensusRow(*row, row[-1] / total) for row in rows]
