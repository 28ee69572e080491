"""Certificates of counts, for check.py: everything that can be checked without counting."""

from check import INT, Fault, integer, read_problem
from check_no_tour import STAR, VERTEX, parse_vertex

PRIME = 2**61 - 1
HASH = "([0-9a-f]{16})"
FIRST = "0a385ef24fa6a992"


def check(lines, data, asked):
    """The claim in words, once it is read and checked."""
    problem, order, layers = read_problem(lines), [], []
    order.append((parse_vertex(lines.next(f"process {VERTEX}")[0]), lines.at))
    while found := lines.next_if("process", VERTEX):
        order.append((parse_vertex(found[0]), lines.at))
    prime, prime_line = integer(lines.next(f"prime {INT}")[0]), lines.at
    while found := lines.next_if("layer", f"{INT} {INT} {INT} {INT} {HASH}"):
        layers.append((*map(integer, found[:4]), found[4], lines.at))
    count, count_line = lines.next(f"count {INT}")[0], lines.at
    before = b"".join(line + b"\n" for line in lines.all[: lines.at])
    digest, digest_line = lines.next(f"digest {HASH}")[0], lines.at
    end = lines.end()

    problem.examine()
    problem.compare(asked)
    same_ends(problem, asked)
    problem.limit()
    steps = frontier(problem, order, end)
    if prime != PRIME:
        raise Fault("other-prime", prime_line, "another prime")
    most = 1
    for index, (step, states, total, closed, hashed, line) in enumerate(layers):
        most = min(most, 1 << 128)
        if step != index or index >= len(steps):
            raise Fault("wrong-layer", line, "there is no such layer here")
        width, later = steps[index]
        if not 1 <= states <= min(most, states_of(width)):
            raise Fault("wrong-layer", line, "too many states, or none")
        if not (total < PRIME and closed < PRIME):
            raise Fault("wrong-layer", line, "sums are less than the prime")
        if index == 0 and (total, hashed) != (1, FIRST):
            raise Fault("wrong-layer", line, "not the first layer")
        most = states * max(later * (later - 1) // 2, later, 1)
    single = problem.size() == 1 and not problem.closed
    if residue(count, PRIME) != (single + sum(layer[3] for layer in layers)) % PRIME:
        raise Fault("wrong-count", count_line, "not what the layers close")
    divisor = orbits(problem)
    if residue(count, divisor):
        raise Fault("not-divisible", count_line, f"orbits are multiples of {divisor}")
    if digest != f"{fnv(before):016x}":
        raise Fault("wrong-digest", digest_line, "another digest")
    return f"WITH OBLIGATIONS 1 count {problem.words()} = {count}"


def same_ends(problem, asked):
    """Ends and clues have to be those asked, where a board or any of them is asked."""
    lines, poses = problem.lines, bool(asked.board)
    for code, mine, theirs, line in (
        ("other-from", problem.start, asked.start, lines["from"]),
        ("other-to", problem.end, asked.end, lines["to"]),
    ):
        if mine != theirs and (theirs or poses):
            raise Fault(code, max(line, lines["tour"]), "another end was asked")
    clues = sorted(set(asked.clues), key=lambda clue: (clue[0], clue[1][::-1]))
    if clues != problem.clues and (clues or poses):
        raise Fault("other-step-at", (lines["step-at"] + [lines["tour"]])[0], "other clues")


def frontier(problem, order, end):
    """For each step the width of the frontier before it, and the later neighbours."""
    holes, seen = set(problem.holes), set()
    for vertex, line in order:
        if vertex == STAR:
            if problem.closed:
                raise Fault("no-such-vertex", line, "* is for open tours")
        elif not problem.on_board(vertex):
            raise Fault("off-board", line, "off the board")
        elif vertex in holes:
            raise Fault("on-hole", line, "a hole")
        if vertex in seen:
            raise Fault("vertex-repeated", line, "processed before")
        seen.add(vertex)
    squares = problem.squares()
    if len(seen) < len(squares) + (not problem.closed):
        raise Fault("vertex-missing", end, "not every vertex is in the order")
    near = {square: [] for square in squares}
    for square in squares:
        moves = {(square[0] + f, square[1] + r) for f, r in problem.directions()}
        near[square] = [other for other in moves if other in near]
    ends = [square for square in (problem.start, problem.end) if square]
    if not problem.closed:
        near[STAR] = sorted(set(ends)) if len(ends) == 2 else squares
        for square in near[STAR]:
            near[square].append(STAR)
    elif len(ends) == 2 and ends[1] not in near[ends[0]]:
        return []
    if len(near) < 3 or any(len(others) < 2 for others in near.values()):
        return []
    steps, gone, waiting = [], set(), set()
    for vertex, _ in order:
        if vertex in gone:
            continue
        later = [other for other in near[vertex] if other not in gone]
        steps.append((len(waiting), len(later)))
        gone.add(vertex)
        waiting = (waiting | set(later)) - gone
        # What has no unprocessed neighbour left needs no step.
        done = {other for other in later if all(third in gone for third in near[other])}
        gone |= done
        waiting -= done
    return steps


def states_of(width):
    """States of a frontier: some vertices are ends, paired; the others are untouched or done."""
    total, chosen, pairings = 0, 1, 1
    for ends in range(0, width + 1, 2):
        total += chosen * pairings << width - ends
        chosen = chosen * (width - ends) * (width - ends - 1) // ((ends + 1) * (ends + 2))
        pairings *= ends + 1
    return total


def orbits(problem):
    """What divides the size of every orbit of tours, as FORMATS.md argues."""
    rows, cols, (r, s) = problem.rows, problem.cols, problem.leaper
    named = problem.holes or problem.start or problem.end or problem.clues
    if named or min(rows, cols) < 3 or r == 0 or (r + s) % 2 == 0:
        return 1
    group = 8 if rows == cols else 4
    if problem.closed:
        return group // (4 if rows == cols and rows % 4 == 2 else 2)
    return group // (1 if rows % 2 == cols % 2 == 0 else 2)


def residue(digits, modulus):
    """A decimal number of any length modulo another."""
    rest = 0
    for start in range(0, len(digits), 500):
        part = digits[start : start + 500]
        rest = (rest * 10 ** len(part) + int(part)) % modulus
    return rest


def fnv(data):
    """FNV-1a (Fowler, Noll and Vo), 64 bits."""
    digest = 0xCBF29CE484222325
    for byte in data:
        digest = (digest ^ byte) * 0x100000001B3 % 2**64
    return digest


def against(one, other):
    """Why two certificates that were checked differ, or None."""
    mine, theirs = (dict_of(data) for data in (one, other))
    if mine["problem"] != theirs["problem"]:
        turned = [line for line in theirs["problem"]]
        sides = turned[0].removeprefix("board ").split("x")
        turned[0] = f"board {sides[1]}x{sides[0]}"
        if len(turned) > 3 or turned != mine["problem"]:
            return "another problem"
    elif mine["process"] == theirs["process"] and mine["layer"] != theirs["layer"]:
        for a, b in zip(mine["layer"] + [None], theirs["layer"] + [None]):
            if a != b:
                return f"layer {(a or b).split()[1]} differs"
    return None if mine["count"] == theirs["count"] else "the counts differ"


def dict_of(data):
    lines = data.decode("ascii").splitlines()[2:-1]
    parts = {"problem": [], "process": [], "layer": [], "count": [], "prime": [], "digest": []}
    for line in lines:
        parts[line.split()[0] if line.split()[0] in parts else "problem"].append(line)
    return parts
