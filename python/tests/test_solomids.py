"""Tests of Solomids from Python."""

import copy
import gzip
import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from pathlib import Path

import pyarrow  # type: ignore[import-untyped]
import pytest

import solomids
from solomids import InputError, Move, Position, deal, web_deal

UNDER_WAY = "Y23 . . . ./R3 R12 . . ./. Y1 . . ." + "/. . . . ." * 7 + "\nswaps-used: 2"
HARD = deal(1, 162354)


def test_a_position_is_a_value() -> None:
    position = web_deal(1).play("M-D4>C4")
    assert Position(str(position)) == position and hash(Position(str(position))) == hash(position)
    assert position != web_deal(1) and len({position, position.deal, web_deal("1")}) == 2
    assert eval(repr(position)) == position
    assert (position.score, position.trees, position.swaps_earned, position.swaps_used) == (0, 0, 0, 0)
    assert not position.is_won and not position.is_over and len(web_deal(1).rows) == 9
    for original in [position, deal(1, 2), Position(UNDER_WAY), Position("1_M-D4>C4")]:
        read = pickle.loads(pickle.dumps(original))
        assert read == original and read.moves == original.moves and read.share == original.share
        assert (read.seed, read.index, read.web_seed) == (original.seed, original.index, original.web_seed)


def test_other_letters_are_kept() -> None:
    text = str(deal(1)).translate(str.maketrans("RYGBK", "CPOWA"))
    assert str(Position(text)) == text and str(pickle.loads(pickle.dumps(Position(text)))) == text
    assert solomids.solve_many([text])["deal"] == [text]


def test_moves_are_values() -> None:
    moves = web_deal(1).legal_moves()
    assert all(Move(str(move)) == move for move in moves) and len(set(moves)) == len(moves)
    assert sorted(moves)[0] <= moves[0] and pickle.loads(pickle.dumps(moves)) == moves
    assert {move.kind for move in moves} <= {"stack", "transfer", "slide", "bank", "swap"}
    assert [web_deal(1).play(move).moves for move in moves] == [[move] for move in moves]


def test_pictures_are_drawn() -> None:
    position = web_deal(1)
    assert position._repr_svg_().startswith("<svg") and position._repr_html_().startswith("<svg")
    assert position.svg("A title").count("A title") > 0
    assert position.play("M-D4>C4")._repr_html_().startswith("<iframe srcdoc=")
    page = solomids.solve(position)._repr_html_()
    assert page.startswith("<iframe srcdoc=") and len(page) < 400_000


