"""The queens of the corpus: placements in each format and counts, right ones and wrong ones.

The placements come from a plain search here, which knows nothing of either checker.
"""

import struct
from itertools import combinations

EIGHT = [1, 5, 8, 6, 3, 7, 2, 4]
TORUS = [1, 3, 5, 7, 2, 4, 6]


def solutions(n, attack):
    """All placements of n queens, as lists of files, in order."""
    found, files = [], []

    def place(rank):
        if rank == n:
            found.append(list(files))
        for file in range(1, n + 1):
            if not any(attack(rank - r, file - f, r, f) for r, f in enumerate(files)):
                files.append(file)
                place(rank + 1)
                files.pop()

    place(0)
    return found


def queens(down, across, rank, file):
    return across == 0 or abs(across) == down


def amazons(down, across, rank, file):
    return queens(down, across, rank, file) or {down, abs(across)} == {1, 2}


def reflecting(down, across, rank, file):
    k, p = rank + 1, file
    other_k, other_p = k + down, p + across
    wall = {p + k, p - k} & {other_p + other_k, other_p - other_k}
    return queens(down, across, rank, file) or bool(wall)


def letters(file):
    return chr(96 + file)


def cert(files, rule=""):
    n = len(files)
    text = f"hippodrome-certificate 1\nkind placement\nboard {n}x{n}\n{rule}"
    return text + "".join(f"queen {letters(f)}{r}\n" for r, f in enumerate(files, 1)) + "end\n"


def board(files, queen="Q"):
    ranks = ["." * (f - 1) + queen + "." * (len(files) - f) + "\n" for f in files]
    return "".join(reversed(ranks))


def fen(files):
    n = len(files)
    parts = [f"{f - 1 or ''}Q{n - f or ''}" for f in reversed(files)]
    return "/".join(parts)


def json(files):
    return f'{{"n":{len(files)},"columns":[{",".join(map(str, files))}]}}\n'


def npy(files, kind="<u4"):
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': ({len(files)},), }}"
    text += " " * (-(len(text) + 11) % 64) + "\n"
    letter = {"4": "I", "8": "q", "1": "B"}[kind[2]]
    order = ">" if kind[0] == ">" else "<"
    head = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()
    return head + struct.pack(f"{order}{len(files)}{letter}", *files)


def svg(files):
    return f"<svg>\n<metadata>{json(files)}</metadata>\n</svg>\n"


def line(files):
    return " ".join(map(str, files)) + "\n"


def completion(lists, count, complete="true"):
    text = ",".join(f'{{"columns":[{",".join(map(str, files))}]}}' for files in lists)
    return (
        f'{{"n":8,"count":{count},"solutions":[{text}],"complete":{complete},'
        '"reason":null,"text":null,"proof":null}\n'
    )


def count(n, q, p, r, u, units=None, method="join"):
    text = f"hippodrome-certificate 1\nkind count\nqueens {n}\nmethod {method}\n"
    if units:
        text += f"units {len(units)}\n"
        text += "".join(f"unit {k} {part}\n" for k, part in enumerate(units))
    return text + f"count {q}\nhalf-turn {p}\nquarter-turn {r}\nfundamental {u}\nend\n"


def count_json(q, p, r, u, orbits):
    orbits = ",".join(f'"{orbit}"' for orbit in orbits)
    return (
        f'{{"n":8,"count":"{q}","fundamental":"{u}","half_turn":"{p}","quarter_turn":"{r}",'
        f'"orbits":[{orbits}],"what":"queens","method":"join","nodes":null,"seconds":0.01}}\n'
    )


