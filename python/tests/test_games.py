"""Tests of Solace II and Pentamid from Python, and the examples of the documentation."""

import doctest
import importlib.metadata
import pickle
import random
import shutil
import subprocess
import time
import types
from pathlib import Path

import pytest

import solomids
from solomids import InputError, pentamid, solace2


def test_solace2_is_played_and_solved() -> None:
    position = solace2.deal(1)
    outcome = solace2.solve(position)
    assert outcome.score == outcome.lower == outcome.upper == position.replay(outcome.line).score
    assert outcome.line[0] in position.legal_moves() and outcome.stopped is None
    limited = solace2.solve(position, max_nodes=1)
    assert limited.score is None and limited.stopped == "nodes" and limited.lower < limited.upper
    assert solace2.hint(position).move in position.legal_moves()
    late = position.replay(outcome.line[:30])
    hidden = solace2.hint(late, hidden=True)
    assert hidden.move in late.legal_moves() and hidden.reason and hidden.upper is None
    assert solace2.parse(str(position)).legal_moves() == position.legal_moves()
    assert pickle.loads(pickle.dumps(position)) == position and len({position, position}) == 1
    assert position.svg().startswith("<svg") and "towers" in position.state
    with pytest.raises(InputError, match="move 1"):
        position.play("L-1>1")


def test_solace2_is_counted() -> None:
    rows = solace2.census("inert", stashes=2)
    assert sum(row.share for row in rows) == pytest.approx(1)
    with pytest.raises(InputError):
        solace2.census(stashes=6)


def test_pentamid_is_played_and_analysed() -> None:
    game = pentamid.start()
    assert (game.side, game.winner, game.is_drawn, game.is_over) == (1, None, False, False)
    choice = pentamid.engine_move(game, 3)
    assert choice.move in game.legal_moves() and choice.words
    assert pentamid.engine_move(game, 1, seed=2**64 - 1).move in game.legal_moves()
    assert pentamid.hint(game, max_nodes=1000).move in game.legal_moves()
    small = pentamid.start(board="3x3", nests=2, row=3)
    analysis = pentamid.analyze(small, plies=5)
    assert analysis.result in ("win", "loss", "unknown") and analysis.stopped is None
    assert pentamid.parse(str(game.play("L@c3"))).legal_moves() == game.play("L@c3").legal_moves()
    with pytest.raises(InputError, match="levels go from 1 to 8"):
        pentamid.engine_move(game, 9)
    barred = pentamid.start(board="3x3", nests=1, repetition=False)
    for position in [small.play("L@b2"), barred.play("L@b2"), game.replay(["L@c3", "L@a1"])]:
        assert pickle.loads(pickle.dumps(position)) == position != pentamid.start().play("L@b2")


def test_what_git_keeps_is_the_same_on_every_system() -> None:
    root = Path(__file__).parents[2]
    if shutil.which("git") is None or not (root / ".git").exists():
        pytest.skip("no repository")

    def git(*arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True).stdout

    modes = {line.split()[0] for line in git("ls-files", "-s").splitlines()}
    assert modes <= {"100644", "100755"}, "there is a link, which a clone on Windows has as a text"
    ends = dict(line.split(": eol: ") for line in git("check-attr", "eol", "python/test", "data/benchmark.csv").splitlines())
    assert set(ends.values()) == {"lf"}
    assert git("check-attr", "text", "data/census/web.csv.gz").endswith(": unset\n")


def test_the_wheel_says_what_it_is() -> None:
    about = importlib.metadata.metadata("solomids")
    assert about["License-Expression"] == "MIT OR Apache-2.0" and "# solomids" in str(about.json["description"])
    licences = importlib.metadata.files("solomids") or []
    names = {path.name for path in licences if "licenses" in path.parts}
    assert names >= {"LICENSE-APACHE", "LICENSE-MIT"}


def test_games_are_played_at_random_without_delay() -> None:
    chosen = random.Random(1)
    for first in (pentamid.start(), solace2.deal(1)):
        position: pentamid.Position | solace2.Position = first
        begun, moves = time.process_time(), 0
        for _ in range(20):
            position = first
            while not position.is_over and len(position.legal_moves()) > 0 and moves < 2000:
                position = position.play(chosen.choice(position.legal_moves()))
                moves += 1
        # By requests in JSON, with a replay each, a move took 200 microseconds and more.
        assert moves > 500 and (time.process_time() - begun) / moves < 1e-4


def test_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = (Path(__file__).parents[2] / "docs" / "researchers.md").read_text()
    blocks = [part.split("```")[0] for part in page.split("```python\n")[1:]]
    assert blocks
    for block in blocks:
        exec(compile(block, "docs/researchers.md", "exec"), {})


def test_examples_hold() -> None:
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    for module in (solomids, solace2, pentamid):
        names = {name: getattr(module, name) for name in module.__all__}
        named = {name: value for name, value in names.items() if not isinstance(value, types.ModuleType)}
        module_doc = types.SimpleNamespace(__doc__=module.__doc__, __name__=module.__name__)
        for name, value in [(module.__name__, module_doc), *named.items()]:
            for test in finder.find(value, name, module=False, globs=dict(vars(module))):
                runner.run(test)
    assert runner.failures == 0 and runner.tries > 25