@pytest.mark.parametrize(
    ("call", "place", "words"),
    [
        (lambda: Position("1_M-D4>F4"), (1, 8, 2), "`F4` is no square"),
        (lambda: Position("R1 R2"), (1, 1, 5), "row"),
        (lambda: Move("X-A1"), (1, 1, 4), "`X-A1` is no move"),
        (lambda: web_deal(1).replay("M-D4>C4, M-A6>C8"), (1, 10, 7), "move 2 is illegal"),
        (lambda: web_deal(1).play("M-A6>C8"), None, "move 1, M-A6>C8, is illegal: "),
        (lambda: web_deal(1).replay(["M-D4>C4", "M-A6>C8"]), None, "move 2, M-A6>C8, is illegal: "),
        (lambda: web_deal(14), None, "the page deals nothing for this seed"),
        (lambda: Position("_M-D4>C4"), None, "no seed"),
        (lambda: solomids.solve("1_", timeout=-1), None, "time limit"),
        (lambda: solomids.shares([], confidence=95), None, "no level"),
        (lambda: solomids.solace2.deal(1, reading="mine"), None, "mine"),
        (lambda: solomids.pentamid.parse("L@z9"), (1, 3, 2), "z9"),
        (lambda: deal(-1), None, "`seed` is -1"),
        (lambda: deal(0, 2**64), None, "`index`"),
        (lambda: web_deal(-1), None, "`seed` is -1"),
        (lambda: solomids.solve("1_", max_nodes=-1), None, "`max_nodes` is -1"),
        (lambda: solomids.solve("1_", threads=100_000), None, "`threads` is 100000"),
        (lambda: solomids.solve("1_", memory=-1), None, "`memory` is -1"),
        (lambda: solomids.solve_many(["1_"], threads=100_000), None, "`threads` is 100000"),
        (lambda: solomids.solve_many([deal(1), None]), None, "element 1: `None` is no position"),  # type: ignore[list-item]
        (lambda: solomids.solve_many([deal(1), "R9"]), (1, 1, 2), "element 1: "),
        (lambda: solomids.solve_many("1_"), None, "no positions"),
        (lambda: solomids.solve_many(["1_"], resume=True), None, "no file"),
        (lambda: solomids.solve_many(["1_"], out="x.txt"), None, "x.txt"),
        (lambda: solomids.hints("1_", max_nodes=-1), None, "`max_nodes` is -1"),
        (lambda: solomids.load_census("x"), None, "'x'"),  # type: ignore[arg-type]
        (lambda: web_deal(1).play(3), None, "`3` is no move"),  # type: ignore[arg-type]
        (lambda: web_deal(1).replay(3), None, "`3` is no line"),  # type: ignore[arg-type]
        (lambda: Position(3), None, "`3` is no position"),  # type: ignore[arg-type]
        (lambda: Move(3), None, "`3` is no move"),  # type: ignore[arg-type]
        (lambda: solomids.shares([3]), None, "3 is no outcome"),  # type: ignore[list-item]
        (lambda: solomids.read_rows(3), None, "3 is no path"),  # type: ignore[arg-type]
        (lambda: solomids.solace2.deal(-1), None, "`seed` is -1"),
        (lambda: solomids.solace2.deal(1).play(3), None, "`3` is no text"),  # type: ignore[arg-type]
        (lambda: solomids.pentamid.hint(3), None, "3 is no position"),  # type: ignore[arg-type]
        (lambda: solomids.pentamid.start(both=3), None, "not understood"),  # type: ignore[arg-type]
    ],
)
def test_mistakes_say_what_and_where(call: object, place: object, words: str) -> None:
    assert callable(call)
    with pytest.raises(InputError) as raised:
        call()
    error = raised.value
    assert words in str(error), str(error)
    if place is not None:
        assert (error.line, error.column, error.length) == place, str(error)
        assert "^" in str(error) and error.expected
    assert error.advice or error.ply or error.expected, str(error)


def test_what_is_open_does_not_look_lost() -> None:
    outcome = solomids.solve(web_deal(1), max_nodes=1)
    assert (outcome.proven, outcome.score, outcome.stopped) == (None, None, "nodes")
    assert outcome.lower < outcome.upper and outcome.swaps is None
    with pytest.raises(TypeError, match="proven"):
        bool(outcome)
    assert solomids.solve(HARD, timeout=0).stopped == "time"
    won = solomids.solve("1_", threads=2)
    assert (won.proven, won.lower, won.upper, won.score, won.swaps) == ("won", 17, 17, 17, 0)
    assert won.end.is_won and won.position.replay(won.line) == won.end and won.share == won.end.share


def test_outcomes_and_tables_are_copied_and_pickled() -> None:
    for outcome in [solomids.solve("1_M-D4>C4"), solomids.solve(UNDER_WAY), solomids.solve(HARD, max_nodes=50)]:
        for copied in [pickle.loads(pickle.dumps(outcome)), copy.copy(outcome), copy.deepcopy(outcome)]:
            assert copied.to_json() == outcome.to_json() and copied.seconds == outcome.seconds
            assert copied.position == outcome.position and copied.end == outcome.end
    table = solomids.solve_many([deal(1), "1_", UNDER_WAY], max_nodes=100, lines=True, timings=True, difficulty=True)
    for copied in [pickle.loads(pickle.dumps(table)), copy.deepcopy(table)]:
        assert copied.rows() == table.rows() and copied.columns == table.columns and not copied.interrupted
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        outcomes = list(pool.map(solomids.solve, [deal(1), web_deal(1)]))
    assert [outcome.score for outcome in outcomes] == [17, 17]


