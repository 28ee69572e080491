"""The wrong half of the corpus: valid files with one thing changed, and what must be said of each."""

INNER = "remove b2\nremove c2\nremove b3\nremove c3\n"


def line_of(text, line):
    return text.split("\n").index(line) + 1


def last_line(text):
    return text.count("\n")


def wrong_files(make):
    grids(make)
    lists(make)
    tours(make)
    lexical(make)
    traces(make)
    questions(make)
    counts(make)
    trees(make)


def grids(make):
    five = make.problem(5, 5)
    tour = make.find_tour(five, (1, 1))
    rows = make.numbers(five, tour)
    asked = make.options(five)

    def grid(change, code, line, label, options=asked):
        cells = [list(row) for row in rows]
        change(cells)
        make.wrong(label, "".join(" ".join(row) + "\n" for row in cells), options, code, line)

    at = {square: (5 - square[1], square[0] - 1) for square in tour}

    def put(step, text):
        def change(cells):
            row, col = at[tour[step - 1]]
            cells[row][col] = text

        return change

    # The later of the two in reading order is the one that repeats; the lost number comes after.
    line = 1 + max(at[tour[15]][0], at[tour[16]][0])
    grid(put(17, "16"), "number-repeated", line, "grid-repeated.txt")
    grid(put(17, "99"), "number-out-of-range", 1 + at[tour[16]][0], "grid-99.txt")
    grid(put(17, "x"), "malformed", 1 + at[tour[16]][0], "grid-x.txt")

    def unfinished(cells):
        for square in tour[20:]:
            row, col = at[square]
            cells[row][col] = "0"

    grid(unfinished, "number-missing", 5, "grid-unfinished.txt")

    def ragged(cells):
        cells[2].pop()

    grid(ragged, "malformed", 3, "grid-ragged.txt")

    def swapped(cells):
        (a, b), (c, d) = at[tour[9]], at[tour[11]]
        cells[a][b], cells[c][d] = cells[c][d], cells[a][b]

    grid(swapped, "not-a-move", 1 + at[tour[11]][0], "grid-swapped.txt")

    # A program that gives up, writes 1 and zeros, and reports success; one that writes its last
    # number over the square before.
    zeros = "1 0 0 0 0 0 0\n0 0 0 0 0 0 0\n0 0 0 0 0 0 0\n"
    make.wrong("grid-1-and-zeros.txt", zeros, "", "number-missing", 3)
    overwritten = [list(row) for row in rows]
    (a, b), (c, d) = at[tour[23]], at[tour[24]]
    overwritten[a][b], overwritten[c][d] = "25", "0"
    text = "".join(" ".join(row) + "\n" for row in overwritten)
    make.wrong("grid-overwritten.txt", text, asked, "number-missing", 5)
    make.wrong("grid-hole.txt", "3 6 1\n8 . 4\n5 2 7\n", "--board 3x3", "other-holes", 1)
    make.wrong(
        "grid-no-hole.txt", "3 6 1\n8 . 4\n5 2 7\n", "--board 3x3 --hole a1", "other-holes", 1
    )
    make.wrong("grid-letters.txt", " a b d\n3 6 1\n8 . 4\n5 2 7\n", "", "malformed", 1)
    make.wrong("grid-labels.txt", "2 3 6 1\n9 8 . 4\n1 5 2 7\n  a b c\n", "", "malformed", 1)
    make.wrong("empty.txt", "", "", "malformed", 1)
    make.wrong("blank.txt", "\n \n\n", "", "malformed", 1)
    make.wrong("frames.txt", "+--+\n+--+\n", "", "malformed", 1)


