"""The formats of a tour that are not certificates, for check.py, as FORMATS.md describes them."""

import json
import re
import struct

from check import LIMIT, SIDE, Fault, Problem, integer, malformed, name, parse_square, verify


def check(data, asked):
    """Read a tour, put its problem together with what was asked, and verify it."""
    kind = asked.format or detect(data)
    readers = {
        "board": grid,
        "matrix": grid,
        "squares": squares,
        "csv": table,
        "json": lambda data, asked: tour_object(data, 1),
        "prolog": prolog,
        "tsplib": tsplib,
        "npy": npy,
        "svg": svg,
    }
    found = readers[kind](data, asked)
    visits, line = found["visits"], found.get("line") or 1
    board = found.get("board") or asked.board
    if not board:
        known = [square for square, _ in visits] + (asked.holes or [])
        if not visits:
            raise malformed(1, "there are no squares")
        board = (max(s[1] for s in known), max(s[0] for s in known))
    holes = found.get("holes")
    holes = sorted(set(holes if holes is not None else asked.holes or []), key=lambda s: s[::-1])
    leaper = found.get("leaper") or asked.leaper or guess_leaper(visits)
    if not 1 <= max(leaper) <= SIDE:
        raise malformed(line, "no leaper")
    closed = found.get("closed")
    closed = bool(asked.closed if closed is None else closed)
    at = dict.fromkeys(["board", "leaper", "tour", "from", "to"], line)
    at |= {"holes": [line] * len(holes), "step-at": []}
    problem = Problem(*board, holes, tuple(sorted(leaper)), closed, lines=at)
    problem.examine()
    problem.compare(asked)
    problem.add(asked)
    problem.limit()
    verify(problem, visits, found["last_line"])
    return f"tour {problem.words()}"


def guess_leaper(visits):
    def leaper(one, other):
        return tuple(sorted((abs(one[0][0] - other[0][0]), abs(one[0][1] - other[0][1]))))

    found = set(map(leaper, visits, visits[1:]))
    return found.pop() if len(found) == 1 and (0, 0) not in found else (1, 2)


def detect(data):
    if data.startswith(b"\x93NUMPY"):
        return "npy"
    line = text_of(data).lstrip().split("\n")[0].strip().lower()
    if line[:1] in ("{", "<"):
        return "json" if line[0] == "{" else "svg"
    if line.startswith("answer"):
        return "prolog"
    if line.startswith(("name", "type", "comment", "dimension", "tour_section")):
        return "tsplib"
    cells = [cell.strip().strip('"') for cell in re.split("[,;\t]", line)]
    if "step" in cells or "square" in cells:
        return "csv"
    # The list itself may begin on a later line than its bracket.
    rest = text_of(data).lstrip(" \t\r\n\f[{\"',;")
    if rest.startswith("("):
        return "squares"
    line = rest.split("\n")[0].lower()
    words = [word for word in (word.strip("()[]{}\"',;") for word in line.split()) if word]
    if words and (
        re.match("[a-z]+[0-9]", words[0]) or all(re.fullmatch("[0-9]+,[0-9]+", w) for w in words)
    ):
        return "squares"
    return "board"


NO_BLANKS = {ord(blank): "\x01" for blank in "\x0b\x1c\x1d\x1e\x1f\x85\xa0"}


def text_of(data):
    """Bytes as text, one character each: what is not ASCII has no meaning but frames of grids."""
    # Blanks are those of ASCII; Python knows more, and they are no blanks here.
    return data.removeprefix(b"\xef\xbb\xbf").decode("latin-1").translate(NO_BLANKS)


def lines_of(data):
    every = (
        (number, line.strip(" \t\r\f")) for number, line in enumerate(text_of(data).split("\n"), 1)
    )
    return [(number, line) for number, line in every if line]


def side(text):
    """A file or rank by its number."""
    return integer(text) if re.fullmatch("[0-9]+", text) and 1 <= integer(text) <= SIDE else None


