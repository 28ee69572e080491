"""Placements of queens and counts of them, for check.py, as FORMATS.md describes them."""

import json
import re

from check import INT, LIMIT, SIDE, SQUARE, Fault, Lines, integer, malformed, name, parse_square

RULES = ("toroidal", "knights", "reflecting")
TOO_MANY = (None, None, f"limit of {LIMIT} squares", "unknown")


class Placed:
    """Queens on a board: pairs of a square (file, rank) and its line."""

    def __init__(self, rows, cols, queens, line, last):
        self.rows, self.cols, self.queens, self.line, self.last = rows, cols, queens, line, last


def text_of(data):
    try:
        return data.removeprefix(b"\xef\xbb\xbf").decode("ascii")
    except UnicodeDecodeError:
        return None


def kind(data, asked):
    """What a file about queens is; None for a tour."""
    named = {"cert": "cert", "json": "json", "svg": "svg", "npy": "npy", "board": "board"}
    if asked.format in ("columns", "fen"):
        return asked.format
    if asked.format is None:
        found = guess(data)
    elif asked.format in named:
        found = named[asked.format]
    else:
        return "columns" if asked.queens else None
    found = found or "columns"
    return found if asked.queens or about_queens(data, found, asked) else None


def guess(data):
    if data.startswith(b"\x93NUMPY"):
        return "npy"
    if data.startswith(b"hippodrome-certificate"):
        return "cert"
    text = data.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\n\r\x0c")
    if text[:1] in (b"{", b"<"):
        return "json" if text[:1] == b"{" else "svg"
    if b"/" in text.split(b"\n")[0]:
        return "fen"
    return "board" if re.search(rb"[Q.]", text) else None


def about_queens(data, found, asked):
    if found == "cert":
        lines = data.split(b"\n") + [b"", b""]
        return lines[1] == b"kind placement" or (
            lines[1] == b"kind count" and lines[2].startswith(b"queens ")
        )
    if found == "json":
        return object_about_queens(data)
    if found == "svg":
        match = metadata(data)
        return bool(match) and object_about_queens(match[0])
    if found == "npy":
        header = array(data)
        return header is not None and len(header[0]) == 1
    text = text_of(data)
    if text is None:
        return False
    if found == "board":
        return "Q" in text and re.fullmatch(r"[\s.Q#\[\]\"',]*", text) is not None
    if found == "fen":
        words = [line.split()[0] for line in text.split("\n") if line.split()]
        return all(re.fullmatch("[0-9/Qq]*[Qq][0-9/Qq]*", word) for word in words)
    import check_formats

    tours = asked.closed is not None or asked.leaper or asked.start or asked.end or asked.clues
    if asked.format or tours or (asked.board and asked.board[0] != asked.board[1]):
        return False
    if check_formats.detect(data) != "board":
        return False
    try:
        lists = columns_of(text)
    except Fault:
        return False
    if not lists or len(lists[0][1]) < 2 or any(len(l) != len(lists[0][1]) for _, l in lists):
        return False
    return len(lists) == 1 or all(1 <= file <= len(l) for _, l in lists for file in l)


def object_about_queens(data):
    has = lambda key: b'"' + key + b'"' in data
    return any(map(has, (b"columns", b"solutions", b"fundamental"))) and not has(b"squares")


def metadata(data):
    import check_formats

    match = re.search(rb"<metadata[^>]*>\s*(.*?)\s*</metadata", data, re.DOTALL)
    if not match:
        return None
    return check_formats.unescaped(match[1]), 1 + data.count(b"\n", 0, match.start(1))


def columns_of(text):
    """Lists of numbers with the line of the first: a line, `]` or `;` ends one."""
    lists, line, numbers = [], 1, []
    for word in re.findall(r"[0-9]+|[^0-9]", text + "\n"):
        if word.isdigit():
            first = first if numbers else line
            numbers.append(integer(word))
        elif word in "\n];":
            if numbers:
                lists.append((first, numbers))
            numbers = []
            line += word == "\n"
        elif word not in " \t\r,[()":
            raise malformed(line, "no columns")
    return lists


