#!/usr/bin/env python3
"""Write the corpus of the checkers: crates/hippodrome-check/tests/corpus.

Valid files come from plain searches here; wrong ones are valid ones with one thing changed. The
verdict that each file must get is written by hand beside it, never taken from a checker. The
table has a line a file: its name, the question asked, and how the last line must begin.
With an argument the corpus is written to that folder.
"""

import json
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import check  # noqa: E402
import check_no_tour as proofs  # noqa: E402
from check import Problem, name, parse_square as sq  # noqa: E402

CORPUS = Path(__file__).parent.parent / "crates/hippodrome-check/tests/corpus"
TABLE = []
MAGIC = "hippodrome-certificate 1\n"


def write(path, data, options, verdict):
    assert "|" not in options and "|" not in verdict
    data = data.encode() if isinstance(data, str) else data
    file = CORPUS / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    TABLE.append(f"{path} | {options} | {verdict}\n")


def valid(path, data, options, what):
    write(f"valid/{path}", data, options, f"s VERIFIED {what}")


def wrong(path, data, options, code, line):
    write(f"wrong/{path}", data, options, f"s REJECTED {code} line {line}:")


def header(problem):
    text = f"board {problem.rows}x{problem.cols}\n"
    text += "".join(f"hole {name(hole)}\n" for hole in problem.holes)
    text += f"leaper {problem.leaper[0]},{problem.leaper[1]}\n"
    text += "tour closed\n" if problem.closed else "tour open\n"
    text += f"from {name(problem.start)}\n" if problem.start else ""
    text += f"to {name(problem.end)}\n" if problem.end else ""
    return text + "".join(f"step-at {step} {name(square)}\n" for step, square in problem.clues)


def options(problem):
    """The whole problem as a question."""
    text = f"--board {problem.rows}x{problem.cols} --leaper {problem.leaper[0]},{problem.leaper[1]}"
    text += " --closed" if problem.closed else " --open"
    text += "".join(f" --hole {name(hole)}" for hole in problem.holes)
    text += f" --from {name(problem.start)}" if problem.start else ""
    text += f" --to {name(problem.end)}" if problem.end else ""
    return text + "".join(f" --step-at {step}={name(square)}" for step, square in problem.clues)


def problem(rows, cols, closed=False, start=None, end=None, holes=(), clues=(), leaper=(1, 2)):
    holes = sorted(map(sq, holes), key=lambda hole: hole[::-1])
    clues = [(step, sq(square)) for step, square in clues]
    return Problem(rows, cols, holes, leaper, closed, start and sq(start), end and sq(end), clues)


def refuse(path, p, body, what=None):
    """A valid proof that there is no tour."""
    method = body.split("\n")[0].removeprefix("by ")
    what = what or f"no-tour {p.words()} by {method}"
    valid(path, f"{MAGIC}kind no-tour\n{header(p)}{body}end\n", options(p), what)


def find_tour(p, start):
    """A tour from a square, by branching over edges as the proofs do."""
    p = Problem(p.rows, p.cols, p.holes, p.leaper, p.closed, None if p.closed else start)
    states = [proofs.Cycle(p)]
    while states:
        state = states.pop()
        state.force(state.graph)
        if state.conflict:
            continue
        free = {at: [e for e in state.left(at) if e not in state.inside] for at in state.graph}
        at = min(
            (at for at in free if free[at]), key=lambda at: (len(free[at]), str(at)), default=None
        )
        if at is None:
            return follow(state, start)
        edge = min(free[at], key=lambda edge: sorted(map(str, edge)))
        without = state.copy()
        without.outside.add(edge)
        state.inside.add(edge)
        states += [without, state]
    raise ValueError("there is no tour")


def follow(state, start):
    """The squares along the edges that are in, from the start, or from `*` to the start."""
    path, last = [start], proofs.STAR
    while True:
        edges = sorted(
            (e for e in state.inside if path[-1] in e), key=lambda e: sorted(map(str, e))
        )
        near = [to for edge in edges for to in edge - {path[-1]} if to != last]
        last = path[-1]
        if near[0] in (start, proofs.STAR):
            return path
        path.append(near[0])


def certificate(p, tour):
    visits = "".join(f"visit {name(square)}\n" for square in tour)
    return f"{MAGIC}kind tour\n{header(p)}{visits}end\n"


