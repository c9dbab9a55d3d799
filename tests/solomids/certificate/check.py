"""Checks a certificate of a small position, as docs/certificate.md describes it, with nothing but single moves.

Every member of every board is listed as a position. Whatever a move makes of one has to be a member again (with no more
swaps used), or dead by the relaxation, unless the member itself is dead. Of every position that is called dead a plain
search makes sure that the goal is out of reach.

    python3 check.py FILE

Without FILE it reads standard input. Prints `accepted` or `refused: WHY`, and exits with 0 or 1.
"""

import gzip
import itertools
import re
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


def core(column):
    """The stacks of a column from row 10 on, the depths at which slides and banks can bring each, and those that can be empty."""
    order, start = [], []
    for stack in column:
        if stack:
            order.append(stack)
        start.append(len(order) if stack else "")
    seen, todo = {tuple(start)}, [tuple(start)]
    while todo:
        here = todo.pop()
        trees = (depth for depth, number in enumerate(here) if number and order[number - 1][1:] == "123")
        for made in itertools.chain(slides(here), (with_square(here, depth, "") for depth in trees)):
            if made not in seen:
                seen.add(made)
                todo.append(made)
    depths = [{way.index(n) for way in seen if n in way} for n in range(1, len(order) + 1)]
    return order, depths, {depth for way in seen for depth in range(ROWS) if not way[depth]}


def most_trees(grid):
    """The most trees of each colour without a further swap, by the relaxation of docs/certificate.md."""
    column, stack, depths, first_empty = [], [], [], []
    for c in range(COLUMNS):
        order, ways, empty = core(grid[c])
        column += [c] * len(order)
        stack += order
        depths += ways
        first_empty.append(empty)
    everything = range(len(stack))
    cleared = [name[1:] == "123" for name in stack]
    empty = list(first_empty)

    def meet(a, b):
        if column[a] == column[b]:
            return all(cleared[s] for s in range(min(a, b) + 1, max(a, b)))
        between = range(min(column[a], column[b]) + 1, max(column[a], column[b]))
        return any(all(depth in empty[c] for c in between) for depth in depths[a] & depths[b])

    def grown(members, candidates):
        """The members, with the candidates that meet one, those that meet one of these, and so on."""
        while more := {s for s in candidates - members if any(meet(s, member) for member in members)}:
            members = members | more
        return members

    while True:
        for c in range(COLUMNS):
            stuck, behind_cleared, pinned = 0, False, set()
            for s in everything:
                if column[s] != c:
                    continue
                if behind_cleared:
                    depths[s] = set(range(stuck, max(depths[s]) + 1))
                if not cleared[s]:
                    stuck += 1
                    pinned |= depths[s] if len(depths[s]) == 1 else set()
                behind_cleared |= cleared[s] and stack[s][1:] != "123"
            empty[c] = set(range(ROWS)) - pinned if behind_cleared else first_empty[c]
        changed = False
        for colour in COLOURS:
            own = {s for s in everything if stack[s][0] == colour}
            smalls, mediums, larges = ({s for s in own if stack[s][-1] == size} for size in "123")
            has_small = {s for s in mediums | larges if "1" in stack[s]}
            has_medium = {s for s in own if "2" in stack[s]}
            bare = grown(larges - has_medium, larges)
            with_medium = {s for s in larges if s in has_medium or any(meet(s, medium) for medium in mediums)}
            with_medium = grown(with_medium, larges)
            free = grown(has_medium - has_small, mediums | with_medium)
            with_small = has_small | {s for s in free if any(meet(s, small) for small in smalls)}
            with_small = grown(with_small, free | bare)
            clearable = {s for s in smalls if any(meet(s, other) for other in free)}
            clearable |= {s for s in mediums if any(meet(s, other) for other in bare)}
            clearable |= larges & with_small
            for s in clearable:
                changed |= not cleared[s]
                cleared[s] = True
        if not changed:
            break
    stuck = [
        [sum(stack[s][0] == colour and stack[s][-1] == size and not cleared[s] for s in everything) for size in "123"]
        for colour in COLOURS
    ]
    return [3 - max(of_colour) for of_colour in stuck]


def with_most_trees(column):
    """The ways to hand pieces to and fro between neighbours, which can be undone, that make most trees."""
    seen, todo = {column}, [column]
    while todo:
        here = todo.pop()
        for made, whole in stacks_within(here):
            if not whole and made not in seen:
                seen.add(made)
                todo.append(made)
    most = max(sum(stack[1:] == "123" for stack in way) for way in seen)
    return [way for way in seen if sum(stack[1:] == "123" for stack in way) == most]


def is_dead(grid, used, trees, swaps):
    """Whether the relaxation shows that the goal is out of reach."""
    for arranged in itertools.product(*map(with_most_trees, grid)):
        most = most_trees(arranged)
        if sum(most) < trees and not (used < swaps and min(most) > used):
            return True
    return False


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
    for name in "program", "rules", "position", "swaps-used", "score", "impossible", "line":
        found, blank, fields[name] = next(lines, "").partition(" ")
        if not blank or found != name:
            raise Refused(f"its header has no `{name}`")
    if next(lines, None) != "":
        raise Refused("it has no end of the header")
    return fields