def columns(data, asked):
    lists = columns_of(text_of(data) or "?")
    if not lists:
        raise malformed(1, "there are no columns")
    base = 0 if any(0 in numbers for _, numbers in lists) else 1
    for line, numbers in lists:
        rows = len(numbers)
        cols = asked.board[1] if asked.board and asked.board[0] == rows else rows
        if not all(number - base < SIDE for number in numbers):
            raise malformed(line, "no file")
        queens = [((file + 1 - base, rank), line) for rank, file in enumerate(numbers, 1)]
        yield Placed(rows, cols, queens, line, line)


def stacked(ranks):
    """The placement of ranks from the top: (squares, files of queens, line)."""
    for squares, _, line in ranks:
        if squares != ranks[0][0]:
            raise malformed(line, "a ragged board")
    rows, queens = len(ranks), []
    for rank, (_, files, line) in zip(range(rows, 0, -1), ranks):
        queens += [((file, rank), line) for file in files]
    return Placed(rows, ranks[0][0], queens, ranks[0][2], ranks[-1][2])


def boards(data, asked):
    text, line, blank = text_of(data), 1, True
    if text is None:
        raise malformed(1, "not a board")
    rank, ranks, found = "", [], []

    def end_rank():
        nonlocal rank
        if rank:
            files = [file for file, cell in enumerate(rank, 1) if cell == "Q"]
            ranks.append((len(rank), files, rank_line))
        rank = ""

    for char in text + "\n]":
        if char in ".Q#":
            rank, rank_line = rank + char, line
        elif char in "\"'\n]":
            end_rank()
            if char == "]" or (char == "\n" and blank):
                if ranks:
                    found.append(stacked(ranks))
                ranks = []
        elif char not in ",[" and not char.isspace():
            raise malformed(line, "neither . nor Q")
        blank = (blank or char == "\n") and char.isspace()
        line += char == "\n"
    if not found:
        raise malformed(1, "there is no board")
    return found


def fen(data, asked):
    text, found = text_of(data), []
    if text is None:
        raise malformed(1, "no ranks")
    for line, text in enumerate(text.split("\n"), 1):
        if not text.split():
            continue
        ranks = []
        for rank in text.split()[0].split("/"):
            squares, files = 0, []
            for word in re.findall("[0-9]+|.", rank):
                if word in "Qq":
                    squares += 1
                    files.append(squares)
                elif word.isdigit() and 1 <= integer(word) <= SIDE:
                    squares += integer(word)
                else:
                    raise malformed(line, "neither Q nor a number")
                if squares > SIDE:
                    raise malformed(line, "a rank that is too long")
            ranks.append((squares, files, line))
        found.append(stacked(ranks))
    if not found:
        raise malformed(1, "there are no ranks")
    return found


def array(data):
    """The shape, the numbers' type, the data, of an array of whole numbers; None for others."""
    match = re.match(rb"\x93NUMPY(?:\x01\x00(..)|[\x02\x03]\x00(....))", data, re.DOTALL)
    if not match:
        return None
    length = int.from_bytes(match[1] or match[2], "little")
    header, body = data[match.end() : match.end() + length], data[match.end() + length :]
    descr = re.search(rb"'descr'\s*:\s*'([<>|])([iu])([1248])'", header)
    order = re.search(rb"'fortran_order'\s*:\s*(True|False)", header)
    shape = re.search(rb"'shape'\s*:\s*\(([0-9,\s]*)\)", header)
    whole = re.fullmatch(rb"\s*\{.*\}\s*", header, re.DOTALL)
    if len(header) < length or not (descr and order and shape and whole):
        return None
    sides = [side.strip() for side in shape[1].split(b",") if side.strip()]
    if not all(re.fullmatch(b"[0-9]+", side) for side in sides):
        return None
    return [integer(side.decode()) for side in sides], descr, body


