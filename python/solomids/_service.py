"""Questions to the library's service, and games that it alone knows."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, ClassVar, TypeVar

from . import _native
from ._errors import InputError

__all__ = ["Game", "ask"]

_SEARCHES = frozenset(["analyze", "hint", "level", "reply", "review", "solve"])


def ask(question: str, /, **fields: Any) -> dict[str, Any]:
    """Answers a question of ``docs/service.md``; fields that are ``None`` are left out."""
    request = {"ask": question} | {name: value for name, value in fields.items() if value is not None}
    answer: dict[str, Any] = json.loads(_native.ask(json.dumps(request), question in _SEARCHES))
    if "error" in answer:
        raise InputError(**answer["error"])
    result: dict[str, Any] = answer["ok"]
    return result


_Self = TypeVar("_Self", bound="Game")


class Game:
    """A position of a game, with the start it comes from and the moves played since, as texts: a value."""

    __slots__ = ("_start", "moves")

    _GAME: ClassVar[str]
    _start: str
    moves: tuple[str, ...]
    """The moves played."""

    def __init__(self, start: str, moves: tuple[str, ...] = ()) -> None:
        self._start = start
        self.moves = moves

    @classmethod
    def _opened(cls: type[_Self], question: str, **fields: Any) -> _Self:
        opened = ask(question, game=cls._GAME, **fields)
        return cls(json.dumps(opened["start"]), tuple(opened["played"]))

    def _ask(self, question: str, **fields: Any) -> dict[str, Any]:
        start = json.loads(self._start)
        return ask(question, game=self._GAME, start=start, moves=list(self.moves), **fields)

    def legal_moves(self) -> list[str]:
        """All legal moves."""
        legal: list[str] = self._ask("moves")["legal"]
        return legal

    def play(self: _Self, move: str) -> _Self:
        """The position after a move."""
        return self.replay([move])

    def replay(self: _Self, moves: Iterable[str]) -> _Self:
        """The position after some moves."""
        after = type(self)(self._start, self.moves + tuple(moves))
        after._ask("moves")
        return after

    @property
    def is_over(self) -> bool:
        """Whether no move is legal, or a player has won."""
        over: bool = self._ask("moves")["over"]
        return over

    @property
    def state(self) -> str:
        """The position in one line of words."""
        state: str = self._ask("moves")["state"]
        return state

    def svg(self, title: str | None = None) -> str:
        """The board as an SVG document."""
        svg: str = self._ask("picture", title=title)["svg"]
        return svg

    def _repr_svg_(self) -> str:
        return self.svg()

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, Game):
            return NotImplemented
        return (self._start, self.moves) == (other._start, other.moves)

    def __hash__(self) -> int:
        return hash((self._start, self.moves))

    def __str__(self) -> str:
        text: str = self._ask("moves")["deal"]
        return text

    def __repr__(self) -> str:
        return f"<{self._GAME}: {str(self)!r}>"
