#!/usr/bin/env python3
"""The second checker, written from FORMATS.md alone. Here is what it makes of tours; beside it are
traces, proofs that there is no tour, and the other formats.

It shares no code and no language with the first one, and has to agree with it on every file of
the corpus: the same verdict, the same code, the same line. Only the standard library is used.

    check.py FILE [--board 8x8] [--hole SQ]... [--leaper R,S] [--closed | --open]
             [--from SQ] [--to SQ] [--step-at K=SQ]... [--format F]
             [--queens] [--toroidal] [--knights] [--reflecting] [-k K] [--queen SQ]... [--block SQ]...
             [--against OTHER]
"""

import argparse
import re
import sys
from dataclasses import dataclass, field

LIMIT = 1 << 26
SIDE = 1 << 32
CODES = {"rejected": 1, "malformed": 2, "unknown": 3}


class Fault(Exception):
    """Why a file is not verified."""

    def __init__(self, code, line, reason, kind="rejected"):
        super().__init__(reason)
        self.kind, self.code, self.line, self.reason = kind, code, line, reason


def malformed(line, reason):
    return Fault("malformed", line, reason, "malformed")


def name(square):
    """(file, rank) from 1 as text."""
    file, letters = square[0], ""
    while file:
        file, letter = divmod(file - 1, 26)
        letters = chr(97 + letter) + letters
    return f"{letters}{square[1]}"


def integer(text):
    """Digits as a number; Python refuses very long ones, and no count is as long as that."""
    return int(text) if len(text) < 40 else 10**40


def parse_square(text):
    """A square in letters and digits, or None: it may be on no board at all."""
    match = re.fullmatch(r"([a-z]+)([0-9]+)", text)
    if not match:
        return None
    file = 0
    for letter in match[1][:9]:
        file = 26 * file + ord(letter) - 96
    return file, integer(match[2])