def npy(data, asked):
    found = array(data)
    if not found or len(found[0]) != 1:
        raise malformed(1, "no array of one dimension")
    (n,), descr, body = found
    size = int(descr[3])
    if n > LIMIT:
        raise Fault(*TOO_MANY)
    if len(body) != n * size:
        raise malformed(1, "the data do not fit the shape")
    order = "big" if descr[1] == b">" else "little"
    words = (body[at : at + size] for at in range(0, len(body), size))
    numbers = [int.from_bytes(word, order, signed=descr[2] == b"i") for word in words]
    base = 0 if 0 in numbers else 1
    if not all(0 <= number and number - base < SIDE for number in numbers):
        raise malformed(1, "no file")
    return [Placed(n, n, [((f + 1 - base, r), 1) for r, f in enumerate(numbers, 1)], 1, 1)]


def objects(data, line):
    """The objects of a file, each with the line on which it begins."""
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        raise malformed(line + data[: error.start].count(b"\n"), "not UTF-8") from None

    def once(pairs):
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a key comes twice")
        return dict(pairs)

    decoder = json.JSONDecoder(object_pairs_hook=once, parse_constant=lambda word: 1 / 0)
    blanks, at = re.compile(r"[ \t\n\r\f]*"), 0
    while True:
        at = blanks.match(text, at).end()
        start = line + text.count("\n", 0, at)
        try:
            found, at = decoder.raw_decode(text, at)
        except (ValueError, ZeroDivisionError, RecursionError) as error:
            raise malformed(start, f"{error}") from None
        if not isinstance(found, dict):
            raise malformed(start, "no object")
        yield found, start
        at = blanks.match(text, at).end()
        if at == len(text):
            return


def whole(number):
    return type(number) is int and 0 <= number < 1 << 64


def big(said, key, line):
    """A count: digits as a text, a number, or nothing."""
    value = said.get(key)
    if isinstance(value, str) and re.fullmatch("0|[1-9][0-9]{0,37}", value):
        return int(value)
    if value is not None and not whole(value):
        raise malformed(line, f"{key} is no count")
    return value


def from_objects(data, line):
    """Placements, the number declared with its line, and a count."""
    placements, declared, count = [], None, None
    for said, at in objects(data, line):
        if count is not None or declared is not None:
            raise malformed(at, "something follows")
        lists = []
        if "columns" in said:
            lists.append(said["columns"])
        if "solutions" in said:
            if not isinstance(said["solutions"], list):
                raise malformed(at, "no list of solutions")
            for solution in said["solutions"]:
                if not isinstance(solution, dict) or "columns" not in solution:
                    raise malformed(at, "a solution without columns")
                lists.append(solution["columns"])
        names = "count", "fundamental", "half_turn", "quarter_turn"
        number, classes, half, quarter = (big(said, key, at) for key in names)
        orbits = said.get("orbits")
        if isinstance(orbits, list):
            if len(orbits) > 4:
                raise malformed(at, "not four classes")
            orbits = [big({"o": orbit}, "o", at) for orbit in orbits]
            if None in orbits:
                raise malformed(at, "no number of classes")
        else:
            orbits = None
        for key in ("what", "method"):
            if isinstance(said.get(key), str) and not re.fullmatch("[a-zA-Z0-9]{1,20}", said[key]):
                raise malformed(at, f"{key} is no name")
        if not all(isinstance(files, list) and all(map(whole, files)) for files in lists):
            raise malformed(at, "columns are a list of files")
        n = said.get("n")
        if not whole(n) or n > SIDE:
            raise malformed(at, "the object has no n")
        for files in lists:
            if not all(1 <= file <= SIDE for file in files):
                raise malformed(at, "no file")
            queens = [((file, rank), at) for rank, file in enumerate(files, 1)]
            placements.append(Placed(n, n, queens, at, at))
        if lists:
            declared = None if number is None else (number, at)
            continue
        if number is None or placements:
            raise malformed(at, "no columns and no count")
        if orbits is not None and len(orbits) != 4:
            raise malformed(at, "orbits are four numbers")
        what = said.get("what") if isinstance(said.get("what"), str) else None
        what = "completions" if "solutions" in said else what if what != "queens" else None
        parts = [(half, at), (quarter, at), (classes, at)]
        known = what is None and None not in (half, quarter, classes)
        count = {
            "n": n,
            "what": what,
            "line": at,
            "count": (number, at),
            "classes": parts if known else None,
            "orbits": (orbits, at) if orbits else None,
            "units": None,
        }
    return placements, declared, count