def numbers(p, tour, hole="#", base=1):
    step = {square: str(number) for number, square in enumerate(tour, base)}
    rows = range(p.rows, 0, -1)
    return [[step.get((file, rank), hole) for file in range(1, p.cols + 1)] for rank in rows]


def board(p, tour):
    rows, width = numbers(p, tour), len(str(p.size()))
    lines = [
        f"{p.rows - row} |" + "".join(f" {cell:>{width}}" for cell in cells) + "\n"
        for row, cells in enumerate(rows)
    ]
    letters = "".join(f" {name((file, '')):>{width}}" for file in range(1, p.cols + 1))
    return "".join(lines) + "   " + letters + "\n"


def matrix(p, tour):
    return "".join(" ".join(row) + "\n" for row in numbers(p, tour))


def tour_json(p, tour):
    return (
        json.dumps(
            {
                "board": {"rows": p.rows, "cols": p.cols, "holes": list(map(name, p.holes))},
                "leaper": p.leaper,
                "kind": "closed" if p.closed else "open",
                "method": "search",
                "squares": list(map(name, tour)),
            },
            separators=(",", ":"),
        )
        + "\n"
    )


def csv(tour):
    rows = (f"{step},{s[0]},{s[1]},{name(s)}\n" for step, s in enumerate(tour, 1))
    return "step,file,rank,square\n" + "".join(rows)


def prolog(tour):
    return f"answer({len(tour)}, [{', '.join(f'p({f}, {r})' for f, r in tour)}]).\n"


def tsplib(p, tour):
    node = {square: number for number, square in enumerate(p.squares(), 1)}
    holes = f"COMMENT : holes {' '.join(map(name, p.holes))}\n" if p.holes else ""
    return (
        f"NAME : tour-{p.rows}x{p.cols}\nCOMMENT : board {p.rows}x{p.cols}\n{holes}"
        f"COMMENT : leaper {p.leaper[0]},{p.leaper[1]}\n"
        f"COMMENT : tour {'closed' if p.closed else 'open'}\nTYPE : TOUR\nDIMENSION : {len(tour)}\n"
        "TOUR_SECTION\n" + "".join(f"{node[square]}\n" for square in tour) + "-1\nEOF\n"
    )


def npy(p, tour, descr="<i4", fortran=False, version=1):
    step = {square: number for number, square in enumerate(tour, 1)}
    cells = [(f, r) for r in range(1, p.rows + 1) for f in range(1, p.cols + 1)]
    if fortran:
        cells.sort()
    text = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': ({p.rows}, {p.cols}), }}"
    size = 10 if version == 1 else 12
    text += " " * (-(size + len(text) + 1) % 64) + "\n"
    letter = {"1": "b", "2": "h", "4": "i", "8": "q"}[descr[2]]
    letter = letter if descr[1] == "i" else letter.upper()
    data = struct.pack(
        f"{'>' if descr[0] == '>' else '<'}{len(cells)}{letter}", *(step.get(s, 0) for s in cells)
    )
    length = struct.pack("<H" if version == 1 else "<I", len(text))
    return b"\x93NUMPY" + bytes([version, 0]) + length + text.encode() + data


def svg(p, tour):
    text = tour_json(p, tour).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    picture = '<rect width="9" height="9"/>\n<text x="1" y="2">1</text>\n'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg">\n<metadata>{text}</metadata>\n{picture}</svg>\n'
    )


def trace(p, start, tie_break, orders):
    """A run of the rule; `orders` gives the move order from a step on."""
    left, lines, order, here = set(p.squares()), [], None, start
    left.remove(start)

    def near(square):
        steps = dict.fromkeys(p.directions()[int(digit) - 1] for digit in order)
        return [to for f, r in steps if (to := (square[0] + f, square[1] + r)) in left]

    def onward(square):
        return min((len(set(near(to)) - {square}) for to in near(square)), default=0)

    def distance(square):
        return (2 * square[0] - p.cols - 1) ** 2 + (2 * square[1] - p.rows - 1) ** 2

    rules = {
        "first": lambda place, square: place,
        "last": lambda place, square: -place,
        "degree2": lambda place, square: (onward(square), place),
        "centre-far": lambda place, square: (-distance(square), place),
        "centre-near": lambda place, square: (distance(square), place),
        "any": lambda place, square: -place,
    }
    for step in range(1, p.size() + 1):
        if step in orders:
            order = orders[step]
            if step > 1:
                lines.append(f"move-order {order}\n")
        if step == 1:
            lines.append(f"move {name(start)}\n")
            continue
        found = [(len(near(to)), place, to) for place, to in enumerate(near(here))]
        if not found:
            break
        here = min(found, key=lambda c: (c[0], rules[tie_break](c[1], c[2])))[2]
        listed = "".join(f" {name(to)}:{degree}" for degree, _, to in found)
        lines.append(f"move {name(here)}{listed}\n")
        left.remove(here)
    closes = p.size() >= 3 and p.joined(start, here)
    ends = p.end is None or p.end == here
    outcome = "tour" if not left and ends and (closes or not p.closed) else "stuck"
    rule = f"rule warnsdorff\ntie-break {tie_break}\nmove-order {orders[1]}\noutcome {outcome}\n"
    return f"{MAGIC}kind trace\n{header(p)}{rule}{''.join(lines)}end\n", outcome