def square_of(text, line):
    """A square as people write it."""
    if not isinstance(text, str):
        raise malformed(line, f"{text!r} is no square")
    pair = re.fullmatch(r"\s*([0-9]+)\s*,\s*([0-9]+)\s*", text)
    found = (integer(pair[1]), integer(pair[2])) if pair else parse_square(text.lower())
    if not found or not all(1 <= part <= SIDE for part in found):
        raise malformed(line, f"{text!r} is no square")
    return found


def squares(data, asked):
    text, visits, at, line = text_of(data), [], 0, 1
    pattern = re.compile(r"[a-zA-Z]+[0-9]*|[0-9]+\s*,\s*[0-9]+|[\s,;>()\[\]{}\"'-]")
    while at < len(text):
        match = pattern.match(text, at)
        if not match:
            raise malformed(line, "no square")
        if re.match("[a-zA-Z0-9]", match[0]):
            visits.append((square_of(match[0], line), line))
        line += match[0].count("\n")
        at = match.end()
    if not visits:
        raise malformed(1, "there are no squares")
    return {"visits": visits, "last_line": visits[-1][1]}


def place(cells):
    """Numbered squares in order: cells are (square, line, number or None for a hole)."""
    numbered = [cell for cell in cells if cell[2] is not None]
    if not numbered:
        raise malformed(1, "there are no step numbers")
    size, numbers = len(numbered), [cell[2] for cell in numbered]
    base = 0 if numbers.count(0) == 1 and size not in numbers else 1
    slots = {}
    for square, line, number in numbered:
        if number < base:
            continue
        if number >= size + base:
            raise Fault("number-out-of-range", line, f"{number} on {name(square)}")
        if number in slots:
            raise Fault("number-repeated", line, f"{number} on {name(square)} again")
        slots[number] = (square, line)
    missing = [number for number in range(base, size + base) if number not in slots]
    if missing:
        raise Fault("number-missing", cells[-1][1], f"{missing[0]} is missing")
    visits = [slots[number] for number in range(base, size + base)]
    holes = [cell[0] for cell in cells if cell[2] is None]
    return {"visits": visits, "holes": holes, "last_line": cells[-1][1]}


def grid(data, asked):
    frame = "[-+=_| \t\x80-\xbf\xe2]"
    rows, files = [], None
    for line, text in lines_of(data):
        if re.fullmatch(f"{frame}+", text):
            continue
        for part in re.split("[;\\]]", text):
            words = [word for word in re.split("[\\s,|\\[(){}\x80-\xbf\xe2]+", part) if word]
            letters = [word.lower() for word in words if word.isascii() and word.isalpha()]
            if letters != [name((file, "")) for file in range(1, len(letters) + 1)]:
                raise malformed(line, "file letters out of order")
            cells = [word for word in words if not (word.isascii() and word.isalpha())]
            if not all(re.fullmatch(r"[0-9]+|#+|\.+|-", cell) for cell in cells):
                raise malformed(line, "neither a number nor a hole")
            cells = [integer(cell) if re.match("[0-9]", cell) else None for cell in cells]
            if any(cell is not None and cell >= 1 << 64 for cell in cells):
                raise malformed(line, "a number that is too large")
            if letters:
                if cells or (files and not rows) or (files and files != len(letters)):
                    raise malformed(line, "the file letters do not fit")
                files = len(letters)
            elif cells:
                rows.append((line, cells))
    if not rows:
        raise malformed(1, "there are no rows")
    rows = without_ranks(rows, files)
    for line, cells in rows:
        if len(cells) != len(rows[0][1]):
            raise malformed(line, "a ragged line")
    cells = [
        ((file, rank), line, cell)
        for rank, (line, row) in zip(range(len(rows), 0, -1), rows)
        for file, cell in enumerate(row, 1)
    ]
    return place(cells) | {"board": (len(rows), len(rows[0][1])), "line": rows[0][0]}