@dataclass
class Problem:
    """The problem of a file, with the line of each part."""

    rows: int
    cols: int
    holes: list = field(default_factory=list)
    leaper: tuple = (1, 2)
    closed: bool = False
    start: tuple | None = None
    end: tuple | None = None
    clues: list = field(default_factory=list)
    lines: dict = field(default_factory=dict)

    def cells(self):
        return self.rows * self.cols

    def size(self):
        return self.cells() - len(self.holes)

    def on_board(self, square):
        return 1 <= square[0] <= self.cols and 1 <= square[1] <= self.rows

    def squares(self):
        """All squares that are not holes, rank by rank."""
        holes = set(self.holes)
        every = ((f, r) for r in range(1, self.rows + 1) for f in range(1, self.cols + 1))
        return [square for square in every if square not in holes]

    def joined(self, one, other):
        return sorted((abs(one[0] - other[0]), abs(one[1] - other[1]))) == sorted(self.leaper)

    def directions(self):
        r, s = self.leaper
        return [(r, s), (s, r), (-r, s), (-s, r), (r, -s), (s, -r), (-r, -s), (-s, -r)]

    def words(self):
        text = f"{self.rows}x{self.cols}"
        if self.holes:
            many = len(self.holes) > 4
            text += " without " + (
                f"{len(self.holes)} squares" if many else " ".join(map(name, self.holes))
            )
        text += " closed" if self.closed else " open"
        text += f" from {name(self.start)}" if self.start else ""
        text += f" to {name(self.end)}" if self.end else ""
        if len(self.clues) > 4:
            text += f" with {len(self.clues)} clues"
        else:
            text += "".join(f" step-at {step}={name(square)}" for step, square in self.clues)
        return text + (
            f" leaper {self.leaper[0]},{self.leaper[1]}" if self.leaper != (1, 2) else ""
        )

    def examine(self):
        """Refuse a problem about squares that its board does not have."""
        for square, line in zip(self.holes, self.lines["holes"]):
            if not self.on_board(square):
                raise Fault("off-board", line, "a hole off the board")
        if self.size() == 0:
            raise Fault("no-squares", self.lines["board"], "all squares are holes")
        usable = [(self.start, self.lines["from"]), (self.end, self.lines["to"])]
        usable += [(clue[1], line) for clue, line in zip(self.clues, self.lines["step-at"])]
        steps = [1, 1] + [clue[0] for clue in self.clues]
        for step, (square, line) in zip(steps, usable):
            if not 1 <= step <= self.size():
                raise Fault("step-out-of-range", line, f"there is no step {step}")
            if square and not self.on_board(square):
                raise Fault("off-board", line, "a square off the board")
            if square and square in self.holes:
                raise Fault("on-hole", line, f"{name(square)} is a hole")

    def compare(self, asked):
        """Compare board, leaper and kind with what was asked."""
        if asked.board and asked.board != (self.rows, self.cols):
            raise Fault("other-board", self.lines["board"], "another board was asked")
        if asked.holes is not None and asked.holes != self.holes:
            extra = [
                line
                for hole, line in zip(self.holes, self.lines["holes"])
                if hole not in asked.holes
            ]
            raise Fault("other-holes", (extra + [self.lines["board"]])[0], "other holes were asked")
        if asked.leaper and asked.leaper != self.leaper:
            raise Fault("other-leaper", self.lines["leaper"], "another leaper was asked")
        if asked.closed is not None and asked.closed != self.closed:
            raise Fault("other-kind", self.lines["tour"], "the other kind of tour was asked")

    def add(self, asked):
        """Add the ends and clues that were asked to those that a tour claims."""
        for code, mine, theirs, line in (
            ("other-from", self.start, asked.start, self.lines["from"]),
            ("other-to", self.end, asked.end, self.lines["to"]),
        ):
            if mine and theirs and mine != theirs:
                raise Fault(code, line, "another end was asked")
        self.start, self.end = self.start or asked.start, self.end or asked.end
        self.clues = sorted(
            set(self.clues + asked.clues), key=lambda clue: (clue[0], clue[1][::-1])
        )

    def limit(self):
        if self.cells() > LIMIT:
            raise Fault(None, None, f"limit of {LIMIT} squares", "unknown")


def verify(problem, visits, last_line):
    """Check a tour: visits are pairs of a square and its line."""
    size, seen, previous, clues = problem.size(), set(), None, list(problem.clues)
    holes = set(problem.holes)
    if clues and clues[0][0] == 0:
        raise Fault("step-out-of-range", last_line, "there is no step 0")
    for step, (square, line) in enumerate(visits, 1):
        if not problem.on_board(square):
            raise Fault("off-board", line, f"step {step} is off the board")
        if square in holes:
            raise Fault("on-hole", line, f"step {step} is on the hole {name(square)}")
        if square in seen:
            raise Fault("square-repeated", line, f"step {step}: {name(square)} was visited before")
        seen.add(square)
        if previous and not problem.joined(previous, square):
            raise Fault("not-a-move", line, f"step {step}: {name(previous)} to {name(square)}")
        if step == 1 and problem.start and problem.start != square:
            raise Fault("wrong-start", line, f"{name(square)} is the first square")
        while clues and clues[0][0] == step:
            if clues.pop(0)[1] != square:
                raise Fault("wrong-step", line, f"{name(square)} is at step {step}")
        previous = square
    if len(seen) < size:
        raise Fault("square-missing", last_line, f"{size - len(seen)} squares are not visited")
    if clues:
        raise Fault("step-out-of-range", last_line, f"there is no step {clues[0][0]}")
    (first, _), (last, line) = visits[0], visits[-1]
    if problem.end and problem.end != last:
        raise Fault("wrong-end", line, f"{name(last)} is the last square")
    if problem.closed and size < 3:
        raise Fault("too-small", line, "a closed tour has at least 3 squares")
    if problem.closed and not problem.joined(first, last):
        raise Fault("not-closed", line, f"{name(last)} to {name(first)} is not a move")