def edge_tree(p, cuts):
    """A proof over edges: at each node the conflict, a small cut where allowed, or a branch."""
    text, states = "by search\nmethod edges\n", [proofs.Cycle(p)]
    while states:
        state = states.pop()
        state.force(state.graph)
        if state.conflict:
            text += "leaf\n"
            continue
        small = (
            [[]]
            + [[at] for at in state.graph]
            + [[a, b] for a in state.graph for b in state.graph if a < b]
            if cuts and p.closed
            else [[]] if cuts else []
        )
        found = next((cut for cut in small if state.components(cut) > max(1, len(cut))), None)
        if found is not None:
            text += "leaf cut" + "".join(f" {name(at)}" for at in found) + "\n"
            continue
        free = {
            at: [edge for edge in state.left(at) if edge not in state.inside] for at in state.graph
        }
        at = min((at for at in free if free[at]), key=lambda at: (len(free[at]), str(at)))
        edge = min(free[at], key=lambda edge: sorted(map(str, edge)))
        (other,) = edge - {at}
        text += f"branch {' '.join('*' if v == '*' else name(v) for v in (at, other))}\n"
        without = state.copy()
        without.outside.add(edge)
        state.inside.add(edge)
        states += [without, state]
    return text


def step_tree(p):
    """A proof over steps, with a reason wherever one holds."""
    tree, text = proofs.Steps(p), "by search\nmethod steps\n"
    choices = [None]
    while choices:
        if choices[-1] is None:
            reason = leaf(tree) if tree.path else None
            if reason:
                text += reason
                choices.pop()
                tree.tried.pop()
                tree.path.pop()
                continue
            possible = tree.graph[tree.path[-1]] if tree.path else tree.graph
            choices[-1] = sorted(filter(tree.may_follow, possible), key=lambda s: s[::-1])
        if choices[-1]:
            square = choices[-1].pop(0)
            tree.enter(square, 0)
            text += f"try {name(square)}\n"
            choices.append(None)
        else:
            text += "back\n"
            choices.pop()
            tree.tried.pop()
            if tree.path:
                tree.path.pop()
    return text


def leaf(tree):
    late = [step for step, _ in tree.clues if tree.holds("late", step, 0)]
    lost = [s for s in sorted(tree.graph, key=lambda s: s[::-1]) if tree.holds("stranded", s, 0)]
    if late:
        return f"leaf late {late[0]}\n"
    if lost:
        return f"leaf stranded {name(lost[0])}\n"
    if tree.holds("split", None, 0):
        return "leaf split\n"
    return "leaf colour\n" if tree.holds("colour", None, 0) else None


