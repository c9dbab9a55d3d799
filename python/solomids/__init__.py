"""Exact solver for Solomids, a one-player game of 45 pyramids: deals, best scores, hints, reviews, certificates, win rates.

>>> import solomids
>>> outcome = solomids.solve(solomids.web_deal(1))
>>> outcome.proven, outcome.score, len(outcome.line)
('won', 17, 65)

Bounds on best scores are always proven. What the limits of a search leave open is ``None``, never a loss. All limits are keywords:
``max_nodes``, the only one whose effect is the same on every machine, ``timeout`` in seconds, and ``memory`` in bytes, unless given a
quarter of the machine's. Searches release the interpreter's lock, and Ctrl-C ends them. What is wrong with an argument is said by an
`InputError`; exceptions of files are those of the system.

`solomids.solace2` and `solomids.pentamid` are two other games.
"""

from __future__ import annotations

import gzip
import importlib
import json
import operator
import os
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, count, islice
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, TypedDict

from . import _native, pentamid, solace2
from ._arguments import default_memory, limits, number, seconds, whole
from ._arguments import path as file_path
from ._arguments import threads as thread_count
from ._errors import InputError, Interrupted
from ._native import Move, Outcome, Position, Table
from ._service import ask

__all__ = [
    "CheckedCertificate",
    "Difficulty",
    "Hint",
    "Hints",
    "InputError",
    "Interrupted",
    "Move",
    "Outcome",
    "Ply",
    "Position",
    "Review",
    "Share",
    "Stopped",
    "Table",
    "check_certificate",
    "deal",
    "difficulty",
    "hints",
    "load_census",
    "pentamid",
    "read_rows",
    "review",
    "shares",
    "solace2",
    "solve",
    "solve_each",
    "solve_many",
    "web_deal",
    "write_certificate",
]

__version__ = _native.VERSION.split()[0]


class Stopped(RuntimeError):
    """A limit ended some work that has no partial result."""


class Difficulty(TypedDict):
    """How hard a position is for a person; ``docs/json.md`` defines the measures."""

    level: Literal["easy", "medium", "hard", "brutal"] | None
    random_win_share: float
    random_trees: float
    greedy_win_share: float
    greedy_trees: float
    first_moves_keep: int | None
    first_moves_undecided: int | None
    first_moves: int | None
    first_moves_stopped: str | None
    line_moves: int
    forced: int
    transfers: int


class Hint(NamedTuple):
    """A legal move, and what is known of the best score after it."""

    move: Move
    words: str
    """The move in words."""
    proven: Literal["won", "lost"] | None
    lower: int
    upper: int
    score: int | None
    keeps: bool | None
    """Whether the move keeps the best score; ``None`` if that is undecided."""
    reason: str
    """The same in words."""


class Hints(NamedTuple):
    """What is known of a position and of each of its legal moves, best ones first."""

    proven: Literal["won", "lost"] | None
    lower: int
    upper: int
    score: int | None
    summary: str
    moves: list[Hint]
    stopped: str | None
    """The limit that left moves undecided."""
    nodes: int


class Ply(NamedTuple):
    """A move of a reviewed line. Bounds are pairs of the lower and the upper one."""

    ply: int
    """Number of the move, from 1."""
    move: Move
    words: str
    before: tuple[int, int]
    """Bounds on the best score before the move."""
    after: tuple[int, int]
    """Bounds on the best score after the move."""
    mark: Literal["", "?", "??"]
    """``?`` or ``??`` where the move is proven to have cost something."""
    better: Move | None
    """A move to play instead, where there is a mark."""


class Review(NamedTuple):
    """A played line, move by move: what could still be reached, and where it was given up."""

    proven: Literal["won", "lost"] | None
    """What is proven of the position that the line starts from."""
    score: int | None
    """Best score from there; ``None`` if it is undecided."""
    reached: int
    """Score at the end of the line."""
    first_mistake: int | None
    """Number of the first mistake; ``None`` if there is none, or if an earlier move is undecided."""
    moves: list[Ply]
    better_share: str | None
    """The line up to the first known mistake and better moves, as a share string."""
    summary: str
    stopped: str | None
    nodes: int