def valid_files(make):
    eight, what = "--board 8x8", "placement of 8 queens 8x8"
    for label, data in {
        "columns.txt": line(EIGHT),
        "columns-list.txt": str([file - 1 for file in EIGHT]) + "\n",
        "board.txt": board(EIGHT),
        "board-blanks.txt": "\r\n".join(" ".join(row) for row in board(EIGHT).split()) + "\r\n",
        "board-strings.txt": str(board(EIGHT).split()) + "\n",
        "fen.txt": fen(EIGHT) + "\n",
        "fen-chess.txt": fen(EIGHT).lower() + " b - - 0 1\n",
        "json": json(EIGHT),
        "npy": npy(EIGHT),
        "big.npy": npy([file - 1 for file in EIGHT], ">i8"),
        "svg": svg(EIGHT),
        "cert": cert(EIGHT),
    }.items():
        make.valid(f"queens-8.{label}", data, eight, what)
    make.valid("queens-8-open.txt", line(EIGHT), "", what)
    asked = "--board 8x8 --queens --queen a1 --queen h3 --block b1"
    make.valid("queens-8-asked.txt", line(EIGHT), asked, f"{what} with a1 h3 without b1")
    many = "--block b1 --block c1 --block d1 --block e1 --block f1"
    make.valid("queens-8-blocked.txt", line(EIGHT), many, f"{what} without 5 squares")
    torus = "placement of 7 queens 7x7 toroidal"
    make.valid("queens-torus.txt", line(TORUS), "--toroidal", torus)
    make.valid("queens-torus.cert", cert(TORUS, "rule toroidal\n"), "--board 7x7", torus)
    ten = solutions(10, amazons)
    assert len(ten) == 4
    knights = "placement of 10 queens 10x10 knights"
    make.valid("queens-knights.json", json(ten[0]), "--knights", knights)
    wall = solutions(8, reflecting)
    assert len(wall) == 10
    mirrored = "placement of 8 queens 8x8 reflecting"
    make.valid("queens-reflecting.txt", line(wall[0]), "--reflecting", mirrored)
    all_six = solutions(6, queens)
    assert len(all_six) == 4
    six = "4 placements of 6 queens 6x6"
    make.valid("queens-6.columns.txt", "".join(map(line, all_six)), "", six)
    make.valid("queens-6.json", "".join(map(json, all_six)), "", six)
    make.valid("queens-6.fen.txt", "".join(fen(f) + "\n" for f in all_six), "", six)
    make.valid("queens-6.board.txt", "\n".join(map(board, all_six)), "", six)
    strings = str([board(files).split() for files in all_six])
    make.valid("queens-6.strings.txt", strings.replace("'", '"'), "", six)
    nauck = [f for f in solutions(8, queens) if f[3] == 2 and f[4] == 4]
    assert len(nauck) == 2
    asked = "--board 8x8 --queen b4 --queen d5"
    text = f"2 placements of 8 queens 8x8 with b4 d5"
    make.valid("queens-complete.json", completion(nauck, '"2"'), asked, text)
    text = "placement of 8 queens 8x8 with b4 d5"
    make.valid("queens-complete-one.json", completion(nauck[:1], "null", "false"), asked, text)
    few = "....Q.\n......\n.....#\n..Q...\n"
    make.valid("queens-few.txt", few, "--board 4x6 -k 2", "placement of 2 queens 4x6")
    huge = "hippodrome-certificate 1\nkind placement\nboard 4294967296x4294967296\n"
    huge += "queen a1\nqueen mwlqkwv4294967295\nend\n"
    text = "placement of 2 queens 4294967296x4294967296"
    make.valid("queens-huge.cert", huge, "-k 2 --board 4294967296x4294967296", text)
    huge = "4294967295Q/Q4294967295\n"
    make.valid("queens-huge.fen.txt", huge, "-k 2 --board 2x4294967296", "placement of 2 queens 2x4294967296")
    make.valid("queens-none.cert", cert([]).replace("0x0", "0x0"), "", "placement of 0 queens 0x0")
    make.valid("queens-none.json", json([]), "--queens", "placement of 0 queens 0x0")
    make.valid("queens-one.cert", cert([1]), "--board 1x1", "placement of 1 queens 1x1")

    text = "WITH OBLIGATIONS 2 count of 8 queens: 92 solutions, 12 up to symmetry"
    half = sum(f == [9 - x for x in reversed(f)] for f in solutions(8, queens))
    assert (len(solutions(8, queens)), half) == (92, 4)
    make.valid("queens-count-8.cert", count(8, 92, 4, 0, 12, method="dfs"), "--board 8x8", text)
    units = [3, 0, 89, 0]
    make.valid("queens-count-units.cert", count(8, 92, 4, 0, 12, units), "", text)
    make.valid("queens-count-8.json", count_json(92, 4, 0, 12, (11, 1, 0, 0)), "", text)
    text = "WITH OBLIGATIONS 2 count of 5 queens: 10 solutions, 2 up to symmetry"
    make.valid("queens-count-5.cert", count(5, 10, 2, 2, 2), "", text)
    text = "WITH OBLIGATIONS 2 count of 1 queens: 1 solutions, 1 up to symmetry"
    make.valid("queens-count-1.cert", count(1, 1, 1, 1, 1), "", text)
    torus = count_json(28, 0, 0, 0, (0, 0, 0, 0)).replace('"queens"', '"toroidal"')
    text = "WITH OBLIGATIONS 1 count of toroidal, n = 8: 28"
    make.valid("queens-count-torus.json", torus, "", text)
    text = "WITH OBLIGATIONS 1 count of completions, n = 8: 2"
    make.valid("queens-count-complete.json", completion([], '"2"'), "", text)


def attacked(files):
    """The rank of the first queen that attacks one before it."""
    pairs = [
        max(r, s)
        for r, s in combinations(range(len(files)), 2)
        if queens(s - r, files[s] - files[r], r, files[r])
    ]
    return min(pairs) + 1