def valid_tours():
    five = problem(5, 5)
    tour = find_tour(five, (1, 1))
    ring = problem(3, 3, closed=True, holes=["b2"])
    around = find_tour(ring, (3, 3))
    six = problem(6, 6, closed=True)
    sixes = find_tour(six, (1, 1))
    valid("tour-5x5.cert", certificate(five, tour), options(five), "tour 5x5 open")
    valid(
        "tour-3x3-hole.cert", certificate(ring, around), options(ring), "tour 3x3 without b2 closed"
    )
    valid("tour-6x6.cert", certificate(six, sixes), options(six), "tour 6x6 closed")
    p = problem(3, 4, start="a1", end="d2", clues=[(2, "c2")])
    path = find_tour(problem(3, 4), (1, 1))
    p.end, p.clues = path[-1], [(2, path[1])]
    valid("tour-3x4-clues.cert", certificate(p, path), options(p), f"tour {p.words()}")
    one = problem(1, 1)
    valid("tour-1x1.cert", certificate(one, [(1, 1)]), options(one), "tour 1x1 open")
    wazir = problem(2, 2, closed=True, leaper=(0, 1))
    circle = [(1, 1), (2, 1), (2, 2), (1, 2)]
    valid(
        "tour-2x2-wazir.cert",
        certificate(wazir, circle),
        options(wazir),
        "tour 2x2 closed leaper 0,1",
    )
    valid("tour-2x2-wazir.txt", "a1 b1 b2 a2\n", "", "tour 2x2 open leaper 0,1")

    for p, path, label in ((five, tour, "5x5"), (ring, around, "ring"), (six, sixes, "6x6")):
        asked, what = options(p), f"tour {p.words()}"
        valid(f"{label}.board.txt", board(p, path), asked, what)
        valid(f"{label}.matrix.txt", matrix(p, path), asked, what)
        valid(f"{label}.squares.txt", " ".join(map(name, path)) + "\n", asked, what)
        valid(f"{label}.csv", csv(path), asked, what)
        valid(f"{label}.json", tour_json(p, path), asked, what)
        valid(f"{label}.pl", prolog(path), asked, what)
        valid(f"{label}.tour", tsplib(p, path), asked, what)
        valid(f"{label}.npy", npy(p, path), asked, what)
        valid(f"{label}.svg", svg(p, path), asked, what)
    # Nothing asked: what the file does not say is inferred.
    valid("inferred.board.txt", board(ring, around), "", "tour 3x3 without b2 open")
    valid("inferred.squares.txt", "\n".join(map(name, tour)), "", "tour 5x5 open")
    valid("inferred.json", tour_json(ring, around), "", "tour 3x3 without b2 closed")
    lenient_tours(five, tour, ring, around)


def lenient_tours(five, tour, ring, around):
    asked, what = options(five), "tour 5x5 open"
    rows = numbers(five, tour)
    letters = "  a b c d e\n"
    frame = "+----+----+----+----+----+\n"
    framed = (
        "".join(frame + "|" + "|".join(f" {cell:>2} " for cell in row) + "|\n" for row in rows)
        + frame
    )
    valid("grid-framed.txt", framed, asked, what)
    both = "".join(f"{5 - n} {' '.join(row)} {5 - n}\n" for n, row in enumerate(rows))
    valid("grid-labels.txt", letters + both + letters, asked, what)
    plain = "".join(f"{5 - n}: {' '.join(row)}\n" for n, row in enumerate(rows)).replace(":", " |")
    valid("grid-ranks.txt", plain, asked, what)
    boxes = "┌────┐\n" + "".join("│" + "│".join(row) + "│\r\n" for row in rows) + "└────┘\n"
    valid("grid-boxes.txt", boxes, asked, what)
    zero = "\ufeff\n" + "".join(",".join(row) + ",\n" for row in numbers(five, tour, base=0))
    valid("grid-from-0.txt", zero, asked, what)
    nested = json.dumps([list(map(int, row)) for row in rows])
    valid("grid-brackets.txt", nested, asked, what)
    valid("grid-semicolons.txt", "; ".join(" ".join(row) for row in rows), asked, what)
    dots = "".join("  ".join(row) + "\n" for row in numbers(ring, around, hole="."))
    valid("grid-dots.txt", dots, options(ring), "tour 3x3 without b2 closed")
    dashes = "".join("  ".join(row) + "\n" for row in numbers(ring, around, hole="-"))
    valid("grid-dashes.txt", dashes, options(ring), "tour 3x3 without b2 closed")
    names = list(map(name, tour))
    valid("squares-joined.txt", "".join(names).upper(), asked, what)
    valid("squares-dashed.txt", "-".join(names) + "\r\n", asked, what)
    valid("squares-arrows.txt", " -> ".join(names), asked, what)
    valid("squares-quoted.txt", json.dumps(names, indent=1), asked, what)
    valid("squares-pairs.txt", " ".join(f"{f},{r}" for f, r in tour), asked, what)
    valid("squares-tuples.txt", str(tour), asked, what)
    shuffled = sorted(enumerate(tour, 1), key=lambda row: row[1])
    table = '"Square";"Note";"Step"\r\n' + "".join(
        f'"{name(s).upper()}";"";{n}\r\n' for n, s in shuffled
    )
    valid("table-shuffled.csv", table, asked, what)
    sides = "Step\tRank\tFile\n" + "".join(
        f"{n}\t{s[1]}\t{'abcde'[s[0] - 1]}\n" for n, s in shuffled
    )
    valid("table-tabs.csv", sides, asked, what)
    loose = json.loads(tour_json(five, tour)) | {
        "board": "5x5",
        "more": [{"a": [1.5e-3, None, {}]}, "\\u00e9"],
    }
    valid("loose.json", json.dumps(loose, indent=2), asked, what)
    valid("bare.json", json.dumps({"squares": [f"{f},{r}" for f, r in tour]}), asked, what)
    valid("capital.pl", prolog(tour).upper(), asked, what)
    valid("blanks.pl", prolog(tour).replace(" ", "\n  ").replace("(", " ( "), asked, what)
    line = tsplib(five, tour).split("TOUR_SECTION\n")[1].replace("\n", " ")
    valid(
        "one-line.tour", f"name: x\ntype: tour\nEDGE_DATA: none\nTOUR_SECTION {line}\n", asked, what
    )
    valid("big-endian.npy", npy(five, tour, ">u2", True, 2), asked, what)
    valid(
        "bytes.npy", npy(ring, around, "|i1", True, 3), options(ring), "tour 3x3 without b2 closed"
    )
    valid("longs.npy", npy(five, tour, "<u8"), asked, what)
    cdata = f"<svg><metadata id='x'>\n\n<![CDATA[{tour_json(five, tour)}]]></metadata></svg>"
    valid("cdata.svg", cdata, asked, what)