def lists(make):
    five = make.problem(5, 5)
    tour = make.find_tour(five, (1, 1))
    asked = make.options(five)
    names = list(map(make.name, tour))

    def squares(names, code, line, label, options=asked):
        make.wrong(label, "\n".join(names) + "\n", options, code, line)

    squares(names[:24], "square-missing", 24, "list-short.txt")
    squares(names + names[:1], "square-repeated", 26, "list-again.txt")
    squares(names[:11] + names[12:], "not-a-move", 12, "list-skips.txt")
    squares([*names[:7], "f9", *names[8:]], "off-board", 8, "list-off.txt")
    squares([*names[:7], "a0", *names[8:]], "malformed", 8, "list-a0.txt")
    squares(names, "on-hole", 1, "list-hole.txt", "--board 5x5 --hole a1")
    squares(names, "not-closed", 25, "list-open.txt", "--board 5x5 --closed")
    squares(names, "wrong-start", 1, "list-start.txt", "--board 5x5 --from b2")
    squares(names, "wrong-end", 25, "list-end.txt", "--board 5x5 --to c3")
    squares(names, "wrong-step", 7, "list-step.txt", "--step-at 7=a1")
    squares(names, "step-out-of-range", 25, "list-late.txt", "--step-at 26=a1")
    squares(["a1"], "too-small", 1, "list-one.txt", "--closed")
    squares(["a1", "c2"], "square-missing", 2, "list-two.txt", "--closed")
    squares(["a1", "b9", "?"], "malformed", 3, "list-mark.txt")

    text = make.csv(tour)
    make.wrong("table-twice.csv", text.replace("9,", "8,", 1), asked, "number-repeated", 10)
    make.wrong("table-gap.csv", text.replace("25,", "26,", 1), asked, "number-out-of-range", 26)
    make.wrong("table-apart.csv", text.replace("1,1,1,a1", "1,1,1,a2"), asked, "malformed", 2)
    make.wrong("table-fields.csv", text.replace("1,1,1,a1", "1,1,1"), asked, "malformed", 2)
    make.wrong("table-header.csv", text.replace("file,rank,square", "file"), asked, "malformed", 1)

    text = make.tour_json(five, tour)
    make.wrong("cut.json", text[:-3], asked, "malformed", 1)
    make.wrong("no-squares.json", text.replace("squares", "quares"), asked, "malformed", 1)
    make.wrong(
        "twice.json", text.replace('"method":"search"', '"kind":"open"'), asked, "malformed", 1
    )
    make.wrong("kind.json", text.replace('"open"', '"both"'), asked, "malformed", 1)
    make.wrong("zero.json", text.replace('"rows":5', '"rows":05'), asked, "malformed", 1)
    make.wrong("board.json", text.replace('"rows":5', '"rows":6'), "", "square-missing", 1)
    make.wrong(
        "deep.json", '{"a":' + "[" * 9999 + "]" * 9999 + ',"squares":["a1"]}', "", "malformed", 1
    )
    make.wrong("utf8.json", text.encode().replace(b"search", b"s\xffarch"), asked, "malformed", 1)
    make.wrong("leaper.json", text.replace("[1,2]", "[1,3]"), "", "not-a-move", 1)
    make.wrong("other-leaper.json", text.replace("[1,2]", "[1,3]"), asked, "other-leaper", 1)

    text = make.prolog(tour)
    make.wrong("count.pl", text.replace("25", "24"), asked, "wrong-count", 1)
    make.wrong("zero.pl", text.replace("p(1, 1)", "p(0, 1)"), asked, "off-board", 1)
    make.wrong("open.pl", text.replace("]).", ")."), asked, "malformed", 1)
    make.wrong("more.pl", text + "answer(0, []).\n", asked, "malformed", 2)

    text = make.tsplib(five, tour)
    make.wrong(
        "dimension.tour", text.replace("DIMENSION : 25", "DIMENSION : 24"), asked, "wrong-count", 6
    )
    make.wrong("type.tour", text.replace("TYPE : TOUR", "TYPE : HCP"), asked, "malformed", 5)
    make.wrong(
        "vertex.tour",
        text.replace("\n25\n", "\n26\n"),
        asked,
        "number-out-of-range",
        line_of(text, "25"),
    )
    make.wrong("section.tour", text.replace("TOUR_SECTION", "TOURS"), asked, "malformed", 1)
    make.wrong("kind.tour", text, "--closed", "other-kind", 2)
    bare = "TOUR_SECTION\n1\n2\n3\n-1\n"
    make.wrong("no-board.tour", bare, "", "malformed", 1)

    data = make.npy(five, tour)
    make.wrong("cut.npy", data[:-1], asked, "malformed", 1)
    make.wrong("header.npy", data[:40], asked, "malformed", 1)
    make.wrong("float.npy", data.replace(b"<i4", b"<f4"), asked, "malformed", 1)
    make.wrong("negative.npy", data[:-4] + b"\xff" * 4, asked, "number-out-of-range", 1)
    make.wrong("cube.npy", data.replace(b"(5, 5)", b"(5,5,1)"[:6] + b")"), asked, "malformed", 1)
    make.wrong("twice.npy", data[:-4] + data[-8:-4], asked, "number-repeated", 1)

    text = make.svg(five, tour)
    make.wrong("plain.svg", "<svg></svg>", "", "malformed", 1)
    make.wrong("repeated.svg", text.replace('"a1"', '"b3"', 1), asked, "square-repeated", 2)