class CheckedCertificate(NamedTuple):
    """What a certificate proves, or why it is not accepted."""

    accepted: bool
    refused: str | None
    """The first step that does not hold."""
    stopped: str | None
    """What ended the check."""
    position: Position | None
    """The position it is about; ``None`` unless it is accepted."""
    lower: int | None
    upper: int | None
    boards: int
    """Number of boards listed."""

    @property
    def score(self) -> int | None:
        """The best score, if it is proven."""
        return self.lower if self.lower == self.upper else None

    @property
    def proven(self) -> Literal["won", "lost"] | None:
        """Whether a win or a loss is proven."""
        if self.lower is None or self.upper is None:
            return None
        return "won" if self.lower >= 15 else "lost" if self.upper < 15 else None


class Share(NamedTuple):
    """Share of a class of results among some deals."""

    name: str
    """``17``, ``16``, ``15``, ``lost``, ``16-or-more`` or ``won``."""
    deals: int
    """Number of all deals."""
    certain: int
    """Deals that are proven to belong to the class."""
    possible: int
    """Deals that belong to it or may, as far as is proven."""
    low: float
    """Lower end of the confidence interval of the share, with no deal that may belong to the class."""
    high: float
    """Upper end of the confidence interval, with all deals that may belong to the class."""


_MEMORY = default_memory()


def _bytes(memory: int | None) -> int:
    return _MEMORY if memory is None else whole("memory", memory)


def _nodes(max_nodes: int | None) -> int | None:
    return None if max_nodes is None else whole("max_nodes", max_nodes)


def deal(seed: int, index: int = 0) -> Position:
    """The deal of a seed and an index of the tabletop dealer, which follows the setup procedure of the rules.

    >>> str(deal(1))[:14]
    'B3 R3 B2 G1 R1'
    """
    return _native.deal(whole("seed", seed), whole("index", index))


def web_deal(seed: str | int) -> Position:
    """The deal of a seed of the web page. One seed in thirty gives none, which raises an `InputError`.

    >>> web_deal(1) == web_deal("1")
    True
    """
    return _native.web_deal(seed if isinstance(seed, str) else str(whole("seed", seed)))


def solve(
    position: Position | str,
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    threads: int = 1,
) -> Outcome:
    """The best score of a position, the fewest swaps, and a line of play; ``threads=0`` uses all cores.

    Ctrl-C raises `Interrupted`, a `KeyboardInterrupt` whose ``outcome`` has the bounds proven so far.

    >>> outcome = solve(deal(1, 5), max_nodes=1)
    >>> print(outcome.proven, outcome.lower, outcome.upper, outcome.score, outcome.stopped)
    None 0 17 None nodes
    """
    return _solve(position, max_nodes, timeout, memory, threads, False)


def _solve(
    position: Position | str,
    max_nodes: int | None,
    timeout: float | None,
    memory: int | None,
    threads: int,
    difficulty: bool,
) -> Outcome:
    return _native.solve(
        position, _nodes(max_nodes), seconds(timeout), _bytes(memory), thread_count(threads), difficulty
    )


def difficulty(
    position: Position | str,
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    threads: int = 1,
) -> Difficulty:
    """How hard a position is for a person, and why. First moves are searched for ten seconds at most unless limited.

    >>> difficulty(web_deal(1), max_nodes=10_000)["level"]
    'hard'
    """
    outcome = _solve(position, max_nodes, timeout, memory, threads, True)
    measured: Difficulty = json.loads(outcome.to_json())["difficulty"]
    return measured


_Progress = Callable[[int, int], object]


def _bar(progress: _Progress | bool) -> tuple[_Progress | None, Callable[[], object]]:
    """What is called with the number of rows done and of all, and what is called at the end."""
    if callable(progress):
        return progress, lambda: None
    if not progress:
        return None, lambda: None
    try:
        bar: Any = importlib.import_module("tqdm.auto").tqdm(unit="position")
    except ImportError:
        advice = "`pip install tqdm`, or give a function that takes the number of rows done and of all"
        raise InputError("`progress=True` draws a bar with tqdm, which is not installed", advice=advice) from None

    def show(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)

    return show, bar.close


