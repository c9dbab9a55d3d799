"""Checks a certificate of a small position, as docs/certificate.md describes it, with nothing but single moves.

Every member of every board is listed as a position. Whatever a move makes of one has to be a member again (with no more
swaps used), or else a plain search finds that the goal is out of reach from it.

    zstd -dc FILE | python3 check.py

Prints `accepted` or `refused: WHY`, and exits with 0 or 1.
"""

import itertools
import sys

COLUMNS, ROWS, COLOURS = 5, 10, "RYGBK"
sys.setrecursionlimit(100_000)


class Refused(Exception):
    pass


# A stack is a colour and its sizes, top first: "R12". A column is a tuple of ten stacks or "", row 10 first.
def put(source, target):
    """What is left of `source` and what `target` becomes; None if no upper part of `source` fits."""
    if not source or not target or source[0] != target[0]:
        return None
    wanted = str(int(target[1]) - 1)
    if wanted not in source[1:]:
        return None
    cut = source.index(wanted, 1) + 1
    left = source[0] + source[cut:] if source[cut:] else ""
    return left, source[:cut] + target[1:]


def with_square(column, depth, stack):
    return column[:depth] + (stack,) + column[depth + 1 :]


def slides(column):
    for depth in range(1, ROWS):
        if column[depth] and not column[depth - 1]:
            gap = depth
            while gap > 0 and not column[gap - 1]:
                gap -= 1
            end = depth
            while end < ROWS and column[end]:
                end += 1
            yield column[:gap] + column[depth:end] + ("",) * (depth - gap) + column[end:]


def banks(column):
    for depth, stack in enumerate(column):
        if stack[1:] == "123":
            yield with_square(column, depth, "")


def neighbours(column):
    occupied = [depth for depth in range(ROWS) if column[depth]]
    for near, far in zip(occupied, occupied[1:]):
        yield near, far
        yield far, near


def stacks_within(column):
    """Moves between neighbours of a column, each with whether a whole stack moves."""
    for a, b in neighbours(column):
        made = put(column[a], column[b])
        if made:
            yield with_square(with_square(column, a, made[0]), b, made[1]), not made[0]


def closed(column):
    """All that moves within the column make of it that keep its stacks apart."""
    seen, todo = {column}, [column]
    while todo:
        here = todo.pop()
        transfers = (made for made, whole in stacks_within(here) if not whole)
        for made in itertools.chain(slides(here), banks(here), transfers):
            if made not in seen:
                seen.add(made)
                todo.append(made)
    return seen


def banked(grid):
    """Trees in the bank, by colour: every colour has three larges."""
    standing = [stack[0] for column in grid for stack in column if "3" in stack]
    return [3 - standing.count(colour) for colour in COLOURS]


def moves(grid, used):
    """All positions that one move makes, each with the swaps used."""
    for c, column in enumerate(grid):
        within = (made for made, _ in stacks_within(column))
        for made in itertools.chain(slides(column), banks(column), within):
            yield grid[:c] + (made,) + grid[c + 1 :], used
    for a, b in itertools.permutations(range(COLUMNS), 2):
        for depth in range(ROWS):
            made = put(grid[a][depth], grid[b][depth])
            if made and not any(grid[c][depth] for c in range(min(a, b) + 1, max(a, b))):
                after = list(grid)
                after[a] = with_square(grid[a], depth, made[0])
                after[b] = with_square(grid[b], depth, made[1])
                yield tuple(after), used
    if used < 2 and min(banked(grid)) > used:
        squares = [(c, depth) for c in range(COLUMNS) for depth in range(ROWS) if grid[c][depth]]
        for (a, d), (b, e) in itertools.combinations(squares, 2):
            after = [list(column) for column in grid]
            after[a][d], after[b][e] = grid[b][e], grid[a][d]
            yield tuple(map(tuple, after)), used + 1


def reached(grid, used, trees, swaps):
    return sum(banked(grid)) >= trees and used <= swaps


def out_of_reach(grid, used, trees, swaps, known):
    """Whether a plain search finds no line to the goal. `known` has positions found so."""
    todo, seen = [(grid, used)], set()
    while todo:
        here = todo.pop()
        if here in known or here in seen:
            continue
        seen.add(here)
        if reached(*here, trees, swaps):
            return False
        todo.extend(after for after in moves(*here) if after[1] <= swaps)
    known |= seen
    return True


