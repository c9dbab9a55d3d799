"""Arguments as searches take them; any other is an `InputError`."""

from __future__ import annotations

import math
import operator
import os
from pathlib import Path
from typing import Any

from ._errors import InputError

__all__ = ["default_memory", "limits", "number", "path", "seconds", "threads", "whole"]

_MOST_THREADS = 1024


def whole(name: str, value: Any, most: int = 2**64 - 1) -> int:
    """A whole number from 0 on."""
    try:
        found = operator.index(value)
    except TypeError:
        found = -1
    if 0 <= found <= most:
        return found
    shown = "2^64 - 1" if most == 2**64 - 1 else str(most)
    raise InputError(f"`{name}` is {value!r}", advice=f"it is a whole number from 0 to {shown}")


def number(name: str, value: Any, advice: str) -> float:
    """A number that is not infinite."""
    try:
        found = float(value)
    except (TypeError, ValueError):
        found = math.nan
    if math.isfinite(found):
        return found
    raise InputError(f"`{name}` is {value!r}", advice=advice)


def seconds(timeout: Any) -> float | None:
    """A time limit."""
    if timeout is None:
        return None
    advice = "a time limit is a number of seconds, 0 or more; `None` sets none"
    found = number("timeout", timeout, advice)
    if found < 0:
        raise InputError(f"`timeout` is {timeout!r}", advice=advice)
    return found


def threads(count: Any) -> int:
    """A number of threads; 0 stands for all cores."""
    return whole("threads", count, _MOST_THREADS)


def path(name: Any) -> Path:
    """The path of a file."""
    try:
        return Path(name)
    except TypeError:
        raise InputError(f"{name!r} is no path", advice="give the name of a file, a `str` or a `Path`") from None


def default_memory() -> int:
    """A quarter of the least of the machine's memory and that of its control group; a gibibyte if neither is known."""
    known = []
    try:
        known.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
        known.append(int(Path("/sys/fs/cgroup/memory.max").read_text()))
    except (AttributeError, OSError, ValueError):
        pass
    return min(known, default=4 << 30) // 4


def limits(max_nodes: Any, timeout: Any, memory: Any = None) -> dict[str, Any]:
    """The limits of a search as questions to the service have them; ``None`` for those that are not set."""
    return {
        "nodes": None if max_nodes is None else whole("max_nodes", max_nodes),
        "seconds": seconds(timeout),
        "memory": None if memory is None else whole("memory", memory),
    }