def tours(make):
    p = make.problem(5, 5)
    tour = make.find_tour(p, (1, 1))
    text = make.certificate(p, tour)
    asked = make.options(p)
    visits = text.index("visit")
    lines = text[visits:].split("\n")
    head = text[:visits]

    def cert(label, lines, code, line, options=asked, head=head):
        make.wrong(label, head + "\n".join(lines), options, code, line)

    # The head is five lines: step k is on line 5 + k.
    cert("tour-short.cert", lines[:24] + lines[25:], "square-missing", 30)
    cert("tour-long.cert", [*lines[:25], lines[0], *lines[25:]], "square-repeated", 31)
    cert("tour-repeated.cert", [*lines[:8], lines[2], *lines[9:]], "square-repeated", 14)
    cert("tour-jump.cert", lines[:5] + [lines[6], lines[5]] + lines[7:], "not-a-move", 11)
    cert("tour-off.cert", [*lines[:4], "visit a6", *lines[5:]], "off-board", 10)
    cert("tour-nowhere.cert", [*lines[:4], "visit a0", *lines[5:]], "off-board", 10)
    cert("tour-far.cert", [*lines[:4], "visit a" + "9" * 50, *lines[5:]], "off-board", 10)
    cert(
        "tour-first-fault.cert",
        [*lines[:4], lines[0], *lines[5:9], "visit a0", *lines[10:]],
        "square-repeated",
        10,
    )
    cert("tour-no-visits.cert", ["end", ""], "malformed", 6)
    cert("tour-no-end.cert", [*lines[:25], ""], "malformed", 30)
    cert("tour-after-end.cert", [*lines[:26], "end", ""], "malformed", 32)
    cert("tour-word.cert", [*lines[:3], lines[3] + " c3", *lines[4:]], "malformed", 9)
    closed = head.replace("tour open", "tour closed")
    cert("tour-not-closed.cert", lines, "not-closed", 30, "", closed)
    start = head + "from b1\n"
    cert("tour-wrong-start.cert", lines, "wrong-start", 7, "", start)
    end = head + "to b2\n"
    cert("tour-wrong-end.cert", lines, "wrong-end", 31, "", end)
    clue = head + f"step-at 3 {make.name(tour[3])}\n"
    cert("tour-wrong-step.cert", lines, "wrong-step", 9, "", clue)
    cert("tour-late-step.cert", lines, "step-out-of-range", 6, "", head + "step-at 26 a1\n")
    cert("tour-step-0.cert", lines, "step-out-of-range", 6, "", head + "step-at 0 a1\n")
    cert("tour-from-off.cert", lines, "off-board", 6, "", head + "from f1\n")
    hole = head.replace("leaper", "hole a1\nleaper")
    cert("tour-on-hole.cert", lines, "on-hole", 7, "", hole)
    cert("tour-from-hole.cert", lines, "on-hole", 7, "", hole + "from a1\n")
    cert("tour-hole-off.cert", lines, "off-board", 4, "", head.replace("leaper", "hole c9\nleaper"))
    one = head.replace("5x5", "1x2").replace("leaper", "hole a1\nhole b1\nleaper")
    cert("tour-no-squares.cert", lines, "no-squares", 3, "", one)
    pair = make.problem(1, 2, closed=True, leaper=(0, 1))
    make.wrong("tour-too-small.cert", make.certificate(pair, [(1, 1), (2, 1)]), "", "too-small", 7)
    # The whole file is read before anything is said of the tour.
    cert("tour-both.cert", [*lines[:4], "visit a6", *lines[5:25], "End", ""], "malformed", 31)


