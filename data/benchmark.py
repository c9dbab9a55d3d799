#!/usr/bin/env python3
"""Runs data/benchmark.csv with any solver that answers `solve` as docs/service.md says, and compares its answers.

    data/benchmark.py --tier 2 --tier 3 --seconds 10 --out results.csv target/release/solomids serve --memory 8G

Each position has a process of its own. Of an answer `lower_bound` and `upper_bound` are read, and `stats.nodes` if it is there.
"""
import argparse, csv, json, os, subprocess, sys
from collections import defaultdict
from pathlib import Path
from statistics import median

options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
options.add_argument("--tier", type=int, action="append", help="one of 2 to 7, several times for several; all unless given")
options.add_argument("--seconds", type=float, default=60, help="for a search, at most (60)")
options.add_argument("--out", default=os.devnull, help="a file for a row of each position")
options.add_argument("solver", nargs=argparse.REMAINDER, help="a program with its arguments")
chosen = options.parse_args()


def ask(position: str) -> tuple[dict, float, float]:
    """The answer, with the processor time in seconds and the most megabytes of the process."""
    request = {"id": 1, "ask": "solve", "text": position, "seconds": chosen.seconds}
    process = subprocess.Popen(chosen.solver, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(json.dumps(request).encode() + b"\n")
    process.stdin.close()
    answer = json.loads(process.stdout.read() or "{}")
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return answer.get("ok", {}), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


tiers = defaultdict(list)
with open(Path(__file__).with_name("benchmark.csv")) as file, open(chosen.out, "w") as out:
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow("number,tier,trees,score,lower_bound,upper_bound,nodes,seconds,megabytes".split(","))
    for row in csv.DictReader(file):
        if int(row["tier"]) not in (chosen.tier or range(10)):
            continue
        answer, seconds, megabytes = ask(row["position"])
        low, high = answer.get("lower_bound", 0), answer.get("upper_bound", 17)
        if not low <= int(row["score"]) <= high:
            sys.exit(f"error: position {row['number']} has {row['score']}; the solver says {low} to {high}")
        nodes = answer.get("stats", {}).get("nodes", "")
        tiers[row["tier"]].append((low == high, seconds))
        rows.writerow([row[key] for key in ("number", "tier", "trees", "score")] + [low, high, nodes, f"{seconds:.3f}", f"{megabytes:.0f}"])
        out.flush()
for tier, found in tiers.items():
    print(f"tier {tier}: {sum(solved for solved, _ in found)} of {len(found)} solved, median {median(s for _, s in found):.3f} s")