def wrong_files(make):
    asked = "--board 8x8"
    clash = EIGHT[:5] + [1] + EIGHT[6:]
    rank = attacked(clash)
    assert rank == 6

    def bad(label, data, code, at, options=asked):
        make.wrong(f"queens-{label}", data, options, code, at)

    for label, data, at in (
        ("columns.txt", line(clash), 1),
        ("board.txt", board(clash), attacked(clash[::-1])),
        ("fen.txt", fen(clash), 1),
        ("json", json(clash), 1),
        ("npy", npy(clash), 1),
        ("svg", svg(clash), 2),
        ("cert", cert(clash), 3 + rank),
    ):
        bad(f"attack.{label}", data, "queens-attack", at)
    bad("same-square.cert", cert(EIGHT).replace("queen b7", "queen a1"), "queens-attack", 10)
    bad("off.txt", line(EIGHT[:-1] + [9]), "off-board", 1)
    bad("off.cert", cert(EIGHT).replace("queen b7", "queen b9"), "off-board", 10)
    bad("nowhere.cert", cert(EIGHT).replace("queen b7", "queen b0"), "off-board", 10)
    bad("few.cert", cert(EIGHT).replace("queen b7\n", ""), "queens-count", 11)
    bad("few.json", json(EIGHT).replace(",4]", "]"), "queens-count", 1)
    bad("few.board.txt", board(EIGHT).replace("Q", ".", 1), "queens-count", 8)
    bad("other.txt", line(EIGHT), "other-board", 1, "--board 9x9")
    bad("tour.txt", board(EIGHT), "other-kind", 1, "--closed")
    bad("not-tour.cert", "hippodrome-certificate 1\nkind tour\nend\n", "other-kind", 2, "--queens")
    bad("hole.cert", cert(EIGHT), "queen-on-hole", 11, f"{asked} --hole d8")
    bad("given.json", json(EIGHT), "queen-missing", 1, f"{asked} --queen b1")
    bad("rectangle.txt", "..Q.\nQ...\n...Q\n", "not-square", 1, "")
    bad("rectangle-torus.txt", "..Q.\nQ...\n...Q\n", "not-square", 1, "--board 3x4 --toroidal")
    bad("k.txt", line(EIGHT), "queens-count", 1, f"{asked} -k 7")
    bad("repeated.txt", 2 * (line(EIGHT) + line(EIGHT[::-1])), "solution-repeated", 3, "")
    bad("repeated.board.txt", board(EIGHT) + "\n" + board(EIGHT), "solution-repeated", 10, "")
    bad("torus.txt", line(EIGHT), "queens-attack", 1, "--toroidal")
    bad("torus.cert", cert(EIGHT, "rule toroidal\n"), "queens-attack", 8, "")
    bad("knights.txt", line(TORUS), "queens-attack", 1, "--knights")
    bad("reflecting.txt", line(EIGHT), "queens-attack", 1, "--reflecting")
    wrong = completion([EIGHT], '"2"')
    bad("declared.json", wrong, "wrong-count", 1)
    bad("ragged.txt", board(EIGHT).replace("....Q...", "...Q..."), "malformed", 7)
    bad("ragged.fen.txt", fen(EIGHT).replace("4Q3", "3Q3"), "malformed", 1)
    bad("letters.txt", "2 4 x 3\n", "malformed", 1, "--queens")
    bad("empty.txt", "", "malformed", 1, "--queens")
    bad("no-n.json", '{"columns":[2,4,1,3]}', "malformed", 1, "")
    bad("zero.json", json([2, 4, 0, 3]), "malformed", 1, "")
    bad("text.json", json([2, 4, 1, 3]).replace("4,1", '"4",1'), "malformed", 1, "")
    bad("short.npy", npy(EIGHT)[:-1], "malformed", 1)
    bad("two.npy", make_array(EIGHT), "malformed", 1, "--queens")
    bad("rule.cert", cert(TORUS, "rule torus\n"), "malformed", 4, "")
    bad("sides.cert", cert(EIGHT).replace("8x8", "0x8"), "malformed", 3, "")
    bad("cut.cert", cert(EIGHT).replace("end\n", ""), "malformed", 11)
    bad("more.cert", cert(EIGHT) + "queen a1\n", "malformed", 13)

    bad("count-sum.cert", count(8, 92, 4, 0, 12, [3, 0, 88, 0]), "wrong-count", 10, "")
    good = count(8, 92, 4, 0, 12, [3, 0, 89, 0])
    bad("count-missing.cert", good.replace("unit 1 0\n", ""), "unit-missing", 7, "")
    bad("count-last.cert", good.replace("unit 3 0\n", ""), "unit-missing", 9, "")
    bad("count-twice.cert", good.replace("unit 1 0", "unit 0 0"), "malformed", 7, "")
    bad("count-past.cert", good.replace("unit 3 0", "unit 4 0"), "malformed", 9, "")
    bad("count-classes.cert", count(8, 92, 4, 0, 23), "wrong-count", 8, "")
    bad("count-odd.cert", count(8, 93, 4, 0, 12), "wrong-count", 6, "")
    bad("count-more.cert", count(8, 92, 100, 0, 12), "wrong-count", 6, "")
    bad("count-board.cert", count(8, 92, 4, 0, 12), "other-board", 3, "--board 9x9")
    bad("count-orbits.json", count_json(92, 4, 0, 12, (10, 2, 0, 0)), "wrong-count", 1, "")
    bad("count-tour.json", count_json(92, 4, 0, 12, (11, 1, 0, 0)), "other-kind", 1, "--open")


def make_array(files):
    """Two dimensions."""
    data = npy(files)
    return data.replace(b"(8,), }", b"(2,4)} ")
