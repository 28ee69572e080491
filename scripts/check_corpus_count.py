"""The certificates of counts in the corpus: right ones counted by count_layers.py, and wrong ones."""

import re

import count_layers
from check_count import STAR, fnv


def digested(text):
    """With the digest that the text has now."""
    before = text[: text.index("digest ")]
    return f"{before}digest {fnv(before.encode()):016x}\nend\n"


def count_files(make):
    texts = {}
    for label, p, count in (
        ("5x6", make.problem(5, 6, closed=True), 8),
        ("3x4-open", make.problem(3, 4), 8),
        ("3x4-from", make.problem(3, 4, start="a1"), 2),
        ("3x4-ends", make.problem(3, 4, start="a1", end="d3"), None),
        ("3x4-same", make.problem(3, 4, start="a1", end="a1"), 0),
        ("ring", make.problem(3, 3, closed=True, holes=["b2"]), 1),
        ("3x3", make.problem(3, 3, closed=True), 0),
        ("1x1", make.problem(1, 1), 1),
        ("2x2-wazir", make.problem(2, 2, closed=True, leaper=(0, 1)), 1),
        ("3x5-wazir", make.problem(3, 5, leaper=(0, 1)), None),
        ("5x6-ends", make.problem(5, 6, closed=True, start="a1", end="b3"), 8),
        ("5x6-apart", make.problem(5, 6, closed=True, start="a1", end="a2"), 0),
    ):
        order = p.squares() + ([] if p.closed else [STAR])
        text = count_layers.certificate(p, make.header(p), order)
        found = re.search("\ncount (.*)\n", text)[1]
        assert count is None or int(found) == count, (label, found)
        what = f"WITH OBLIGATIONS 1 count {p.words()} = {found}"
        make.valid(f"count-{label}.cert", text, make.options(p), what)
        texts[label] = (text, make.options(p))
    make.valid(
        "count-not-asked.cert",
        texts["3x4-from"][0],
        "",
        f"WITH OBLIGATIONS 1 count 3x4 open from a1 = {count_of(texts['3x4-from'][0])}",
    )
    wrong(make, texts)


def count_of(text):
    return re.search("\ncount (.*)\n", text)[1]


def wrong(make, texts):
    text, options = texts["5x6"]
    lines = text.split("\n")

    def at(start):
        return next(number for number, line in enumerate(lines, 1) if line.startswith(start))

    def bad(label, change, code, line, options=options, digest=True):
        changed = change(text)
        assert changed != text, label
        changed = digested(changed) if digest else changed
        make.wrong(f"count-{label}.cert", changed, options, code, line)

    def swap(old, new):
        return lambda text: text.replace(old, new, 1)

    first, second, last = at("process"), at("process") + 1, at("prime")
    name = lines[first - 1]
    bad("repeated", swap(lines[second - 1] + "\n", name + "\n"), "vertex-repeated", second)
    bad("missing", swap(lines[second - 1] + "\n", ""), "vertex-missing", len(lines) - 2)
    bad("off", swap(name + "\n", "process g1\n"), "off-board", first)
    bad("star", swap(name + "\n", "process *\n"), "no-such-vertex", first)
    bad("no-order", lambda t: re.sub("process .*\n", "", t), "malformed", first)
    bad("prime", swap("prime 2305843009213693951", "prime 1000000007"), "other-prime", last)
    bad("first", swap("layer 0 1 1 0 0a", "layer 0 1 2 0 0a"), "wrong-layer", last + 1)
    bad("first-hash", swap("layer 0 1 1 0 0a", "layer 0 1 1 0 0b"), "wrong-layer", last + 1)
    bad("many", lambda t: re.sub("layer 1 [0-9]+ ", "layer 1 99 ", t), "wrong-layer", last + 2)
    bad("none", lambda t: re.sub("layer 1 [0-9]+ ", "layer 1 0 ", t), "wrong-layer", last + 2)
    large = r"\g<1>2305843009213693951"
    bad("sum", lambda t: re.sub("(layer 1 [0-9]+ )[0-9]+", large, t), "wrong-layer", last + 2)
    bad("skip", swap("layer 2 ", "layer 3 "), "wrong-layer", last + 3)
    listed, steps = sum(line.startswith("layer") for line in lines), len(steps_of(text))
    more = "".join(f"layer {step} 1 8 0 {0:016x}\n" for step in range(listed, steps + 1))
    bad("long", swap("count 8\n", more + "count 8\n"), "wrong-layer", last + 1 + steps)
    bad("short-hash", lambda t: re.sub("(layer 1 .*).\n", r"\1\n", t), "malformed", last + 2)
    bad("capital-hash", swap(" 0a385ef24fa6a992", " 0A385ef24fa6a992"), "malformed", last + 1)
    bad("words", swap("layer 1 ", "layer 1 1 "), "malformed", last + 2)
    bad("count", swap("count 8\n", "count 10\n"), "wrong-count", at("count"))
    other = lines[at("layer 9 ") - 1]
    flipped = other[:-1] + ("1" if other[-1] == "0" else "0")
    bad("digest", swap(other, flipped), "wrong-digest", at("digest"), digest=False)
    bad("no-digest", lambda t: re.sub("digest .*\n", "", t), "malformed", at("digest"), digest=False)
    make.wrong("count-other-board.cert", text, "--board 6x5 --closed", "other-board", 3)
    make.wrong("count-other-from.cert", text, "--board 5x6 --closed --from a1", "other-from", 5)
    make.wrong("count-other-clue.cert", text, "--closed --step-at 2=c2", "other-step-at", 5)
    ends, asked = texts["3x4-from"]
    make.wrong("count-not-from.cert", ends, "--board 3x4 --open", "other-from", 6)
    make.wrong("count-not-to.cert", ends, asked + " --to d3", "other-to", 5)
    nine = text.replace("count 8\n", "count 9\n")
    closing = r"(layer 2[0-9] [0-9]+ [0-9]+ )([1-9][0-9]*) "
    nine = re.sub(closing, lambda m: f"{m[1]}{int(m[2]) + 1} ", nine, count=1)
    make.wrong("count-odd.cert", digested(nine), options, "not-divisible", at("count"))


def steps_of(text):
    """The steps that the order of a valid certificate takes: its frontier checker's own answer."""
    import check
    import check_count

    lines = check.Lines(text.encode())
    lines.next("hippodrome-certificate 1")
    lines.next("kind count")
    problem, order = check.read_problem(lines), []
    while found := lines.next_if("process", "([!-~]+)"):
        order.append((STAR if found[0] == STAR else check.parse_square(found[0]), lines.at))
    return check_count.frontier(problem, order, 0)