def certificate(data):
    lines = Lines(data)
    lines.next("hippodrome-certificate 1")
    (found,) = lines.next("kind (placement|count|tour|trace|no-tour)")
    if found not in ("placement", "count"):
        raise Fault("other-kind", 2, "asked were queens")
    if found == "count":
        return [], (), count_of(lines)
    rows, cols = map(integer, lines.next(f"board {INT}x{INT}"))
    board, queens, nowhere = lines.at, [], None
    if max(rows, cols) > SIDE or (rows == 0) != (cols == 0):
        raise malformed(lines.at, "no sides")
    rules = lines.next_if("rule", f"({'|'.join(RULES)})") or ()
    while found := lines.next_if("queen", SQUARE):
        square = parse_square(found[0])
        if 1 <= square[0] <= SIDE and 1 <= square[1] <= SIDE:
            queens.append((square, lines.at))
        else:
            nowhere = nowhere or Fault("off-board", lines.at, "off every board")
    last = lines.end()
    if nowhere:
        raise nowhere
    return [Placed(rows, cols, queens, board, last)], rules, None


def count_of(lines):
    n = integer(lines.next(f"queens {INT}")[0])
    if n > SIDE:
        raise malformed(lines.at, "n is too large")
    line, units, missing = lines.at, None, None
    lines.next("method [a-z]+")
    if found := lines.next_if("units", INT):
        declared, total, following, last = integer(found[0]), 0, 0, -1
        if declared > SIDE:
            raise malformed(lines.at, "too many units")
        while found := lines.next_if("unit", f"{INT} {INT}"):
            unit, value = map(integer, found)
            if not last < unit < declared:
                raise malformed(lines.at, "units out of order")
            if unit != following:
                missing = missing or Fault("unit-missing", lines.at, f"unit {following}")
            last, following, total = unit, unit + 1, total + value
        if following < declared:
            missing = missing or Fault("unit-missing", lines.at + 1, f"unit {following}")
        units = declared, total
    numbers = []
    for key in ("count", "half-turn", "quarter-turn", "fundamental"):
        numbers.append((integer(lines.next(f"{key} {INT}")[0]), lines.at))
    lines.end()
    if missing:
        raise missing
    return {
        "n": n,
        "what": None,
        "line": line,
        "count": numbers[0],
        "classes": numbers[1:],
        "orbits": None,
        "units": units,
    }