def test_boards_and_moves_are_read_without_parsing() -> None:
    position = Position(UNDER_WAY)
    assert position.board[0] == ("Y23", None, None, None, None) and position.board[1][:2] == ("R3", "R12")
    assert len(position.board) == 10 and position.board[2][1] == "Y1"
    assert position.bank == {"R": 2, "Y": 2, "G": 3, "B": 3, "K": 3} and sum(position.bank.values()) == position.trees
    assert Position(position) == position and Position(web_deal(1).play("M-D4>C4")).moves == [Move("M-D4>C4")]
    ends = [(move.source, move.target) for move in map(Move, ["T-A3>A4", "S-B8>B10", "B-E1", "W-A1>B2"])]
    assert ends == [("A3", "A4"), ("B8", "B10"), ("E1", None), ("A1", "B2")]


def test_hints_reviews_and_difficulties() -> None:
    hints = solomids.hints(Position(UNDER_WAY))
    assert (hints.proven, hints.score) == ("won", 15)
    best = hints.moves[0]
    assert best.keeps is True and best.move in Position(UNDER_WAY).legal_moves() and best.words
    start = Position(UNDER_WAY)
    worst = next(hint for hint in hints.moves if hint.keeps is False)
    review = solomids.review(start.play(worst.move))
    assert (review.first_mistake, review.moves[0].mark, review.score) == (1, "??", 15)
    assert review.moves[0].better == best.move and review.moves[0].before == (15, 15)
    assert solomids.review("1_M-D4>C4", max_nodes=1000).better_share is None
    assert solomids.difficulty(web_deal(1), max_nodes=10_000)["first_moves"] == 13


def test_certificates_are_written_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "deal.gz"
    position = Position(UNDER_WAY)
    solomids.write_certificate(solomids.solve(position), path)
    checked = solomids.check_certificate(path, position)
    assert (checked.accepted, checked.score, checked.proven, checked.position) == (True, 15, "won", position)
    other = solomids.check_certificate(path, web_deal(1))
    assert (other.accepted, other.proven, other.refused) == (False, None, "it is about another position")
    path.write_bytes(path.read_bytes()[:-30])
    assert solomids.check_certificate(path).refused
    text = tmp_path / "text"
    text.write_text("mine")
    other_gzip = tmp_path / "rows.csv.gz"
    other_gzip.write_bytes(gzip.compress(b"mine"))
    for mine in (text, other_gzip):
        with pytest.raises(InputError, match="no certificate"):
            solomids.write_certificate(solomids.solve(position), mine)
    with pytest.raises(InputError, match="nothing is proven"):
        solomids.write_certificate(solomids.solve(web_deal(1), max_nodes=1), path)
    for read in (solomids.check_certificate, solomids.read_rows):
        with pytest.raises(FileNotFoundError, match="none"):
            read(tmp_path / "none")
    with pytest.raises(FileNotFoundError, match="none"):
        solomids.write_certificate(solomids.solve(position), tmp_path / "none" / "deal.gz")
    assert text.read_text() == "mine" and sorted(tmp_path.iterdir()) == [path, other_gzip, text]