class Lines:
    """The lines of a certificate; each is held to the lexical rules when it is looked at."""

    def __init__(self, data):
        self.all, self.at = data.split(b"\n"), 0

    def peek(self):
        line, is_last = self.all[self.at], self.at == len(self.all) - 1
        if is_last and not line:
            raise malformed(max(self.at, 1), 'the file stops before "end"')
        if len(line) > 65536:
            raise Fault(None, None, "limit of 65536 bytes a line", "unknown")
        if is_last or not re.fullmatch(rb"[!-~]+( [!-~]+)*", line):
            raise malformed(self.at + 1, "not words with one blank between, and a line feed")
        return line.decode("ascii")

    def next(self, pattern):
        """The groups of the next line, which must match."""
        match = re.fullmatch(pattern, self.peek())
        self.at += 1
        if not match:
            raise malformed(self.at, f"expected {pattern}")
        return match.groups()

    def next_if(self, keyword, pattern):
        if not self.peek().startswith(keyword + " "):
            return None
        return self.next(keyword + " " + pattern)

    def end(self):
        self.next("end")
        if self.at != len(self.all) - 1 or self.all[-1]:
            raise malformed(self.at + 1, 'something follows "end"')
        return self.at


INT = r"(0|[1-9][0-9]*)"
SQUARE = r"([a-z]{1,7}(?:0|[1-9][0-9]*))"


def increasing(lines, keys):
    if len(keys) > 1 and not keys[-2] < keys[-1]:
        raise malformed(lines.at, "not in increasing order")


def read_problem(lines):
    rows, cols = map(integer, lines.next(f"board {INT}x{INT}"))
    at = {"board": lines.at, "holes": [], "step-at": [], "from": 0, "to": 0}
    if not (1 <= rows <= SIDE and 1 <= cols <= SIDE):
        raise malformed(lines.at, "sides are 1 to 2^32")
    problem = Problem(rows, cols, lines=at)
    while found := lines.next_if("hole", SQUARE):
        problem.holes.append(parse_square(found[0]))
        at["holes"].append(lines.at)
        increasing(lines, [square[::-1] for square in problem.holes[-2:]])
    problem.leaper = tuple(map(integer, lines.next(f"leaper {INT},{INT}")))
    at["leaper"] = lines.at
    if not (problem.leaper[0] <= problem.leaper[1] and 1 <= problem.leaper[1] <= SIDE):
        raise malformed(
            lines.at, "the leaper's smaller number comes first, the larger is 1 to 2^32"
        )
    problem.closed = lines.next("tour (closed|open)")[0] == "closed"
    at["tour"] = lines.at
    if found := lines.next_if("from", SQUARE):
        problem.start, at["from"] = parse_square(found[0]), lines.at
    if found := lines.next_if("to", SQUARE):
        problem.end, at["to"] = parse_square(found[0]), lines.at
    while found := lines.next_if("step-at", f"{INT} {SQUARE}"):
        problem.clues.append((integer(found[0]), parse_square(found[1])))
        at["step-at"].append(lines.at)
        increasing(lines, [step for step, _ in problem.clues[-2:]])
    return problem


def check_tour(lines, asked):
    problem, visits = read_problem(lines), []
    visits.append((parse_square(lines.next(f"visit {SQUARE}")[0]), lines.at))
    while found := lines.next_if("visit", SQUARE):
        visits.append((parse_square(found[0]), lines.at))
    end = lines.end()
    problem.examine()
    problem.compare(asked)
    problem.add(asked)
    problem.limit()
    verify(problem, visits, end)
    return f"tour {problem.words()}"