def _element(place: int, position: Position | str) -> Position:
    try:
        return Position(position)
    except InputError as error:
        error.message = f"element {place}: {error.message}"
        raise


def _checked(positions: Iterable[Position | str]) -> Iterator[Position]:
    """Positions, of which a mistake names the element."""
    if isinstance(positions, (str, Position)) or not isinstance(positions, Iterable):
        raise InputError(f"{positions!r} are no positions", advice="give a list of them, or another iterable")
    return map(_element, count(), positions)


# Seconds that the searches of positions last, about, which are taken from an iterable together.
_SLICE = 1.0


def _tables(
    positions: Iterator[Position],
    known: int,
    limit: tuple[int | None, float | None, int | None, int, int],
    columns: tuple[bool, bool, bool],
    progress: _Progress | bool,
) -> Iterator[Table]:
    """Tables of positions that follow one another, at least one; after Ctrl-C the rows that are done, and a `KeyboardInterrupt`."""
    threads = limit[-1] or os.cpu_count() or 1
    done, size = 0, threads
    show, close = _bar(progress)
    try:
        while (some := list(islice(positions, size))) or not done:
            total = max(known, done + len(some))
            callback = None if show is None else lambda now: show(done + now, total)
            begun = time.monotonic()
            table = _native.solve_many(some, done, *limit, columns, callback, None)
            # Together they keep all threads busy, and their rows come in time.
            size = size * 2 if time.monotonic() - begun < _SLICE else max(threads, size // 2)
            done += len(some)
            yield table
            if table.interrupted:
                raise KeyboardInterrupt
            if not some:
                break
    finally:
        close()


def solve_each(
    positions: Iterable[Position | str],
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    threads: int = 0,
    lines: bool = False,
    timings: bool = False,
    difficulty: bool = False,
    progress: Callable[[int, int], object] | bool = False,
) -> Iterator[dict[str, Any]]:
    """Solves many positions as `solve_many` does, and gives their rows in order, before it takes later positions.

    It takes as many at a time as it solves in about a second, at least one for each thread, so the iterable may be endless. Ctrl-C
    raises `KeyboardInterrupt` after the rows that are done.

    >>> from itertools import count
    >>> rows = solve_each(deal(1, index) for index in count())
    >>> next(rows)["score"], next(rows)["index"]
    (17, 1)
    """
    limit = (_nodes(max_nodes), seconds(timeout), memory, _bytes(memory), thread_count(threads))
    columns = (lines, timings, difficulty)
    tables = _tables(_checked(positions), operator.length_hint(positions), limit, columns, progress)
    return chain.from_iterable(tables)


def solve_many(
    positions: Iterable[Position | str],
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    threads: int = 0,
    lines: bool = False,
    timings: bool = False,
    difficulty: bool = False,
    progress: Callable[[int, int], object] | bool = False,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    force: bool = False,
) -> Table:
    """Solves many positions on all cores, or on so many ``threads``: a row each, in order, as ``solomids batch`` makes them.

    The limits hold for each position, but for ``memory``, which all share. ``lines`` adds a column with lines of play, ``timings``
    one with times, ``difficulty`` those of `difficulty`. ``progress`` is called with the number of rows done and of all, or of the
    positions taken so far from an iterable without a length; if it is ``True``, tqdm draws a bar. After Ctrl-C the table has the rows
    that are done, and ``interrupted`` is true. A mistake names its element, counted from 0. `solve_each` gives rows one by one.

    ``out`` is a file of CSV that the rows go to while they are made, so that neither a crash nor Ctrl-C costs any: with ``resume`` the
    rows that are there stay, with ``force`` they are replaced. It has the bytes of ``solomids batch``: that of a seed, if all positions
    are its deals in ascending order, as of ``--indices`` if some are left out; the same for the web page; otherwise that of a file of
    deals. All positions are taken before the first search then.

    >>> table = solve_many(deal(1, index) for index in range(3))
    >>> table["score"], table[1]["index"], len(table[1:])
    ([17, 17, 17], 1, 2)
    """
    limit = (_nodes(max_nodes), seconds(timeout), memory, _bytes(memory), thread_count(threads))
    columns = (lines, timings, difficulty)
    if out is None and (resume or force):
        raise InputError("there is no file to resume or replace", advice="`out` names it")
    if out is not None:
        if resume and force:
            raise InputError("`resume` and `force` exclude each other", advice="leave one of them out")
        every = list(_checked(positions))
        if not every:
            raise InputError("there are no positions", advice="a file has one row at least")
        show, close = _bar(progress)
        callback = None if show is None else lambda done: show(done, len(every))
        try:
            return _native.solve_many(every, 0, *limit, columns, callback, (file_path(out), resume, force))
        finally:
            close()
    tables, interrupted = [], False
    try:
        for table in _tables(_checked(positions), operator.length_hint(positions), limit, columns, progress):
            tables.append(table)
    except KeyboardInterrupt:
        interrupted = True
    return Table._joined(tables, interrupted)


def hints(
    position: Position | str,
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
) -> Hints:
    """The best score that can still be reached after each legal move; for ten seconds at most unless limited.

    >>> best = hints("1_M-D4>C4", max_nodes=10_000).moves[0]
    >>> best.keeps, best.score
    (True, 17)
    """
    found = ask("hint", every=True, text=str(Position(position)), **limits(max_nodes, timeout, memory))
    moves = [
        Hint(
            Move(hint["move"]),
            hint["words"],
            hint["proven"],
            hint["lower_bound"],
            hint["upper_bound"],
            hint["score"],
            hint["keeps"],
            hint["reason"],
        )
        for hint in found["moves"]
    ]
    return Hints(
        found["proven"],
        found["lower_bound"],
        found["upper_bound"],
        found["score"],
        found["summary"],
        moves,
        found["stopped"],
        found["nodes"],
    )


def review(
    position: Position | str,
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
) -> Review:
    """Reviews the moves that led from a deal to a position; for thirty seconds at most unless limited.

    >>> review("1_M-D4>C4, M-A6>B6", max_nodes=100_000).summary
    'Best 17, no move gave anything up. At the end the score is 0, and 17 can still be reached'
    """
    position = Position(position)
    start: dict[str, Any] = {"deal": str(position.deal)}
    if position.web_seed is not None:
        start["web"] = position.web_seed
    played = [str(move) for move in position.moves]
    found = ask("review", start=start, moves=played, **limits(max_nodes, timeout, memory))
    moves = [
        Ply(
            ply["ply"],
            Move(ply["move"]),
            ply["words"],
            tuple(ply["before_bounds"]),
            tuple(ply["after_bounds"]),
            ply["mark"],
            Move(ply["better"]) if "better" in ply else None,
        )
        for ply in found["moves"]
    ]
    return Review(
        found["proven"],
        found["score"],
        found["reached"],
        found["first_mistake"],
        moves,
        found["better_share"],
        found["summary"],
        found["stopped"],
        found["nodes"],
    )


def _is_certificate(path: Path) -> bool:
    """Whether a file is a certificate, compressed or not."""
    with path.open("rb") as file:
        is_gzip = file.read(2) == b"\x1f\x8b"
    try:
        with gzip.open(path) if is_gzip else path.open("rb") as content:
            return content.read(20) == b"solomids-certificate"
    except (EOFError, gzip.BadGzipFile, zlib.error):
        return False


def write_certificate(
    outcome: Outcome,
    path: str | os.PathLike[str],
    *,
    timeout: float | None = None,
    memory: int | None = None,
) -> None:
    """Writes what proves the bounds of an outcome, to be checked by `check_certificate` or by a program of your own.

    The proof is made once more, and a limit that ends it raises `Stopped`. A certificate that is there is replaced, any other file is
    left alone. The file is there as a whole or not at all.
    """
    if not isinstance(outcome, Outcome):
        raise InputError(f"{outcome!r} is no outcome", advice="give what `solve` returns")
    path = file_path(path)
    if path.exists() and path.stat().st_size and not _is_certificate(path):
        advice = "only certificates are replaced: give another name"
        raise InputError(f"`{path}` exists and is no certificate", advice=advice)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        stopped = _native.write_certificate(outcome, part, seconds(timeout), _bytes(memory))
        if stopped is not None:
            raise Stopped(f"`{path}` is not written: its proof was stopped by the limit on {stopped}")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def check_certificate(
    path: str | os.PathLike[str],
    position: Position | str | None = None,
    *,
    memory: int | None = None,
    threads: int = 0,
) -> CheckedCertificate:
    """Checks a certificate, and that it is about a position if one is given, with code that shares nothing with the search.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_certificate(solve(web_deal(1)), f"{folder}/1.gz")
    ...     check_certificate(f"{folder}/1.gz", web_deal(1)).score
    17
    """
    found, bounds, boards, refused, stopped = _native.check_certificate(
        file_path(path), position, _bytes(memory), thread_count(threads)
    )
    lower, upper = bounds or (None, None)
    return CheckedCertificate(bounds is not None, refused, stopped, found, lower, upper, boards)


class _Columns(Protocol):
    def __getitem__(self, name: str, /) -> Iterable[Any]: ...


def _is_missing(field: Any) -> bool:
    return field is None or type(field).__name__ == "NAType" or bool(field != field)


_RESULTS = "give outcomes of `solve`, or a table with the columns `lower_bound` and `upper_bound`"


def _bounds(outcome: Any) -> tuple[int, int]:
    if not isinstance(outcome, Outcome):
        raise InputError(f"{outcome!r} is no outcome", advice=_RESULTS)
    return outcome.lower, outcome.upper


def shares(
    results: _Columns | Iterable[Outcome], *, confidence: float = 0.95, exact: bool = False
) -> list[Share]:
    """The share of each class of results, with its confidence interval: that of Wilson, or with ``exact`` that of Clopper and Pearson.

    ``results`` are outcomes, or anything with columns ``lower_bound`` and ``upper_bound``: a `Table`, a data frame. Rows without bounds,
    seeds that deal nothing, are left out. An undecided deal counts where its bounds allow, so it widens the intervals.

    >>> share = shares(solve_many(deal(1, index) for index in range(20)))[0]
    >>> share.name, share.certain, share.possible, round(share.low, 3), share.high
    ('17', 20, 20, 0.839, 1.0)
    """
    if hasattr(results, "__getitem__") and not isinstance(results, (list, tuple)):
        rows = zip(results["lower_bound"], results["upper_bound"])
        bounds = [(int(low), int(high)) for low, high in rows if not (_is_missing(low) or _is_missing(high))]
    elif isinstance(results, Iterable):
        bounds = [_bounds(outcome) for outcome in results]
    else:
        raise InputError(f"{results!r} are no results", advice=_RESULTS)
    for low, high in bounds:
        if not 0 <= low <= high <= 17:
            raise InputError(f"{low} and {high} are no bounds on a score", advice="scores go from 0 to 17")
    level = number("confidence", confidence, "it lies between 0 and 1, such as 0.95")
    found = _native.share(bounds, level, exact)
    return [
        Share(name, len(bounds), certain, possible, low, high) for name, certain, possible, low, high in found
    ]


def read_rows(path: str | os.PathLike[str]) -> Table:
    """The rows of a file of ``solomids batch`` in CSV, compressed or not, each of which is checked."""
    return _native.read_rows(file_path(path))


def load_census(dealer: Literal["tabletop", "web"] = "tabletop") -> Table:
    """The rows of the census: 300,000 deals of the tabletop dealer, or those of the web page's first 100,000 seeds.

    They have no boards: ``deal(seed, index)`` and ``web_deal(seed)`` give them. ``data/census`` of the repository says how it was made.
    """
    if dealer not in ("tabletop", "web"):
        raise InputError(f"there is no census of {dealer!r}", advice="there are those of 'tabletop' and 'web'")
    return _native.load_census(dealer == "web")