def test_tables_are_those_of_arrow() -> None:
    table = solomids.solve_many([deal(1), "1_", UNDER_WAY], max_nodes=10_000, lines=True, timings=True)
    rows = pyarrow.table(table)
    assert rows.column_names == table.columns and rows.num_rows == len(table) == 3
    assert rows.to_pylist() == table.rows() == pyarrow.RecordBatch.from_struct_array(pyarrow.array(table)).to_pylist()
    assert rows.schema == pyarrow.schema(table)
    assert rows["index"].to_pylist() == [0, 1, 2] and rows["seed"].to_pylist() == [1, 1, None]
    assert rows["dealer"].to_pylist()[2] == "text"
    types = {field.name: str(field.type) for field in rows.schema}
    assert (types["index"], types["seed"], types["score"], types["nodes"]) == ("uint64", "uint64", "int16", "int64")
    assert not [name for name, kind in types.items() if kind.startswith("uint") and name not in ("index", "seed")]
    assert web_deal(1).replay(table["line"][1]).is_won
    with pytest.raises(KeyError):
        table["none"]
    assert len(pyarrow.table(solomids.solve_many([]))) == 0
    # The data outlive the table.
    column = pyarrow.table(solomids.solve_many([deal(1)]))["deal"]
    assert column.to_pylist() == [str(deal(1))]


def test_tables_are_sequences_of_rows() -> None:
    table = solomids.solve_many(deal(1, index) for index in range(12))
    assert list(table) == table.rows() == [table[place] for place in range(12)] and table[-1] == table[11]
    assert table[2:5].rows() == table.rows()[2:5] and table[::-3].rows() == table.rows()[::-3]
    assert len(table[20:]) == 0 and table[2:5]["score"] == table["score"][2:5]
    for place in (12, -13):
        with pytest.raises(IndexError):
            table[place]
    shown = table[:1]._repr_html_()
    assert "<caption>Table: 1 rows</caption>" in shown and "<th>score</th>" in shown and "…</td>" in shown
    assert "the first 10 shown" in table._repr_html_() and table._repr_html_().count("<tr>") == 11


def test_rows_come_while_positions_do() -> None:
    taken = 0

    def endless() -> Iterator[Position]:
        nonlocal taken
        for taken in count():
            yield deal(1, taken)

    rows = solomids.solve_each(endless(), max_nodes=100, threads=2)
    assert [next(rows)["index"] for _ in range(40)] == list(range(40)) and taken < 100
    many = solomids.solve_many((deal(1, index) for index in range(40)), max_nodes=100)
    assert many.rows() == list(solomids.solve_each([deal(1, index) for index in range(40)], max_nodes=100))
    under_way = solomids.solve_each([UNDER_WAY] * 40)
    assert [row["index"] for row in under_way] == list(range(40)), "elements are numbered across all of them"


def test_rows_go_to_a_file_that_is_resumed(tmp_path: Path) -> None:
    # The hard one among them takes longer than what is between two calls of `stop`.
    path, deals = tmp_path / "deals.csv", [deal(1, index) for index in [0, 5, *range(162_350, 162_360)]]

    def stop(done: int, total: int) -> None:
        raise LookupError(f"{done} of {total}")

    whole = solomids.solve_many(deals, max_nodes=30_000)
    with pytest.raises(LookupError):
        solomids.solve_many(deals, max_nodes=30_000, threads=1, out=path, progress=stop)
    kept = (tmp_path / "deals.csv.part").read_text().count("\n")
    assert 1 < kept < 13 and not path.exists()
    assert solomids.solve_many(deals, max_nodes=30_000, out=path, resume=True).rows() == whole.rows()
    assert path.read_text() == whole.to_csv()
    with pytest.raises(InputError, match="resume=True") as raised:
        solomids.solve_many(deals, max_nodes=30_000, out=path)
    assert "--" not in str(raised.value)
    assert solomids.solve_many(deals[:3], out=path, force=True).rows() == solomids.read_rows(path).rows()
    with pytest.raises(InputError, match="another batch"):
        solomids.solve_many(deals, out=path, resume=True)


def test_any_iterable_is_solved_and_its_errors_are_raised() -> None:
    def broken() -> Iterator[Position]:
        yield deal(1)
        raise LookupError("no more")

    with pytest.raises(LookupError):
        solomids.solve_many(broken())
    with pytest.raises(InputError):
        solomids.solve_many(["R9"])