def without_ranks(rows, files):
    """The rows without the numbers of the ranks beside them."""
    width, count = len(rows[0][1]), len(rows)
    ranks = list(range(count, 0, -1))
    left = [row[0] for _, row in rows] == ranks
    right = [row[-1] for _, row in rows] == ranks
    if files is None:
        left = left and width > 1 and any(count in row[1:] for _, row in rows)
        right = (
            right and width > 1 and any(count in row[: width - 1] + row[width:] for _, row in rows)
        )
    else:
        spare = width - files
        left = left and spare in (1, 2)
        right = right and (spare == 2 or (spare == 1 and not left))
        if left + right != spare:
            raise malformed(rows[0][0], "the rows do not fit the file letters")
    return [(line, row[left : len(row) - right]) for line, row in rows]


def table(data, asked):
    lines = lines_of(data)
    if not lines:
        raise malformed(1, "an empty file")
    line, header = lines[0]
    separator = (re.findall("[,;\t]", header) or [","])[0]

    def fields(text):
        cells = (cell.strip() for cell in text.split(separator))
        return [cell[1:-1] if re.fullmatch('".*"', cell) else cell for cell in cells]

    names = [cell.lower() for cell in fields(header)]
    known = [column for column in names if column in ("step", "file", "rank", "square")]
    if len(known) > len(set(known)):
        raise malformed(line, "a column comes twice")
    if "square" not in known and not {"file", "rank"} <= set(known):
        raise malformed(line, "no squares in the header")
    cells = []
    for at, text in lines[1:]:
        row = fields(text)
        if len(row) != len(names):
            raise malformed(at, "too many fields, or too few")
        row = dict(zip(names, row))
        step = row.get("step", str(len(cells) + 1))
        if not re.fullmatch("[0-9]+", step) or integer(step) >= 1 << 64:
            raise malformed(at, "no step number")
        found = set()
        if "square" in row:
            found.add(square_of(row["square"].replace(",", " "), at))
        if "file" in row and "rank" in row:
            letters = re.fullmatch("[a-zA-Z]+", row["file"])
            file = parse_square(row["file"].lower() + "1")[0] if letters else side(row["file"])
            if not file or file > SIDE or not side(row["rank"]):
                raise malformed(at, "no file or no rank")
            found.add((file, side(row["rank"])))
        if len(found) > 1:
            raise malformed(at, "square, file and rank do not agree")
        cells.append((found.pop(), at, integer(step)))
    return place(cells) | {"holes": None, "line": line}


def tour_object(data, line):
    """The JSON object; its squares are located by the line of their text."""
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        raise malformed(line + data[: error.start].count(b"\n"), "not UTF-8") from None

    def once(pairs):
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a key comes twice")
        return dict(pairs)

    try:
        tour = json.loads(text, object_pairs_hook=once, parse_constant=lambda word: 1 / 0)
    except json.JSONDecodeError as error:
        raise malformed(line + error.lineno - 1, error.msg) from None
    except (ValueError, ZeroDivisionError, RecursionError) as error:
        raise malformed(line, f"{error}") from None
    if not isinstance(tour, dict) or not isinstance(tour.get("squares"), list):
        raise malformed(line, "no squares")
    # Lines as they are: the n-th string of the list of squares.
    start = re.search(r'"squares"\s*:\s*\[', text)
    lines = [
        line + text.count("\n", 0, match.start())
        for match in re.compile('"[^"]*"').finditer(text, start.end() if start else 0)
    ][: len(tour["squares"])]
    first = line + text[: len(text) - len(text.lstrip())].count("\n")
    found = {"line": first, "visits": [], "last_line": max([first] + lines[-1:])}
    for square, at in zip(tour["squares"], lines):
        found["visits"].append((square_of(square, at), at))
    board = tour.get("board")
    if isinstance(board, str):
        rows, _, cols = board.lower().partition("x")
        board = {"rows": side(rows), "cols": side(cols or rows)}
    if board is not None:
        if not isinstance(board, dict):
            raise malformed(first, "no board")
        sides = board.get("rows"), board.get("cols")
        if sides != (None, None):
            if not all(type(part) is int and 1 <= part <= SIDE for part in sides):
                raise malformed(first, "no sides")
            found["board"] = sides
        if "holes" in board:
            if not isinstance(board["holes"], list):
                raise malformed(first, "no list of holes")
            found["holes"] = [square_of(hole, first) for hole in board["holes"]]
    if "leaper" in tour:
        leaper = tour["leaper"]
        whole = isinstance(leaper, list) and all(type(part) is int and part >= 0 for part in leaper)
        if not whole or len(leaper) != 2:
            raise malformed(first, "no leaper")
        found["leaper"] = tuple(leaper)
    if "kind" in tour:
        if str(tour["kind"]).lower() not in ("closed", "open"):
            raise malformed(first, "neither closed nor open")
        found["closed"] = tour["kind"].lower() == "closed"
    return found