def valid_traces():
    usual = {1: "12345678"}
    for rule, size, start in (
        ("first", 5, "a1"),
        ("last", 6, "b2"),
        ("degree2", 8, "d4"),
        ("centre-far", 7, "a1"),
        ("centre-near", 6, "c3"),
        ("any", 5, "c3"),
    ):
        p = problem(size, size)
        text, outcome = trace(p, sq(start), rule, usual)
        valid(
            f"trace-{rule}.cert",
            text,
            options(p),
            f"trace {p.words()} by warnsdorff {rule}: {outcome}",
        )
    five = problem(5, 5)
    text, outcome = trace(five, sq("a2"), "first", usual)
    assert outcome == "stuck"
    valid("trace-stuck.cert", text, options(five), "trace 5x5 open by warnsdorff first: stuck")
    p = problem(5, 5, closed=True, start="a1")
    text, outcome = trace(p, sq("a1"), "first", usual)
    assert outcome == "stuck" and text.count("move ") == 25
    valid(
        "trace-not-closed.cert", text, options(p), f"trace {p.words()} by warnsdorff first: stuck"
    )
    p = problem(5, 5, start="a1", end="c3")
    text, outcome = trace(p, sq("a1"), "first", usual)
    assert outcome == "stuck" and text.count("move ") == 25
    valid(
        "trace-end-missed.cert", text, options(p), f"trace {p.words()} by warnsdorff first: stuck"
    )
    p = problem(6, 7, holes=["a1", "g6"])
    text, outcome = trace(p, sq("d3"), "first", {1: "87654321", 9: "12345678", 30: "31425768"})
    valid(
        "trace-orders.cert", text, options(p), f"trace {p.words()} by warnsdorff first: {outcome}"
    )
    p = problem(2, 3, closed=True, leaper=(0, 1))
    text, outcome = trace(p, sq("a1"), "first", {1: "21436587"})
    valid("trace-wazir.cert", text, options(p), f"trace {p.words()} by warnsdorff first: {outcome}")
    one = problem(1, 1, closed=True)
    text, outcome = trace(one, (1, 1), "first", usual)
    valid("trace-1x1.cert", text, options(one), "trace 1x1 closed by warnsdorff first: stuck")


def colours(p):
    squares = p.squares() if p.cells() < 10**6 else None
    even = sum(sum(s) % 2 == 0 for s in squares) if squares else (p.cells() + 1) // 2
    odd = len(squares) - even if squares else p.cells() // 2
    return f"by colour\neven {even}\nodd {odd}\n"