def lexical(make):
    p = make.problem(3, 4)
    text = make.certificate(p, make.find_tour(p, (1, 1)))
    asked = make.options(p)

    def bad(label, old, new, line, data=None):
        old, new = old.encode(), new.encode()
        data = (data or text.encode()).replace(old, new, 1)
        make.wrong(f"lexical-{label}.cert", data, asked, "malformed", line)

    bad("crlf", "tour\n", "tour\r\n", 2)
    bad("nul", "tour\n", "tour\0\n", 2)
    bad("tab", "kind tour", "kind\ttour", 2)
    bad("blanks", "kind tour", "kind  tour", 2)
    bad("trailing", "kind tour", "kind tour ", 2)
    bad("leading", "kind tour", " kind tour", 2)
    bad("empty-line", "kind tour", "\nkind tour", 2)
    bad("comment", "kind tour", "# a tour\nkind tour", 2)
    bad("capital", "visit a1", "visit A1", 6)
    bad("zeros", "visit a1", "visit a01", 6)
    bad("accent", "kind", "kínd", 2)
    bad("version", "certificate 1", "certificate 2", 1)
    bad("version-10", "certificate 1", "certificate 10", 1)
    bad("kind", "kind tour", "kind counts", 2)
    bad("side-0", "3x4", "0x4", 3)
    bad("side-03", "3x4", "03x4", 3)
    bad("side-huge", "3x4", "3x4294967297", 3)
    bad("sides", "3x4", "3", 3)
    bad("leaper", "1,2", "2,1", 4)
    bad("leaper-0", "1,2", "0,0", 4)
    bad("no-leaper", "leaper 1,2\n", "", 4)
    bad("either", "tour open", "tour either", 5)
    bad("order", "tour open\n", "tour open\nto a1\nfrom a1\n", 7)
    bad("hole-order", "leaper", "hole b1\nhole a1\nleaper", 5)
    bad("hole-twice", "leaper", "hole b1\nhole b1\nleaper", 5)
    bad("step-order", "tour open\n", "tour open\nstep-at 2 a1\nstep-at 2 a1\n", 7)
    bad("step-word", "tour open\n", "tour open\nstep-at two a1\n", 6)
    bad("letters", "visit a1", "visit aaaaaaaa1", 6)
    bad("no-line-feed", "end\n", "end", 18)
    bad("after-end", "end\n", "end\n\n", 19)
    bad("bytes-after", "end\n", "end\nx", 19)


def traces(make):
    p = make.problem(6, 6)
    text, outcome = make.trace(p, (1, 1), "first", {1: "12345678"})
    assert outcome == "tour"
    asked = make.options(p)
    lines = text.split("\n")

    def bad(label, change, code, line, options=asked):
        cells = list(lines)
        change(cells)
        make.wrong(f"trace-{label}.cert", "\n".join(cells), options, code, line)

    def replace(line, old, new):
        def change(cells):
            assert old in cells[line - 1], (cells[line - 1], old)
            cells[line - 1] = cells[line - 1].replace(old, new, 1)

        return change

    # Move k is on line 9 + k; move 2 chooses among b3 and c2, of equal degrees.
    assert lines[10] == "move b3 b3:5 c2:5", lines[10]
    bad("degree", replace(11, "c2:5", "c2:4"), "wrong-degree", 11)
    bad("swapped", replace(11, "b3:5 c2:5", "c2:5 b3:5"), "wrong-candidate", 11)
    bad("fewer", replace(11, " c2:5", ""), "wrong-candidate", 11)
    bad("more", replace(11, "c2:5", "c2:5 d4:8"), "wrong-candidate", 11)
    bad("tie-break", replace(11, "move b3", "move c2"), "wrong-tie-break", 11)
    bad("other-rule", replace(7, "first", "last"), "wrong-tie-break", 11)
    bad("other-order", replace(8, "12345678", "21345678"), "wrong-candidate", 11)
    bad("not-a-candidate", replace(11, "move b3", "move d4"), "not-a-candidate", 11)
    bad("off", replace(11, "move b3", "move b9"), "off-board", 11)
    words = lines[12].split(" ")
    degrees = {word[:2]: int(word[3:]) for word in words[2:]}
    worst = max(degrees, key=degrees.get)
    assert degrees[worst] > min(degrees.values())
    bad("not-least", replace(13, f"move {words[1]}", f"move {worst}"), "not-least", 13)
    bad("permutation", replace(8, "12345678", "12345677"), "malformed", 8)
    bad("rule", replace(6, "warnsdorff", "warnsdorf"), "malformed", 6)
    bad("outcome", replace(9, "tour", "stuck"), "not-stuck", 46)
    bad("colon", replace(11, "c2:5", "c2=5"), "malformed", 11)
    bad("no-candidates", replace(11, " b3:5 c2:5", ""), "malformed", 11)

    def shorter(cells):
        del cells[44]

    bad("shorter", shorter, "square-missing", 45)

    def given_up(cells):
        del cells[44]
        cells[8] = "outcome stuck"

    bad("given-up", given_up, "not-stuck", 45)
    bad("start", lambda cells: None, "wrong-start", 10, "--board 6x6 --from b1")
    q = make.problem(5, 5)
    stuck, _ = make.trace(q, (1, 2), "first", {1: "12345678"})
    make.wrong("trace-stuck-start.cert", stuck, "--from b1", "wrong-start", last_line(stuck))
    make.wrong(
        "trace-stuck-tour.cert",
        stuck.replace("outcome stuck", "outcome tour"),
        make.options(q),
        "square-missing",
        last_line(stuck),
    )
    q = make.problem(5, 5, start="a1", end="c1")
    met, _ = make.trace(q, (1, 1), "first", {1: "12345678"})
    met = met.replace("outcome tour", "outcome stuck")
    make.wrong("trace-end-met.cert", met, make.options(q), "not-stuck", last_line(met))