def check(data, asked, found):
    """The rest of the line after `s VERIFIED `, or a Fault."""
    declared, count, rules = None, None, ()
    if found == "cert":
        placements, rules, count = certificate(data)
    elif found in ("json", "svg"):
        text, line = (data, 1) if found == "json" else metadata(data) or (None, 1)
        if text is None:
            raise malformed(1, "no metadata")
        placements, declared, count = from_objects(text, line)
    else:
        readers = {"npy": npy, "board": boards, "fen": fen, "columns": columns}
        placements = list(readers[found](data, asked))
    if asked.closed is not None or asked.leaper or asked.start or asked.end or asked.clues:
        raise Fault("other-kind", 1, "asked was a tour")
    if count:
        return check_count(count, asked)
    if sum(len(placed.queens) for placed in placements) > LIMIT:
        raise Fault(*TOO_MANY)
    rules = [rule for rule in RULES if rule in rules or getattr(asked, rule)]
    seen = set()
    for placed in placements:
        check_placement(placed, asked, rules)
        squares = frozenset(square for square, _ in placed.queens)
        if squares in seen:
            raise Fault("solution-repeated", placed.line, "it was there before")
        seen.add(squares)
    if declared and declared[0] != len(placements):
        raise Fault("wrong-count", declared[1], f"{len(placements)} are listed")
    one = placements[0]
    many = "placement" if len(placements) == 1 else f"{len(placements)} placements"
    text = f"{many} of {len(one.queens)} queens {one.rows}x{one.cols}"
    text += "".join(f" {rule}" for rule in rules)
    for word, squares in (("with", asked.given), ("without", asked.holes or [])):
        if len(squares) > 4:
            text += f" {word} {len(squares)} squares"
        elif squares:
            text += f" {word} " + " ".join(map(name, squares))
    return text


def check_placement(placed, asked, rules):
    rows, cols, queens = placed.rows, placed.cols, placed.queens
    if asked.board and asked.board != (rows, cols):
        raise Fault("other-board", placed.line, "another board was asked")
    free = asked.k is None and not asked.board
    if rows != cols and (free or "toroidal" in rules or "reflecting" in rules):
        raise Fault("not-square", placed.line, "the board is not square")
    if len(queens) != (min(rows, cols) if asked.k is None else asked.k):
        raise Fault("queens-count", placed.last, f"{len(queens)} queens")
    for (file, rank), line in queens:
        if file > cols or rank > rows:
            raise Fault("off-board", line, "off the board")
        if (file, rank) in (asked.holes or []):
            raise Fault("queen-on-hole", line, "on a blocked square")
    taken, standing = set(), set()
    for (file, rank), line in queens:
        up, down = file - rank, file + rank
        if "toroidal" in rules:
            up, down = up % rows, down % rows
        lines = [("rank", rank), ("file", file), ("down", down), ("up", up)]
        if "reflecting" in rules:
            lines += [("wall", file + rank), ("wall", file - rank)]
        leaps = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
        near = any((file + f, rank + r) in standing for f, r in leaps)
        if any(one in taken for one in lines) or ("knights" in rules and near):
            raise Fault("queens-attack", line, f"{name((file, rank))} is attacked")
        taken.update(lines)
        standing.add((file, rank))
    if not all(square in standing for square in asked.given):
        raise Fault("queen-missing", placed.last, "a queen that was asked is not there")


def check_count(said, asked):
    n, (count, line), obligations = said["n"], said["count"], 1
    if asked.board and asked.board != (n, n):
        raise Fault("other-board", said["line"], "another board was asked")
    if said["units"] and said["units"][1] != count:
        raise Fault("wrong-count", line, "the units add up to something else")
    if said["what"]:
        return f"WITH OBLIGATIONS 1 count of {said['what']}, n = {n}: {count}"
    text = f"count of {n} queens: {count} solutions"
    if said["classes"]:
        (half, line), (quarter, _), (classes, last) = said["classes"]
        one = int(n < 2)
        eights, fours, twos = count - half, half - quarter, quarter - one
        if min(eights, fours, twos) < 0 or eights % 8 or fours % 4 or twos % 2:
            raise Fault("wrong-count", line, "no classes of 8, 4 and 2")
        orbits = [eights // 8, fours // 4, twos // 2, one]
        if sum(orbits) != classes:
            raise Fault("wrong-count", last, f"{sum(orbits)} classes follow")
        if said["orbits"] and said["orbits"][0] != orbits:
            raise Fault("wrong-count", said["orbits"][1], "other classes follow")
        text, obligations = f"{text}, {classes} up to symmetry", 2
    return f"WITH OBLIGATIONS {obligations} {text}"