def check(data, asked):
    """The rest of the line after `s VERIFIED `, or a Fault."""
    import check_queens

    if kind := check_queens.kind(data, asked):
        return check_queens.check(data, asked, kind)
    if asked.format not in (None, "cert") or not data.startswith(b"hippodrome-certificate"):
        if asked.format == "cert":
            raise malformed(1, "no certificate")
        import check_formats

        return check_formats.check(data, asked)
    lines = Lines(data)
    lines.next("hippodrome-certificate 1")
    (kind,) = lines.next("kind (tour|trace|no-tour|count)")
    if kind == "tour":
        return check_tour(lines, asked)
    if kind == "count":
        import check_count

        return check_count.check(lines, data, asked)
    if kind == "trace":
        import check_trace

        return check_trace.check(lines, asked)
    import check_no_tour

    return check_no_tour.check(lines, asked)


def question(arguments):
    """The question of a command line; a usage error ends the program with status 2."""

    def board(text):
        sides = [int(side) for side in (text.split("x") if "x" in text else (text, text))]
        if len(sides) != 2 or not all(1 <= side <= SIDE for side in sides):
            raise ValueError
        return tuple(sides)

    def square(text):
        if "," in text:
            found = tuple(map(int, text.split(",")))
        else:
            found = parse_square(text.lower())
        if not found or len(found) != 2 or not all(1 <= part <= SIDE for part in found):
            raise ValueError
        return found

    def clue(text):
        step, _, at = text.partition("=")
        return int(step), square(at)

    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--board", type=board)
    parser.add_argument("--hole", dest="holes", type=square, action="append")
    parser.add_argument("--leaper", type=lambda text: tuple(sorted(map(int, text.split(",")))))
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--closed", dest="closed", action="store_true", default=None)
    kind.add_argument("--open", dest="closed", action="store_false", default=None)
    parser.add_argument("--from", dest="start", type=square)
    parser.add_argument("--to", dest="end", type=square)
    parser.add_argument("--step-at", dest="clues", type=clue, action="append", default=[])
    parser.add_argument("--format")
    parser.add_argument("--against")
    for flag in ("--queens", "--toroidal", "--knights", "--reflecting"):
        parser.add_argument(flag, action="store_true")
    parser.add_argument("-k", type=int)
    parser.add_argument("--queen", dest="given", type=square, action="append", default=[])
    parser.add_argument("--block", type=square, action="append", default=[])
    asked = parser.parse_args(arguments)
    asked.queens |= asked.toroidal or asked.knights or asked.reflecting or asked.k is not None
    asked.queens |= bool(asked.given or asked.block)
    if asked.block:
        asked.holes = (asked.holes or []) + asked.block
    if asked.board and asked.holes is None:
        asked.holes = []
    if asked.holes is not None:
        asked.holes = sorted(set(asked.holes), key=lambda hole: hole[::-1])
    return asked


def verdict(data, asked):
    """The last line and the exit status."""
    try:
        what = check(data, asked)
    except Fault as fault:
        if fault.kind == "unknown":
            return f"s UNKNOWN {fault.reason}", 3
        return f"s REJECTED {fault.code} line {fault.line}: {fault.reason}", CODES[fault.kind]
    return f"s VERIFIED {what}", 3 if what.startswith("WITH ") else 0


def main(arguments):
    asked = question(arguments)
    with sys.stdin.buffer if asked.file == "-" else open(asked.file, "rb") as file:
        data = file.read()
    line, code = verdict(data, asked)
    if asked.against and code == 3:
        import check_count

        with open(asked.against, "rb") as file:
            other = file.read()
        if verdict(other, question(["-"]))[1] != 3:
            line, code = "s REJECTED other-wrong line 1: the other certificate is wrong", 1
        elif reason := check_count.against(data, other):
            line, code = f"s REJECTED other-certificate line 1: {reason}", 1
    print(line)
    return code


if __name__ == "__main__":
    sys.modules["check"] = sys.modules["__main__"]
    sys.exit(main(sys.argv[1:]))
