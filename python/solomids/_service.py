"""Questions to the library's service."""

from __future__ import annotations

import json
from typing import Any

from . import _native
from ._errors import InputError
from ._native import PentamidPosition, Solace2Position

__all__ = ["ask", "ask_of"]

_SEARCHES = frozenset(["analyze", "hint", "reply", "review", "solve"])


def ask(question: str, /, **fields: Any) -> dict[str, Any]:
    """Answers a question of ``docs/service.md``; fields that are ``None`` are left out."""
    request = {"ask": question} | {name: value for name, value in fields.items() if value is not None}
    answer: dict[str, Any] = json.loads(_native.ask(json.dumps(request), question in _SEARCHES))
    if "error" in answer:
        error = answer["error"]
        if not error.keys() & {"advice", "expected", "reason"}:
            error["advice"] = "`help` of the function says what it takes"
        raise InputError(**error)
    result: dict[str, Any] = answer["ok"]
    return result


def ask_of(position: Solace2Position | PentamidPosition, question: str, /, **fields: Any) -> dict[str, Any]:
    """Answers a question about a position of another game than Solomids."""
    game = "solace2" if isinstance(position, Solace2Position) else "pentamid"
    return ask(question, game=game, start=json.loads(position._start), moves=list(position.moves), **fields)