def header(lines):
    if next(lines) != "solomids-certificate 1":
        raise Refused("it is no certificate")
    fields = {}
    for line in lines:
        if not line:
            return fields
        name, _, value = line.partition(" ")
        fields[name] = value
    raise Refused("it has no end of the header")


def position(text):
    rows = [row.split() for row in text.split("/")]
    rows = [["."] * COLUMNS] * (ROWS - len(rows)) + rows
    return tuple(tuple("" if row[c] == "." else row[c] for row in rows) for c in range(COLUMNS))


def token(square):
    return "ABCDE".index(square[0]), 10 - int(square[1:])


def play(grid, used, move):
    """The position after a move, which has to be legal."""
    kind, _, squares = move.partition("-")
    places = [token(square) for square in squares.split(">")]
    (a, d), (b, e) = places[0], places[-1]
    for after, swaps in moves(grid, used):
        changed = [(c, x) for c in range(COLUMNS) for x in range(ROWS) if grid[c][x] != after[c][x]]
        if kind == "B":
            fits = changed == [(a, d)] and not after[a][d] and sum(banked(after)) > sum(banked(grid))
        elif kind == "S":
            fits = a == b and changed and {c for c, _ in changed} == {a} and after[a][e] == grid[a][d]
            fits = fits and after[a] in set(slides(grid[a])) and not grid[a][e] and d == min(
                x for x in range(e, ROWS) if grid[a][x]
            )
        elif kind == "W":
            fits = swaps > used and set(changed) == {(a, d), (b, e)}
        else:
            fits = swaps == used and set(changed) == {(a, d), (b, e)} and len(after[b][e]) > len(grid[b][e])
        if fits:
            return after, swaps
    raise Refused(f"{move} is not legal")


def check(lines):
    fields = header(lines)
    start, used = position(fields["position"]), int(fields["swaps-used"])
    grid, swaps_used = start, used
    for move in filter(None, fields["line"].lstrip("_").split(", ")):
        grid, swaps_used = play(grid, swaps_used, move)
    trees = sum(banked(grid))
    score = 17 - swaps_used if trees == 15 else trees
    if score != int(fields["score"]):
        raise Refused(f"the line reaches {score}")
    if score < 15:
        wanted = f"{score + 1} trees 2 swaps"
    else:
        wanted = f"15 trees {16 - score} swaps" if 16 - score >= used else "nothing"
    if fields["impossible"] != wanted:
        raise Refused(f"{wanted} should be impossible")
    sets, members, boards = [], set(), 0
    for line in lines:
        words = line.split(" ")
        if words[0] == "s":
            order = [] if words[1] == "-" else words[1].split(",")
            ways = (tuple("" if sign == "." else order[ord(sign) - ord("a")] for sign in way) for way in words[2:])
            sets.append(set().union(*map(closed, ways)))
        elif words[0] == "b":
            boards += 1
            numbers = map(int, words[2:])
            members.update((grid, int(words[1])) for grid in itertools.product(*(sets[n] for n in numbers)))
        elif line == f"end {len(sets)} {boards}":
            break
        else:
            raise Refused(f"`{line}` is no statement")
    else:
        raise Refused("it has no end")
    if wanted == "nothing":
        return
    trees, swaps = int(wanted.split()[0]), int(wanted.split()[2])
    known = set()

    def covered(grid, used):
        return any((grid, fewer) in members for fewer in range(used + 1)) or out_of_reach(
            grid, used, trees, swaps, known
        )

    if not covered(start, used):
        raise Refused("the position is no member")
    for grid, used in members:
        if reached(grid, used, trees, swaps):
            raise Refused("a member reaches the goal")
        for after, then in moves(grid, used):
            if then <= swaps and not covered(after, then):
                raise Refused("a move leads out of the boards")


if __name__ == "__main__":
    try:
        check(iter(sys.stdin.read().split("\n")))
    except Refused as why:
        print(f"refused: {why}")
        sys.exit(1)
    print("accepted")