def test_progress_is_reported() -> None:
    seen: list[tuple[int, int]] = []
    solomids.solve_many((deal(1, i) for i in range(20)), progress=lambda *now: seen.append(now))
    assert seen[-1] == (20, 20) and seen == sorted(seen)

    def fail(done: int, total: int) -> None:
        raise LookupError(f"{done} of {total}")

    with pytest.raises(LookupError):
        solomids.solve_many((deal(1, i) for i in range(20)), progress=fail)
    assert len(solomids.solve_many([deal(1)], progress=True)) == 1


def test_what_draws_progress_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(InputError, match="pip install tqdm"):
        solomids.solve_many([deal(1)], progress=True)


def test_other_threads_run_meanwhile() -> None:
    ticks = 0
    over = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not over.wait(0.005):
            ticks += 1

    thread = threading.Thread(target=count)
    thread.start()
    searches: list[Callable[..., object]] = [solomids.solve, solomids.hints]
    for search in searches:
        before = ticks
        search(HARD, timeout=0.3)
        assert ticks > before + 10
    over.set()
    thread.join()


INTERRUPTED = """
import signal, sys, time, solomids
# Processes in the background of a shell ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
hard = solomids.deal(1, 162354)
print("begun", flush=True)
begun = time.monotonic()
{}
print(time.monotonic() - begun)
"""
RAISES = "try: {}\nexcept KeyboardInterrupt: pass\nelse: sys.exit('not interrupted')"
KEEPS = """try: {}
except solomids.Interrupted as interrupted:
    known = interrupted.outcome
    assert known.stopped == "interrupted" and 0 <= known.lower < known.upper <= 17, known
    assert hard.replay(known.line).score == known.lower
else: sys.exit('not interrupted')"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    "work",
    [
        "table = solomids.solve_many([solomids.deal(1), hard, hard]); assert table.interrupted and len(table) == 1",
        KEEPS.format("solomids.solve(hard)"),
        KEEPS.format("solomids.solve(hard, threads=2)"),
        RAISES.format("[print(end='') for row in solomids.solve_each([solomids.deal(1), hard, hard])]"),
        RAISES.format("solomids.hints(hard, timeout=60)"),
        RAISES.format("solomids.solace2.census()"),
    ],
)
def test_ctrl_c_ends_searches_and_keeps_rows(work: str) -> None:
    program = subprocess.Popen([sys.executable, "-c", INTERRUPTED.format(work)], stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None and program.stdout.readline() == "begun\n"
    time.sleep(1)
    program.send_signal(signal.SIGINT)
    try:
        rest, _ = program.communicate(timeout=60)
    finally:
        program.kill()
    assert program.returncode == 0 and float(rest) < 10, rest


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes that fork")
def test_processes_that_fork_solve(tmp_path: Path) -> None:
    rows = tmp_path / "rows.csv"

    def many() -> int:
        return len(solomids.solve_many([deal(1), deal(1, 1)], threads=2, out=rows, resume=True))

    many()
    many()
    child = os.fork()
    if child == 0:
        done = solomids.solve(deal(1)).score == 17 and many() == 2
        os._exit(0 if done else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_shares_are_those_of_stats() -> None:
    table = solomids.solve_many((deal(1, index) for index in range(40)), max_nodes=300)
    found = {share.name: share for share in solomids.shares(table)}
    assert found["won"].deals == 40 and found["17"].certain <= found["17"].possible
    outcomes = [solomids.solve(deal(1, index), max_nodes=300) for index in range(40)]
    assert solomids.shares(outcomes) == list(found.values())
    assert solomids.shares(table, exact=True)[0].low <= found["17"].low <= found["17"].high


def test_the_census_is_read() -> None:
    assert not [path for path in Path(solomids.__file__).parent.rglob("*") if "census" in path.name]
    table = solomids.load_census("web")
    assert len(table) == 100_000 and "deal" not in table.columns and len(set(table["index"])) == len(table)
    found = {share.name: share for share in solomids.shares(table)}
    assert found["17"].deals == 96_773 and 0.993 < found["17"].low < found["17"].high < 0.995


def test_rows_are_written_and_read(tmp_path: Path) -> None:
    table = solomids.solve_many([deal(1), web_deal(1)], lines=True, difficulty=True)
    path = tmp_path / "rows.csv"
    path.write_text(table.to_csv())
    assert solomids.read_rows(path).rows() == table.rows()
    path.write_text(table.to_csv().replace(",17,", ",16,", 1))
    with pytest.raises(InputError, match="line 2"):
        solomids.read_rows(path)


def run(*arguments: str) -> str:
    program = os.environ["SOLOMIDS_PROGRAM"]
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1, 3), done.stderr
    return done.stdout


@pytest.mark.skipif("SOLOMIDS_PROGRAM" not in os.environ, reason="SOLOMIDS_PROGRAM names no program")
def test_answers_are_those_of_the_program(tmp_path: Path) -> None:
    total = int(os.environ.get("SOLOMIDS_DEALS", "40"))
    limit = ["--max-nodes", "20000"]
    begins = ["batch", "--save-lines", "--quiet", *limit, "--count", str(total)]
    tabletop = [deal(7, index) for index in range(total)]
    table = solomids.solve_many(tabletop, max_nodes=20_000, lines=True)
    assert table.to_csv() == run(*begins, "--seed", "7")
    some = [deal(7, index) for index in range(0, total, 3)]
    indices, other = tmp_path / "indices", tmp_path / "other.csv"
    indices.write_text("\n".join(str(index) for index in range(0, total, 3)))
    of_seed = ["batch", "--quiet", *limit, "--seed", "7"]
    for deals, chosen in [(tabletop, ["--count", str(total)]), (some, ["--indices", str(indices)])]:
        solomids.solve_many(deals, max_nodes=20_000, out=other, force=True)
        assert other.read_text() == run(*of_seed, *chosen)
    # Either goes on with the files of the other.
    assert run(*of_seed, "--indices", str(indices), "--out", str(other), "--resume") == ""
    mixed, texts = [tabletop[1], tabletop[0]], tmp_path / "texts"
    texts.write_text("\n".join(str(position).replace("\n", "/") for position in mixed))
    solomids.solve_many(mixed, max_nodes=20_000, out=other, force=True)
    assert other.read_text() == run("batch", "--quiet", *limit, str(texts))
    web = []
    for seed in range(total):
        try:
            web.append(web_deal(seed))
        except InputError:
            pass
    rows = run(*begins, "--dealer", "web").splitlines(keepends=True)
    expected = "".join(row for row in rows if ",no-deal," not in row)
    assert solomids.solve_many(web, max_nodes=20_000, lines=True, threads=1).to_csv() == expected
    for index, position in enumerate(tabletop):
        record = json.loads(run("solve", "--seed", "7", "--index", str(index), "--format", "json", *limit))
        outcome = solomids.solve(position, max_nodes=20_000)
        found = json.loads(outcome.to_json())
        del record["stats"]["elapsed_ms"], found["stats"]["elapsed_ms"]
        assert found == record
        assert (outcome.proven, outcome.score) == (record["proven"], record["score"])
        assert (outcome.lower, outcome.upper) == (record["lower_bound"], record["upper_bound"])
        assert [str(move) for move in outcome.line] == record["moves"] and outcome.share == record["share"]
    rows_file = tmp_path / "rows.csv"
    rows_file.write_text(table.to_csv())
    stats = json.loads(run("stats", str(rows_file), "--format", "json"))["groups"][0]["shares"]
    found = {share.name: (share.certain, share.possible, share.low, share.high) for share in solomids.shares(table)}
    assert found == {it["name"]: (it["count"], it["possible"], it["low"], it["high"]) for it in stats}