def number(text):
    """A number as it is written in a certificate: neither a sign nor leading zeros."""
    if not re.fullmatch("0|[1-9][0-9]*", text, re.ASCII):
        raise Refused(f"`{text}` is no number")
    return int(text)


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
    if kind == "W":
        if places[0] == places[-1] or not (grid[a][d] and grid[b][e] and used < min(2, min(banked(grid)))):
            raise Refused(f"{move} is not legal")
        after = [list(column) for column in grid]
        after[a][d], after[b][e] = grid[b][e], grid[a][d]
        return tuple(map(tuple, after)), used + 1
    for after, swaps in moves(grid, used):
        changed = [(c, x) for c in range(COLUMNS) for x in range(ROWS) if grid[c][x] != after[c][x]]
        if kind == "B":
            fits = changed == [(a, d)] and not after[a][d] and sum(banked(after)) > sum(banked(grid))
        elif kind == "S":
            fits = a == b and changed and {c for c, _ in changed} == {a} and after[a][e] == grid[a][d]
            fits = fits and after[a] in set(slides(grid[a])) and not grid[a][e] and d == min(
                x for x in range(e, ROWS) if grid[a][x]
            )
        else:
            fits = swaps == used and set(changed) == {(a, d), (b, e)} and len(after[b][e]) > len(grid[b][e])
            fits = fits and kind == ("T" if after[a][d] else "M")
        if fits:
            return after, swaps
    raise Refused(f"{move} is not legal")


def check(lines):
    fields = header(lines)
    start, used = position(fields["position"]), number(fields["swaps-used"])
    pieces = [[sum(c == s[0] and n in s[1:] for column in start for s in column if s) for n in "123"] for c in COLOURS]
    if any(len(set(counts)) > 1 or counts[0] > 3 for counts in pieces) or used > min(2, min(banked(start))):
        raise Refused("the position cannot be")
    grid, swaps_used = start, used
    for move in filter(None, fields["line"].lstrip("_").split(", ")):
        grid, swaps_used = play(grid, swaps_used, move)
    trees = sum(banked(grid))
    score = 17 - swaps_used if trees == 15 else trees
    if score != number(fields["score"]):
        raise Refused(f"the line reaches {score}")
    # What makes a score, from that of the line on, the greatest one. A win with more swaps than may be left needs no proof.
    goals = {f"{upper + 1} trees 2 swaps" for upper in range(score, 15)}
    goals |= {f"15 trees {16 - upper} swaps" for upper in range(max(score, 15), 17 - used)} | {"nothing"}
    wanted = fields["impossible"]
    if wanted not in goals:
        raise Refused(f"{wanted} is no score above {score}")
    sets, members, boards = [], set(), 0
    for line in lines:
        words = line.split(" ")
        if words[0] == "s":
            order = [] if words[1] == "-" else words[1].split(",")
            ways = (tuple("" if sign == "." else order[ord(sign) - ord("a")] for sign in way) for way in words[2:])
            sets.append(set().union(*map(closed, ways)))
        elif words[0] == "b":
            boards += 1
            swaps, *numbers = map(number, words[1:])
            if swaps > 2 or len(numbers) != COLUMNS or max(numbers) >= len(sets):
                raise Refused(f"`{line}` is no board")
            members.update((grid, swaps) for grid in itertools.product(*(sets[n] for n in numbers)))
        elif line == f"end {len(sets)} {boards}":
            break
        else:
            raise Refused(f"`{line}` is no statement")
    else:
        raise Refused("it has no end")
    if list(lines) != [""]:
        raise Refused("something follows the end, or it has no line end")
    if wanted == "nothing":
        if sets or boards:
            raise Refused("nothing is impossible, and a proof follows")
        return
    trees, swaps = int(wanted.split()[0]), int(wanted.split()[2])
    known = set()

    def dead(grid, used):
        dead = is_dead(grid, used, trees, swaps)
        assert not dead or out_of_reach(grid, used, trees, swaps, known), "the relaxation is wrong"
        return dead

    def covered(grid, used):
        return any((grid, fewer) in members for fewer in range(used + 1)) or dead(grid, used)

    if not covered(start, used):
        raise Refused("the position is no member")
    for grid, used in members:
        if reached(grid, used, trees, swaps):
            raise Refused("a member reaches the goal")
        for after, then in moves(grid, used):
            if then <= swaps and not covered(after, then) and not dead(grid, used):
                raise Refused("a move leads out of the boards")


if __name__ == "__main__":
    try:
        # Bytes: a text would lose its carriage returns.
        with open(sys.argv[1], "rb") if sys.argv[1:] else sys.stdin.buffer as file:
            text = file.read()
        text = gzip.decompress(text) if text.startswith(b"\x1f\x8b") else text
        check(iter(text.decode().split("\n")))
    except Refused as why:
        print(f"refused: {why}")
        sys.exit(1)
    print("accepted")