def farkas(p):
    """Prices with a closed form: of boards with an odd number of squares, and with a side of 4."""
    text, group = "", ""
    across = (lambda s: s[1]) if p.rows == 4 else (lambda s: s[0])
    for square in sorted(p.squares(), key=lambda s: s[::-1]):
        even = sum(square) % 2 == 0
        outer = across(square) in (1, 4)
        up = outer if 4 in (p.rows, p.cols) else even
        text += f"{'plus' if up else 'minus'} {name(square)} 1\n"
        group += f"in {name(square)}\n" if outer == even else ""
    return text + (f"set 2\n{group}" if 4 in (p.rows, p.cols) else "")


# Four corners with two moves each; the set that they cut off; and what follows.
CLAUSES = """two a1 c2
two d1 b2
two a2 c1
two d2 b1
three b3 a1 c1 d2
three c3 b1 d1 a2
leave a1 b1 c2 d2 a3 b3
clause -7 from 1 4 5
clause -5 from 2 3 6
clause from 9 8 7
"""


def valid_proofs():
    side = 2**32 - 1
    for label, p in {
        "5x5-a2": problem(5, 5, start="a2"),
        "7x7-b1": problem(7, 7, start="b1"),
        "5x5-closed": problem(5, 5, closed=True),
        "5x5-to": problem(5, 5, end="b1"),
        "6x6-ends": problem(6, 6, start="a1", end="c1"),
        "5x5-clue": problem(5, 5, clues=[(4, "c3")]),
        "8x8-corners": problem(8, 8, holes=["a1", "h8"]),
        "zebra": problem(5, 7, closed=True, leaper=(2, 3)),
        "huge": problem(side, side, closed=True),
        "huge-open": problem(side, side - 2, start="b1", clues=[(3, "mwlqkws1")]),
        "1x1": problem(1, 1, closed=True),
    }.items():
        refuse(f"colour-{label}.cert", p, colours(p))

    refuse("cut-3x3.cert", problem(3, 3), "by cut\ncomponents 2\n")
    inner = "remove b2\nremove c2\nremove b3\nremove c3\n"
    refuse("cut-4x4.cert", problem(4, 4), f"by cut\n{inner}components 6\n")
    for cols in (4, 5, 6, 7, 8):
        row2 = [f for f in range(1, cols + 1) if f % 2 == 0]
        row3 = [f for f in range(1, cols + 1) if f % 2 == 1]
        gone = [(f, 2) for f in row2] + [(f, 3) for f in row3]
        p = problem(4, cols, closed=True)
        count = proofs.count_components(proofs.neighbours(p), gone)
        assert count == cols + 1
        lines = "".join(f"remove {name(s)}\n" for s in gone)
        refuse(f"cut-4x{cols}-closed.cert", p, f"by cut\n{lines}components {count}\n")
    p = problem(4, 5, start="b2", end="b3")
    gone = [(2, 2), (4, 2), (1, 3), (3, 3), (5, 3)]
    p = problem(4, 5, start="b2")
    lines = "".join(f"remove {name(s)}\n" for s in gone)
    refuse("cut-4x5-end.cert", p, f"by cut\n{lines}components 6\n")

    for rows, cols in ((3, 3), (4, 4), (4, 5), (7, 4), (5, 7)):
        p = problem(rows, cols, closed=True)
        refuse(f"farkas-{rows}x{cols}.cert", p, f"by farkas\n{farkas(p)}")
    refuse("farkas-alone.cert", problem(3, 3, closed=True), "by farkas\nplus b2 1\n")
    end = "by farkas\nplus a1 1\nedge a1 c2 1\n"
    refuse("farkas-edge.cert", problem(2, 3, closed=True), end)
    refuse("farkas-star.cert", problem(3, 3), "by farkas\nplus b2 1\nedge b2 * 1\n")

    refuse("clauses-3x4.cert", problem(3, 4, closed=True), f"by clauses\n{CLAUSES}")
    p = problem(3, 4, start="b1", end="d1")
    at_b1 = "two a3 c2\ntwo d2 b3\nthree b1 d2 a3 *\n"
    refuse("clauses-star.cert", p, f"by clauses\n{at_b1}two * d1\nclause from 1 2 4 3\n")
    refuse("clauses-given.cert", p, f"by clauses\n{at_b1}given b1 *\nclause from 1 2 4 3\n")
    refuse("clauses-alone.cert", problem(3, 3, closed=True), "by clauses\ntwo b2\n")
    p = problem(3, 3, closed=True, leaper=(0, 2))
    refuse("clauses-leave.cert", p, "by clauses\nleave a1 a3 c1 c3\n")
    refuse("clauses-1x1.cert", problem(1, 1, closed=True), "by clauses\ntwo a1\n")

    refuse("degree-3x3.cert", problem(3, 3), "by degree\nsquare b2\n")
    refuse("degree-3x3-closed.cert", problem(3, 3, closed=True), "by degree\nsquare b2\n")
    corners = "square a1\nsquare a5\nsquare e1\nsquare e5\n"
    refuse("degree-5x5-ends.cert", problem(5, 5, start="c3", end="e3"), f"by degree\n{corners}")
    far = problem(5, 8, start="b3", end="h5")
    refuse("degree-5x8-b3.cert", far, "by degree\nsquare a1\nsquare a5\n")
    refuse("degree-same-end.cert", problem(5, 5, start="a1", end="a1"), "by degree\nsquare *\n")
    apart = problem(6, 6, closed=True, start="a1", end="a2")
    refuse("degree-not-joined.cert", apart, "by degree\nsquare c3\n")
    short = "".join(f"square {at}\n" for at in ("a1", "a3", "d1", "d3", "d2"))
    refuse("degree-3x4-closed.cert", problem(3, 4, closed=True), f"by degree\n{short}")

    for label, p, cuts in (
        ("3x3", problem(3, 3), False),
        ("3x4-closed", problem(3, 4, closed=True), False),
        ("3x6-closed", problem(3, 6, closed=True), False),
        ("3x8-closed", problem(3, 8, closed=True), False),
        ("4x5-closed", problem(4, 5, closed=True), True),
        ("3x3-cut", problem(3, 3, clues=[(2, "a2")]), True),
        ("4x4", problem(4, 4), False),
        ("4x4-cut", problem(4, 4), True),
        ("3x5", problem(3, 5), False),
        ("3x4-ends", problem(3, 4, start="a1", end="c2"), True),
    ):
        refuse(f"edges-{label}.cert", p, edge_tree(p, cuts))

    for label, p in {
        "3x4-late": problem(3, 4, start="a1", clues=[(3, "d3")]),
        "3x4-end": problem(3, 4, start="a1", end="c1"),
        "4x4": problem(4, 4, start="a1"),
        "5x5-clues": problem(5, 5, start="a1", clues=[(3, "a1")]),
        "5x5-c3": problem(5, 5, start="c3", clues=[(2, "b1"), (4, "e1"), (25, "b2")]),
        "3x5": problem(3, 5, start="a1"),
        "2x2-closed": problem(2, 2, closed=True, clues=[(1, "a1")]),
    }.items():
        refuse(f"steps-{label}.cert", p, step_tree(p))

    for rows, cols in ((5, 5), (4, 100), (8, 3), (1, 1), (2**32, 2), (4, 2**32)):
        p = problem(rows, cols, closed=True)
        what = f"WITH OBLIGATIONS 1 no-tour {rows}x{cols} closed by theorem schwenk-1991"
        refuse(f"theorem-{rows}x{cols}.cert", p, "by theorem\nname schwenk-1991\n", what)
    # A proof with fewer ends than were asked shows more; no question takes the file's problem.
    text = (
        f"{MAGIC}kind no-tour\nboard 4x4\nleaper 1,2\ntour open\nby cut\n{inner}components 6\nend\n"
    )
    valid("stronger.cert", text, "--board 4x4 --open --from a1", "no-tour 4x4 open by cut")
    text = f"{MAGIC}kind no-tour\nboard 5x5\nleaper 1,2\ntour open\nfrom a2\nby colour\neven 13\nodd 12\nend\n"
    valid("not-asked.cert", text, "", "no-tour 5x5 open from a2 by colour")


if __name__ == "__main__":
    from check_corpus_count import count_files
    import check_corpus_queens
    from check_corpus_wrong import wrong_files

    if len(sys.argv) > 1:
        CORPUS = Path(sys.argv[1])

    for old in CORPUS.glob("*/*"):
        old.unlink()
    valid_tours()
    valid_traces()
    valid_proofs()
    check_corpus_queens.valid_files(sys.modules[__name__])
    wrong_files(sys.modules[__name__])
    count_files(sys.modules[__name__])
    check_corpus_queens.wrong_files(sys.modules[__name__])
    (CORPUS / "table.txt").write_text("".join(TABLE))