def svg(data, asked):
    match = re.search(rb"<metadata[^>]*>\s*(.*?)\s*</metadata", data, re.DOTALL)
    if not match:
        raise malformed(1, "no metadata")
    return tour_object(unescaped(match[1]), 1 + data.count(b"\n", 0, match.start(1)))


def unescaped(text):
    """The text of an element, plain, escaped or in a CDATA section."""
    if plain := re.fullmatch(rb"<!\[CDATA\[(.*)\]\]>", text, re.DOTALL):
        return plain[1]
    entities = {b"quot": b'"', b"#34": b'"', b"amp": b"&", b"lt": b"<", b"gt": b">", b"apos": b"'"}
    return re.sub(rb"&(quot|#34|amp|lt|gt|apos);", lambda entity: entities[entity[1]], text)


def prolog(data, asked):
    text, at = text_of(data), 0

    def token(pattern):
        nonlocal at
        match = re.compile(r"\s*(" + pattern + ")", re.IGNORECASE).match(text, at)
        if not match:
            blanks = re.compile(r"\s*").match(text, at)
            raise malformed(text.count("\n", 0, blanks.end()) + 1, f"expected {pattern}")
        at = match.end()
        return match[1]

    def line():
        return text.count("\n", 0, at) + 1

    token(r"answer\b")
    token(r"\(")
    count, count_line = integer(token("[0-9]+")), line()
    token(",")
    token(r"\[")
    visits, last_line = [], line()
    while True:
        if re.compile(r"\s*\]").match(text, at):
            token(r"\]")
            break
        if visits:
            token(",")
        token(r"p\b")
        last_line = line()
        token(r"\(")
        file = integer(token("[0-9]+"))
        token(",")
        rank = integer(token("[0-9]+"))
        if max(file, rank) >= 1 << 64:
            raise malformed(last_line, "a number past 2^64")
        token(r"\)")
        if not (1 <= file <= SIDE and 1 <= rank <= SIDE):
            raise Fault("off-board", last_line, "off every board")
        visits.append(((file, rank), last_line))
    token(r"\)")
    token(r"\.")
    token(r"\Z")
    if count != len(visits):
        raise Fault("wrong-count", count_line, f"{len(visits)} squares are listed")
    return {"visits": visits, "last_line": last_line, "line": count_line}