def questions(make):
    """Certificates that are right, and answer another question."""
    head = f"{make.MAGIC}kind no-tour\n"
    colour = f"{head}board 5x5\nleaper 1,2\ntour open\nfrom a2\nby colour\neven 13\nodd 12\nend\n"
    for label, options, code, line in (
        ("board", "--board 7x7 --open --from a2", "other-board", 3),
        ("holes", "--board 5x5 --hole c3 --open --from a2", "other-holes", 3),
        ("leaper", "--board 5x5 --leaper 1,4 --open --from a2", "other-leaper", 4),
        ("kind", "--board 5x5 --closed --from a2", "other-kind", 5),
        ("from", "--board 5x5 --open --from b1", "other-from", 6),
        ("less", "--board 5x5 --open", "other-from", 6),
    ):
        make.wrong(f"other-{label}.cert", colour, options, code, line)
    to = colour.replace("from a2", "to a2")
    make.wrong("other-to.cert", to, "--board 5x5 --to a4", "other-to", 6)
    make.wrong("other-to-less.cert", to, "--board 5x5 --from a4", "other-to", 6)
    clue = colour.replace("from a2", "step-at 3 a2")
    make.wrong("other-step-at.cert", clue, "--board 5x5", "other-step-at", 6)
    make.wrong("other-step-at-3.cert", clue, "--step-at 3=a4", "other-step-at", 6)
    p = make.problem(5, 5, start="a1")
    tour = make.certificate(p, make.find_tour(make.problem(5, 5), (1, 1)))
    make.wrong("other-tour-from.cert", tour, "--from b2", "other-from", 6)
    make.wrong("other-tour-kind.cert", tour, "--closed", "other-kind", 5)


