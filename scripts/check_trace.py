"""Traces of Warnsdorff's rule, for check.py: every candidate and degree is counted again."""

from check import SIDE, SQUARE, Fault, integer, malformed, name, parse_square, read_problem, verify


def permutation(lines):
    (digits,) = lines.next("move-order ([1-8]{8})")
    if len(set(digits)) < 8:
        raise malformed(lines.at, "not a permutation")
    return [int(digit) - 1 for digit in digits]


def check(lines, asked):
    problem = read_problem(lines)
    lines.next("rule warnsdorff")
    (tie_break,) = lines.next("tie-break (first|last|degree2|centre-far|centre-near|any)")
    orders = {0: permutation(lines)}
    (outcome,) = lines.next("outcome (tour|stuck)")
    moves = [(parse_square(lines.next(f"move {SQUARE}")[0]), [], lines.at)]
    while lines.peek().split(" ")[0] in ("move", "move-order"):
        if lines.peek().startswith("move-order"):
            orders[len(moves)] = permutation(lines)
            continue
        (words,) = lines.next(f"move ({SQUARE[1:-1]}(?: {SQUARE[1:-1]}:(?:0|[1-9][0-9]*))+)")
        to, *rest = words.split(" ")
        listed = [(parse_square(word.split(":")[0]), integer(word.split(":")[1])) for word in rest]
        moves.append((parse_square(to), listed, lines.at))
    end = lines.end()
    problem.examine()
    problem.compare(asked)
    problem.add(asked)
    problem.limit()
    what = f"trace {problem.words()} by warnsdorff {tie_break}: {outcome}"
    left = set(problem.squares())
    order = orders[0]

    def near(square):
        steps = dict.fromkeys(problem.directions()[direction] for direction in order)
        return [
            (square[0] + f, square[1] + r)
            for f, r in steps
            if (square[0] + f, square[1] + r) in left
        ]

    def onward(square):
        left.remove(square)
        degrees = [len(near(other)) for other in near(square)]
        left.add(square)
        return min(degrees, default=0)

    def distance(square):
        return (2 * square[0] - problem.cols - 1) ** 2 + (2 * square[1] - problem.rows - 1) ** 2

    def on_board(square, line):
        if not problem.on_board(square):
            raise Fault("off-board", line, "a square off the board")
        if square in problem.holes:
            raise Fault("on-hole", line, f"{name(square)} is a hole")

    def candidates(square):
        return [(other, len(near(other))) for other in near(square)]

    keys = {
        "first": lambda square: 0,
        "degree2": onward,
        "centre-far": lambda square: -distance(square),
        "centre-near": distance,
    }
    for step, (square, listed, line) in enumerate(moves):
        order = orders.get(step, order)
        if step == 0:
            on_board(square, line)
            left.remove(square)
            continue
        found = candidates(moves[step - 1][0])
        for index, (candidate, degree) in enumerate(found):
            if index >= len(listed):
                raise Fault("wrong-candidate", line, f"{name(candidate)} is not listed")
            if not (1 <= listed[index][0][0] <= SIDE and 1 <= listed[index][0][1] <= SIDE):
                raise Fault("off-board", line, "a candidate off every board")
            if listed[index][0] != candidate:
                raise Fault("wrong-candidate", line, f"{name(candidate)} comes here")
            if listed[index][1] != degree:
                raise Fault("wrong-degree", line, f"{name(candidate)} has the degree {degree}")
        if len(listed) > len(found):
            raise Fault("wrong-candidate", line, "more candidates than there are")
        on_board(square, line)
        degrees = dict(found)
        if square not in degrees:
            raise Fault("not-a-candidate", line, f"{name(square)} is no candidate")
        if degrees[square] != min(degrees.values()):
            raise Fault("not-least", line, f"{name(square)} has not the least degree")
        best = [other for other, degree in found if degree == degrees[square]]
        if tie_break == "last":
            best.reverse()
        if tie_break != "any" and min(best, key=keys.get(tie_break, keys["first"])) != square:
            raise Fault("wrong-tie-break", line, f"not {name(square)}")
        left.remove(square)
    order = orders.get(len(moves), order)
    first, last = moves[0][0], moves[-1][0]
    if outcome == "tour":
        verify(problem, [(square, line) for square, _, line in moves], end)
        return what
    if asked.start and asked.start != first:
        raise Fault("wrong-start", end, f"the run starts at {name(first)}")
    if near(last):
        raise Fault("not-stuck", end, "the run can go on")
    if not left:
        # All squares are visited: stuck only if that is no tour of the problem all the same.
        try:
            verify(problem, [(square, line) for square, _, line in moves], end)
        except Fault:
            return what
        raise Fault("not-stuck", end, "the run is a tour")
    return what