def tsplib(data, asked):
    found, nodes, section, over, dimension = {}, [], False, False, None
    last_line = 1
    for line, text in lines_of(data):
        if not section:
            key, _, value = re.match(r"([^:\s]*)\s*(:?)\s*(.*)", text).groups()
            key, text = key.upper(), value
            if key == "COMMENT":
                comment(value.lower().split(), line, found)
            elif key == "TYPE" and value.upper() != "TOUR":
                raise malformed(line, "the type is not TOUR")
            elif key == "DIMENSION":
                if not re.fullmatch("[0-9]+", value) or integer(value) >= 1 << 64:
                    raise malformed(line, "the dimension is no number")
                dimension = integer(value), line
            section = key == "TOUR_SECTION"
            if not section:
                continue
        for word in text.split():
            if word.upper() == "EOF":
                over = True
                continue
            if over:
                raise malformed(line, "expected EOF")
            last_line = line
            if word == "-1":
                over = True
            elif not re.fullmatch("[0-9]+", word) or integer(word) >= 1 << 64:
                raise malformed(line, "no vertex")
            else:
                nodes.append((integer(word), line))
    if not section:
        raise malformed(1, "there is no TOUR_SECTION")
    if dimension and dimension[0] != len(nodes):
        raise Fault("wrong-count", dimension[1], f"{len(nodes)} vertices are listed")
    root = round(len(nodes) ** 0.5)
    board = (
        found.get("board")
        or asked.board
        or ((root, root) if nodes and root**2 == len(nodes) else None)
    )
    if not board:
        raise malformed(1, "no board")
    if board[0] * board[1] > LIMIT:
        raise Fault(None, None, f"limit of {LIMIT} squares", "unknown")
    holes = found.get("holes")
    holes = set(holes if holes is not None else asked.holes or [])
    every = ((f, r) for r in range(1, board[0] + 1) for f in range(1, board[1] + 1))
    free = [square for square in every if square not in holes]
    found["visits"] = []
    for node, line in nodes:
        if not 1 <= node <= len(free):
            raise Fault("number-out-of-range", line, f"there is no vertex {node}")
        found["visits"].append((free[node - 1], line))
    return found | {"board": board, "last_line": last_line}


def comment(words, line, found):
    if words[:1] == ["holes"]:
        holes = [parse_square(word) for word in words[1:]]
        if all(hole and all(1 <= part <= SIDE for part in hole) for hole in holes):
            found["holes"] = holes
    if len(words) != 2:
        return
    key, value = words
    pair = re.fullmatch("([0-9]+)[x,]([0-9]+)", value)
    if key == "board" and pair and "x" in value and side(pair[1]) and side(pair[2]):
        found["board"], found["line"] = (side(pair[1]), side(pair[2])), line
        found.setdefault("holes", [])
    if key == "leaper" and pair and "," in value:
        found["leaper"] = integer(pair[1]), integer(pair[2])
    if key == "tour" and value in ("closed", "open"):
        found["closed"] = value == "closed"


def npy(data, asked):
    match = re.match(rb"\x93NUMPY(?:\x01\x00(..)|[\x02\x03]\x00(....))", data, re.DOTALL)
    if not match:
        raise malformed(1, "no array, or cut off")
    length = int.from_bytes(match[1] or match[2], "little")
    header, body = data[match.end() : match.end() + length], data[match.end() + length :]
    descr = re.search(rb"'descr'\s*:\s*'([<>|])([iu])([1248])'", header)
    order = re.search(rb"'fortran_order'\s*:\s*(True|False)", header)
    shape = re.search(rb"'shape'\s*:\s*\(\s*([0-9]+)\s*,\s*([0-9]+)\s*,?\s*\)", header)
    whole = re.fullmatch(rb"\s*\{.*\}\s*", header, re.DOTALL)
    if len(header) < length or not (descr and order and shape and whole):
        raise malformed(1, "not a header of whole numbers in two dimensions")
    rows, cols = int(shape[1]), int(shape[2])
    if not (1 <= rows <= SIDE and 1 <= cols <= SIDE):
        raise malformed(1, "no sides")
    if rows * cols > LIMIT:
        raise Fault(None, None, f"limit of {LIMIT} squares", "unknown")
    letter = {b"1": "b", b"2": "h", b"4": "i", b"8": "q"}[descr[3]]
    letter = letter if descr[2] == b"i" else letter.upper()
    if len(body) != rows * cols * int(descr[3]):
        raise malformed(1, "the data do not fit the shape")
    numbers = struct.unpack(f"{'>' if descr[1] == b'>' else '<'}{rows * cols}{letter}", body)
    cells = []
    for at, number in enumerate(numbers):
        col, row = divmod(at, rows) if order[1] == b"True" else divmod(at, cols)[::-1]
        if number < 0:
            raise Fault("number-out-of-range", 1, "a negative number")
        cells.append(((col + 1, row + 1), 1, number or None))
    return place(cells) | {"board": (rows, cols), "line": 1}