def counts(make):
    """By colour, degree, cut and theorem."""

    def bad(label, p, body, code, line=None, options=None):
        text = f"{make.MAGIC}kind no-tour\n{make.header(p)}{body}end\n"
        options = make.options(p) if options is None else options
        make.wrong(f"{label}.cert", text, options, code, line or last_line(text))

    five = make.problem(5, 5, start="a2")
    bad("colour-even", five, "by colour\neven 12\nodd 12\n", "wrong-count", 8)
    bad("colour-odd", five, "by colour\neven 13\nodd 13\n", "wrong-count", 9)
    bad("colour-huge", five, f"by colour\neven 13\nodd {'9' * 100}\n", "wrong-count", 9)
    bad("colour-order", five, "by colour\nodd 12\neven 13\n", "malformed", 8)
    bad(
        "colour-fits", make.problem(5, 5, start="a1"), "by colour\neven 13\nodd 12\n", "not-refuted"
    )
    bad("colour-8x8", make.problem(8, 8), "by colour\neven 32\nodd 32\n", "not-refuted")
    camel = make.problem(5, 5, leaper=(1, 3))
    bad("colour-camel", camel, "by colour\neven 13\nodd 12\n", "colour-kept", 4)
    bad("colour-1x1", make.problem(1, 1), "by colour\neven 1\nodd 0\n", "not-refuted")

    ranks = make.problem(4, 4, closed=True)
    right = make.farkas(ranks)
    bad("farkas-price", ranks, "by farkas\n" + right.replace("minus b2 1", "minus b2 0"), "not-refuted")
    bad("farkas-sum", ranks, "by farkas\n" + right.replace("set 2", "set 0"), "not-refuted")
    bad("farkas-nothing", ranks, "by farkas\n", "not-refuted")
    bad("farkas-set", ranks, "by farkas\n" + right.replace("in a1\n", ""), "not-refuted")
    bad("farkas-empty", ranks, "by farkas\nset 1\n", "malformed", 8)
    bad("farkas-twice", ranks, "by farkas\nplus a1 1\nplus a1 1\n", "vertex-repeated", 8)
    bad("farkas-in-twice", ranks, "by farkas\nset 1\nin a1\nin a1\n", "vertex-repeated", 7)
    everything = "".join(f"in {make.name(s)}\n" for s in ranks.squares())
    bad("farkas-everything", ranks, f"by farkas\nset 1\n{everything}", "not-a-cut", 7)
    bad("farkas-no-edge", ranks, "by farkas\nedge a1 a2 1\n", "no-such-edge", 7)
    bad("farkas-edge-twice", ranks, "by farkas\nedge a1 b3 1\nedge b3 a1 1\n", "edge-repeated", 8)
    bad("farkas-star", ranks, "by farkas\nplus * 1\n", "no-such-vertex", 7)
    bad("farkas-huge", ranks, f"by farkas\nplus a1 {2**62}\n", "malformed", 7)
    bad("farkas-off", ranks, "by farkas\nplus e9 1\n", "off-board", 7)
    bad("farkas-open", make.problem(4, 4), f"by farkas\n{right}", "not-refuted")
    bad("farkas-one", make.problem(1, 1), "by farkas\n", "not-refuted")
    bad("farkas-tour", make.problem(6, 6, closed=True), "by farkas\n", "not-refuted")

    three = make.problem(3, 4, closed=True)

    def clauses(label, old, new, code, *line):
        assert old in make.CLAUSES
        text = make.CLAUSES.replace(old, new)
        bad(f"clauses-{label}", three, f"by clauses\n{text}", code, *line)

    clauses("other-edge", "two a1 c2", "two a1 b3", "no-conflict", 14)
    clauses("no-edge", "two a1 c2", "two a1 c3", "no-such-edge", 7)
    clauses("three-twice", "b3 a1 c1", "b3 a1 a1", "edge-repeated", 11)
    clauses("three-words", "b3 a1 c1 d2", "b3 a1 c1", "malformed", 11)
    clauses("off", "two a1 c2", "two a1 e2", "off-board", 7)
    clauses("star", "two a1 c2", "two *", "no-such-vertex", 7)
    clauses("leave-twice", "leave a1", "leave a1 a1", "vertex-repeated", 13)
    clauses("leave-other", "leave a1", "leave d1", "not-unit", 16)
    everything = " ".join(make.name(s) for s in three.squares())
    clauses("leave-everything", "leave a1 b1 c2 d2 a3 b3", f"leave {everything}", "not-a-cut", 13)
    clauses("given", "two a1 c2", "given a1 b3", "edge-undecided", 7)
    clauses("given-no-edge", "two a1 c2", "given a1 b2", "no-such-edge", 7)
    clauses("literal", "clause -7", "clause 7", "no-conflict", 14)
    clauses("literal-twice", "clause -7", "clause -7 7", "edge-repeated", 14)
    clauses("literal-large", "clause -7", "clause -15", "no-such-edge", 14)
    clauses("literal-zero", "clause -7", "clause 0", "no-such-edge", 14)
    clauses("literal-minus", "clause -7", "clause --7", "malformed", 14)
    clauses("later", "from 1 4 5", "from 1 4 9", "no-such-clause", 14)
    clauses("itself", "from 1 4 5", "from 1 4 8", "no-such-clause", 14)
    clauses("zero", "from 1 4 5", "from 0 4 5", "no-such-clause", 14)
    clauses("short", "from 1 4 5", "from 1 4", "no-conflict", 14)
    clauses("order", "from 1 4 5", "from 5 1 4", "not-unit", 14)
    clauses("after", "from 1 4 5", "from 1 4 5 1", "not-unit", 14)
    clauses("from", "from 1 4 5", "from", "malformed", 14)
    clauses("word", "two a1 c2", "one a1 c2", "malformed", 7)
    clauses("unfinished", "clause from 9 8 7\n", "", "not-refuted")
    bad("clauses-none", three, "by clauses\n", "malformed", 7)
    bad("clauses-one", make.problem(1, 1), "by clauses\ntwo *\n", "not-refuted")
    bad("clauses-open", make.problem(3, 4), f"by clauses\n{make.CLAUSES}", "not-unit", 14)

    four = make.problem(4, 4)
    bad("cut-count", four, f"by cut\n{INNER}components 5\n", "wrong-count", 11)
    bad("cut-order", four, "by cut\nremove c2\nremove b2\ncomponents 1\n", "malformed", 8)
    bad("cut-off", four, "by cut\nremove e9\ncomponents 1\n", "off-board", 7)
    bad("cut-few", four, "by cut\nremove b2\ncomponents 1\n", "not-refuted")
    # Vacuous: nothing is removed and nothing falls apart.
    bad(
        "cut-empty-closed", make.problem(6, 6, closed=True), "by cut\ncomponents 1\n", "not-refuted"
    )
    bad("cut-empty-open", make.problem(6, 6), "by cut\ncomponents 1\n", "not-refuted")
    bad("cut-one", make.problem(1, 1), "by cut\ncomponents 1\n", "not-refuted")
    bad("cut-all", make.problem(1, 1), "by cut\nremove a1\ncomponents 0\n", "not-refuted")
    bad(
        "cut-end",
        make.problem(4, 5),
        "by cut\nremove b2\nremove d2\nremove a3\nremove c3\nremove e3\ncomponents 6\n",
        "not-refuted",
    )

    bad("degree-none", make.problem(5, 5), "by degree\nsquare a1\nsquare a5\n", "not-refuted")
    bad("degree-empty", make.problem(3, 3), "by degree\n", "malformed", 7)
    bad(
        "degree-twice",
        make.problem(3, 3),
        "by degree\nsquare b2\nsquare b2\n",
        "vertex-repeated",
        8,
    )
    bad("degree-off", make.problem(3, 3), "by degree\nsquare d4\n", "off-board", 7)
    bad("degree-hole", make.problem(3, 3, holes=["b2"]), "by degree\nsquare b2\n", "on-hole", 8)
    bad(
        "degree-star", make.problem(3, 3, closed=True), "by degree\nsquare *\n", "no-such-vertex", 7
    )
    bad("degree-one", make.problem(1, 1), "by degree\nsquare a1\n", "not-refuted")
    bad(
        "degree-ring",
        make.problem(3, 3, closed=True, holes=["b2"]),
        "by degree\nsquare a1\nsquare b1\n",
        "not-refuted",
    )

    schwenk = "by theorem\nname schwenk-1991\n"
    silent = "theorem-silent"
    bad("theorem-8x8", make.problem(8, 8, closed=True), schwenk, silent, 7)
    bad("theorem-open", make.problem(4, 4), schwenk, silent, 7)
    bad("theorem-leaper", make.problem(5, 5, closed=True, leaper=(1, 4)), schwenk, silent, 7)
    bad("theorem-hole", make.problem(5, 5, closed=True, holes=["c3"]), schwenk, silent, 8)
    bad("theorem-3x10", make.problem(3, 10, closed=True), schwenk, silent, 7)
    bad(
        "theorem-name",
        make.problem(4, 4, closed=True),
        "by theorem\nname fermat-1637\n",
        "unknown-theorem",
        7,
    )
    bad(
        "theorem-Name",
        make.problem(4, 4, closed=True),
        "by theorem\nname Schwenk-1991\n",
        "malformed",
        7,
    )
    bad("method", make.problem(4, 4, closed=True), "by magic\n", "malformed", 6)


def trees(make):
    """By search."""

    def bad(label, p, method, body, code, line):
        text = f"{make.MAGIC}kind no-tour\n{make.header(p)}by search\nmethod {method}\n{body}end\n"
        make.wrong(f"{label}.cert", text, make.options(p), code, line)

    four = make.problem(4, 4)
    ring = make.problem(3, 3, closed=True, holes=["b2"])
    bad("edges-leaf", four, "edges", "leaf\n", "no-conflict", 8)
    bad("edges-cut", four, "edges", "leaf cut\n", "no-cut", 8)
    # Vacuous: one component is left, and one is allowed.
    bad("edges-cut-one", make.problem(6, 6, closed=True), "edges", "leaf cut a1\n", "no-cut", 8)
    bad("edges-cut-twice", four, "edges", "leaf cut b2 b2\n", "vertex-repeated", 8)
    bad("edges-cut-off", four, "edges", "leaf cut b2 e5\n", "off-board", 8)
    bad("edges-cut-at-conflict", make.problem(3, 3), "edges", "leaf cut\n", "cut-at-conflict", 8)
    bad(
        "edges-at-conflict",
        make.problem(3, 3),
        "edges",
        "branch a1 b3\nleaf\nleaf\n",
        "branch-at-conflict",
        8,
    )
    bad("edges-decided", ring, "edges", "branch a1 b3\nleaf\nleaf\n", "edge-decided", 9)
    bad("edges-ring", ring, "edges", "leaf\n", "no-conflict", 9)
    bad("edges-not-joined", four, "edges", "branch a1 b2\nleaf\nleaf\n", "no-such-edge", 8)
    bad(
        "edges-no-star",
        make.problem(6, 6, closed=True),
        "edges",
        "branch a1 *\nleaf\nleaf\n",
        "no-such-vertex",
        8,
    )
    bad("edges-short", four, "edges", "branch a1 b3\nleaf\n", "malformed", 10)
    bad("edges-long", make.problem(3, 3), "edges", "leaf\nleaf\n", "malformed", 9)
    bad("edges-word", four, "edges", "branch a1\n", "malformed", 8)
    bad("edges-one", make.problem(1, 1), "edges", "leaf\n", "not-refuted", 8)
    bad("method-name", four, "guess", "leaf\n", "malformed", 7)
    tree = make.edge_tree(four, False).split("\n", 2)[2]
    bad(
        "edges-half",
        four,
        "edges",
        tree.rsplit("branch", 1)[0],
        "malformed",
        8 + tree.rsplit("branch", 1)[0].count("\n"),
    )

    clue = make.problem(3, 4, start="a1", clues=[(3, "d3")])
    bad("steps-missing", clue, "steps", "back\n", "try-missing", 10)
    bad(
        "steps-not-late",
        make.problem(3, 4, start="a1", clues=[(4, "d3")]),
        "steps",
        "try a1\nleaf late 4\nback\n",
        "no-reason",
        11,
    )
    bad("steps-no-clue", clue, "steps", "try a1\nleaf late 5\nback\n", "no-reason", 11)
    bad("steps-clue-past", clue, "steps", "try a1\nleaf late 1\nback\n", "no-reason", 11)
    bad("steps-not-split", clue, "steps", "try a1\nleaf split\nback\n", "no-reason", 11)
    bad("steps-not-colour", clue, "steps", "try a1\nleaf colour\nback\n", "no-reason", 11)
    bad("steps-not-stranded", clue, "steps", "try a1\nleaf stranded b2\nback\n", "no-reason", 11)
    bad("steps-stranded-off", clue, "steps", "try a1\nleaf stranded b4\nback\n", "off-board", 11)
    bad("steps-start", clue, "steps", "try b1\nleaf split\nback\n", "try-not-allowed", 10)
    late = "try a1\nleaf late 3\n"
    bad("steps-repeated", clue, "steps", f"{late}{late}back\n", "try-repeated", 12)
    bad("steps-jump", clue, "steps", "try a1\ntry a2\nback\nback\nback\n", "not-a-move", 11)
    bad(
        "steps-visited",
        clue,
        "steps",
        "try a1\ntry b3\ntry a1\nback\nback\nback\nback\n",
        "square-repeated",
        12,
    )
    bad("steps-tour", make.problem(1, 1), "steps", "try a1\nback\nback\n", "tour-in-tree", 8)
    bad(
        "steps-leaf-later",
        clue,
        "steps",
        "try a1\ntry b3\nleaf split\nleaf split\nback\n",
        "malformed",
        13,
    )
    bad("steps-leaf-root", clue, "steps", "leaf split\n", "malformed", 10)
    bad("steps-short", clue, "steps", late, "malformed", 12)
    bad("steps-long", clue, "steps", f"{late}back\nback\n", "malformed", 13)
    bad("steps-reason", clue, "steps", "try a1\nleaf\nback\n", "malformed", 11)
