"""Proofs that there is no tour, for check.py.

Each is computed in the plainest way: sets of edges, states copied at each branch, everything
counted again at each node.
"""

from check import INT, SQUARE, Fault, integer, malformed, name, parse_square, read_problem

VERTEX = r"(\*|[a-z]{1,7}(?:0|[1-9][0-9]*))"
STAR = "*"


def parse_vertex(text):
    return STAR if text == STAR else parse_square(text)


def check(lines, asked):
    """The claim in words, once it is read and checked."""
    problem = read_problem(lines)
    (method,) = lines.next("by ([!-~]+)")
    readers = {
        "clauses": clauses,
        "colour": colour,
        "degree": degree,
        "cut": cut,
        "farkas": farkas,
        "search": search,
        "theorem": theorem,
    }
    if method not in readers:
        raise malformed(lines.at, "no such method")
    proof = readers[method](problem, lines)
    problem.examine()
    problem.compare(asked)
    refutation(problem, asked)
    proof()
    what = f"no-tour {problem.words()} by {method}"
    return f"WITH OBLIGATIONS 1 {what} {lines.found}" if method == "theorem" else what


def refutation(problem, asked):
    """Compare the ends and clues of a proof: more of them than were asked show less."""
    size, poses = problem.size(), bool(asked.board)
    wanted = {}
    for step, square in asked.clues:
        wanted.setdefault(step, square)
    by_clue = dict(wanted)
    for code, mine, theirs, step, line in (
        ("other-from", problem.start, asked.start, 1, problem.lines["from"]),
        ("other-to", problem.end, asked.end, size, problem.lines["to"]),
    ):
        theirs = theirs or by_clue.get(step)
        if mine and (theirs or poses) and mine != theirs:
            raise Fault(code, line, "shown only for another end")
    for (step, square), line in zip(problem.clues, problem.lines["step-at"]):
        theirs = (
            by_clue.get(step)
            or (asked.start if step == 1 else None)
            or (asked.end if step == size else None)
        )
        if (theirs or poses) and theirs != square:
            raise Fault("other-step-at", line, "shown only for another clue")


def colour(problem, lines):
    """Read a colour count; give the check to be made once the file is read."""
    even, even_line = integer(lines.next(f"even {INT}")[0]), lines.at
    odd, odd_line = integer(lines.next(f"odd {INT}")[0]), lines.at
    end = lines.end()

    def check():
        if problem.holes:
            problem.limit()
        if sum(problem.leaper) % 2 == 0:
            raise Fault("colour-kept", problem.lines["leaper"], "the leaper stays on its colour")
        size, holes = problem.size(), [sum(hole) % 2 for hole in problem.holes]
        counts = [
            (problem.cells() + 1) // 2 - holes.count(0),
            problem.cells() // 2 - holes.count(1),
        ]
        for line, mine, counted in ((even_line, even, counts[0]), (odd_line, odd, counts[1])):
            if mine != counted:
                raise Fault("wrong-count", line, f"there are {counted}")
        known = [(1, problem.start), (size, problem.end), *problem.clues]
        for first in (0, 1):
            fits = counts[first] == (size + 1) // 2 and not (problem.closed and size % 2)
            if fits and all(sum(sq) % 2 == (first + step - 1) % 2 for step, sq in known if sq):
                raise Fault("not-refuted", end, "an order of colours fits")

    return check


def theorem(problem, lines):
    (lines.found,) = lines.next("name ([a-z0-9-]+)")
    line = lines.at
    lines.end()

    def check():
        if problem.holes:
            problem.limit()
        if lines.found != "schwenk-1991":
            raise Fault("unknown-theorem", line, "no such theorem")
        m, n = sorted((problem.rows, problem.cols))
        none = m * n % 2 == 1 or m in (1, 2, 4) or (m == 3 and n in (4, 6, 8))
        if problem.leaper != (1, 2) or problem.holes or not problem.closed or not none:
            raise Fault("theorem-silent", line, "the theorem does not say this")

    return check


def usable(problem, square, line):
    """A square that a certificate names has to be one of the board."""
    if not problem.on_board(square):
        raise Fault("off-board", line, "a square off the board")
    if square in problem.holes:
        raise Fault("on-hole", line, f"{name(square)} is a hole")
    return square


def vertex(problem, named, line):
    if named != STAR:
        return usable(problem, named, line)
    if problem.closed:
        raise Fault("no-such-vertex", line, "* is a vertex for open tours only")
    return STAR


def given_ends(problem):
    clues = dict(problem.clues)
    return problem.start or clues.get(1), problem.end or clues.get(problem.size())


def neighbours(problem):
    """The move graph: each square and those that it is joined to."""
    squares = set(problem.squares())
    steps = set(problem.directions())
    return {s: [t for f, r in steps if (t := (s[0] + f, s[1] + r)) in squares] for s in squares}


def count_components(graph, removed):
    left, count = set(graph) - set(removed), 0
    while left:
        count, open_squares = count + 1, [left.pop()]
        while open_squares:
            near = left.intersection(graph[open_squares.pop()])
            left -= near
            open_squares.extend(near)
    return count


def cut(problem, lines):
    removed = []
    while found := lines.next_if("remove", SQUARE):
        square = parse_square(found[0])
        if removed and not removed[-1][0][::-1] < square[::-1]:
            raise malformed(lines.at, "not in increasing order")
        removed.append((square, lines.at))
    components, line = integer(lines.next(f"components {INT}")[0]), lines.at
    end = lines.end()

    def check():
        problem.limit()
        gone = [usable(problem, square, at) for square, at in removed]
        counted = count_components(neighbours(problem), gone)
        if components != counted:
            raise Fault("wrong-count", line, f"there are {counted} components")
        bound = max(1, len(gone))
        if not problem.closed:
            bound = len(gone) + 1 - sum(square in gone for square in given_ends(problem))
        if counted <= bound:
            raise Fault("not-refuted", end, f"a tour can leave {bound} components")

    return check


def amount(text, line):
    if (number := integer(text)) >= 2**62:
        raise malformed(line, "a number of 2^62 or more")
    return number


def farkas(problem, lines):
    """Read prices, sets and edges; give the check that no tour can pay them."""
    prices, sets, edges = [], [], []
    priced = f"{VERTEX} {INT}"
    while found := lines.next_if("plus", priced) or lines.next_if("minus", priced):
        sign = 1 if lines.all[lines.at - 1].startswith(b"plus") else -1
        prices.append((parse_vertex(found[0]), sign * amount(found[1], lines.at), lines.at))
    while found := lines.next_if("set", INT):
        number, at, members = amount(found[0], lines.at), lines.at, []
        members.append((parse_vertex(lines.next(f"in {VERTEX}")[0]), lines.at))
        while found := lines.next_if("in", VERTEX):
            members.append((parse_vertex(found[0]), lines.at))
        sets.append((number, members, at))
    while found := lines.next_if("edge", f"{VERTEX} {VERTEX} {INT}"):
        ends = parse_vertex(found[0]), parse_vertex(found[1])
        edges.append((ends, amount(found[2], lines.at), lines.at))
    end = lines.end()

    def check():
        problem.limit()
        if not problem.closed and problem.size() == 1:
            raise Fault("not-refuted", end, "one square is an open tour")
        graph = Cycle(problem).graph
        price, total = {}, 0
        for named, number, line in prices:
            if vertex(problem, named, line) in price:
                raise Fault("vertex-repeated", line, "a vertex has a price already")
            price[named] = number
            total += 2 * number
        groups, repeated = [], []
        for number, members, line in sets:
            group = {vertex(problem, named, at) for named, at in members}
            if len(members) >= len(graph):
                raise Fault("not-a-cut", line, "the set has every vertex")
            if len(group) < len(members):
                repeated.append(line)
            groups.append((number, group))
            total += 2 * number
        if repeated:
            raise Fault("vertex-repeated", repeated[0], "a vertex is twice in the set")
        allowed = {}
        for ends, number, line in edges:
            one, other = (vertex(problem, named, line) for named in ends)
            if other not in graph[one]:
                raise Fault("no-such-edge", line, "no edge joins the two")
            if frozenset(ends) in allowed:
                raise Fault("edge-repeated", line, "an edge is listed twice")
            allowed[frozenset(ends)] = number
            total -= number
        for one in graph:
            for other in graph[one]:
                cost = price.get(one, 0) + price.get(other, 0)
                cost += sum(z for z, group in groups if (one in group) != (other in group))
                if cost > allowed.get(frozenset((one, other)), 0):
                    raise Fault("not-refuted", end, "an edge costs more than it may")
        if total <= 0:
            raise Fault("not-refuted", end, "the prices add up to nothing")

    return check


def clauses(problem, lines):
    """Read clauses with their reasons; give the check that the last one is empty."""
    steps, literal = [], f"(?:-?{INT})"
    patterns = {
        "two": f"{VERTEX}(?: {VERTEX})?",
        "three": " ".join([VERTEX] * 4),
        "given": f"{VERTEX} {VERTEX}",
        "leave": f"{VERTEX}(?: {VERTEX})*",
        "clause": f"(?:{literal} )*from {INT}(?: {INT})*",
    }
    while lines.peek() != "end":
        line = lines.peek()
        kind, *words = line.split(" ")
        if kind not in patterns:
            raise malformed(lines.at + 1, "no such reason")
        lines.next(f"{kind} {patterns[kind]}")
        if kind == "clause":
            cut = words.index("from")
            steps.append((kind, (words[:cut], words[cut + 1 :]), lines.at))
        else:
            steps.append((kind, [parse_vertex(word) for word in words], lines.at))
    end = lines.end()
    if not steps:
        raise malformed(end, "no clause")

    def check():
        problem.limit()
        if not problem.closed and problem.size() == 1:
            raise Fault("not-refuted", end, "one square is an open tour")
        cycle = Cycle(problem)
        order = {square: number for number, square in enumerate(problem.squares())}
        order[STAR] = len(order)
        pairs = {tuple(sorted((a, b), key=order.get)) for a in cycle.graph for b in cycle.graph[a]}
        pairs = sorted(pairs, key=lambda ends: (ends[1] == STAR, order[ends[0]], order[ends[1]]))
        number = {frozenset(ends): at for at, ends in enumerate(pairs, 1)}

        def edge(one, other, line):
            if frozenset((one, other)) not in number:
                raise Fault("no-such-edge", line, "no edge joins the two")
            return number[frozenset((one, other))]

        found = []
        for kind, named, line in steps:
            if kind == "clause":
                found.append(follows(found, *named, len(number), line))
                continue
            named = [vertex(problem, at, line) for at in named[:1]] + named[1:]
            if kind == "leave":
                group = set()
                for at in named:
                    if vertex(problem, at, line) in group:
                        raise Fault("vertex-repeated", line, "a vertex is named twice")
                    group.add(at)
                if len(group) == len(cycle.graph):
                    raise Fault("not-a-cut", line, "the set has every vertex")
                leaving = {e for e in number if len(e & group) == 1}
                found.append({number[e] for e in leaving})
                continue
            first, others = named[0], (vertex(problem, at, line) for at in named[1:])
            if kind == "two":
                clause = {number[frozenset((first, to))] for to in cycle.graph[first]}
                found.append(clause - {edge(first, to, line) for to in others})
            elif kind == "three":
                clause = set()
                for to in others:
                    if -edge(first, to, line) in clause:
                        raise Fault("edge-repeated", line, "an edge is named twice")
                    clause.add(-edge(first, to, line))
                found.append(clause)
            else:
                other = next(others)
                found.append({edge(first, other, line)})
                if frozenset((first, other)) not in cycle.inside:
                    raise Fault("edge-undecided", line, "the edge is of no given end")
        if found[-1]:
            raise Fault("not-refuted", end, "the last clause is not empty")

    return check


def follows(found, literals, hints, edges, line):
    """The clause, if it follows from the clauses of the hints."""
    clause = set()
    for word in literals:
        value = integer(word.lstrip("-"))
        if not 1 <= value <= edges:
            raise Fault("no-such-edge", line, "there is no such edge")
        clause.add(-value if word.startswith("-") else value)
    if len({abs(literal) for literal in clause}) < len(literals):
        raise Fault("edge-repeated", line, "an edge is twice in the clause")
    false, conflict = set(clause), False
    for hint in map(integer, hints):
        if not 1 <= hint <= len(found):
            raise Fault("no-such-clause", line, "there is no such clause before this one")
        if conflict:
            raise Fault("not-unit", line, "a clause after the conflict")
        left = found[hint - 1] - false
        if len(left) > 1:
            raise Fault("not-unit", line, "two literals that are not false")
        conflict = not left
        false.update(-literal for literal in left)
    if not conflict:
        raise Fault("no-conflict", line, "no conflict")
    return clause


class Cycle:
    """The cycle graph: its vertices, and the edges that are in and out."""

    def __init__(self, problem):
        self.graph = neighbours(problem)
        self.inside, self.outside, self.conflict = set(), set(), False
        ends = given_ends(problem)
        if problem.closed:
            if all(ends):
                if ends[1] in self.graph[ends[0]]:
                    self.inside.add(frozenset(ends))
                else:
                    self.conflict = True
            return
        self.graph[STAR] = list(dict.fromkeys(ends)) if all(ends) else list(self.graph)
        for square in self.graph[STAR]:
            self.graph[square].append(STAR)
        self.inside |= {frozenset((STAR, end)) for end in ends if end}

    def copy(self):
        other = object.__new__(Cycle)
        other.graph, other.conflict = self.graph, self.conflict
        other.inside, other.outside = set(self.inside), set(self.outside)
        return other

    def left(self, at):
        return [edge for to in self.graph[at] if (edge := frozenset((at, to))) not in self.outside]

    def force(self, listed):
        """Apply the rules, 1 and 2 at the listed vertices, until nothing changes."""
        before = None
        while before != (len(self.inside), len(self.outside)) and not self.conflict:
            before = len(self.inside), len(self.outside)
            for at in listed:
                left = self.left(at)
                inside = [edge for edge in left if edge in self.inside]
                self.conflict |= len(left) < 2
                if len(left) == 2:
                    self.inside.update(left)
                if len(inside) == 2:
                    self.outside.update(set(left) - set(inside))
            self.paths()
            self.conflict |= not self.inside.isdisjoint(self.outside)

    def paths(self):
        """Rule 3, and the conflicts of three edges and of a short cycle."""
        near = {}
        for edge in self.inside:
            one, other = edge
            near.setdefault(one, []).append(other)
            near.setdefault(other, []).append(one)
        if any(len(others) > 2 for others in near.values()):
            self.conflict = True
            return
        seen = set()
        for start in sorted(near, key=lambda at: len(near[at])):
            if start in seen:
                continue
            path = [start]
            seen.add(start)
            while more := [to for to in near[path[-1]] if to not in seen]:
                seen.add(more[0])
                path.append(more[0])
            if len(path) == len(self.graph):
                continue
            if len(near[start]) == 2:
                self.conflict = True
            edge = frozenset((path[0], path[-1]))
            if path[-1] in self.graph[path[0]] and edge not in self.inside:
                self.outside.add(edge)

    def components(self, removed):
        graph = {at: [to for edge in self.left(at) for to in edge - {at}] for at in self.graph}
        return count_components(graph, removed)


def degree(problem, lines):
    listed = [(parse_vertex(lines.next(f"square {VERTEX}")[0]), lines.at)]
    while found := lines.next_if("square", VERTEX):
        listed.append((parse_vertex(found[0]), lines.at))
    end = lines.end()

    def check():
        problem.limit()
        vertices = []
        for named, line in listed:
            if vertex(problem, named, line) in vertices:
                raise Fault("vertex-repeated", line, "listed twice")
            vertices.append(named)
        cycle = Cycle(problem)
        if problem.size() > 1 or problem.closed:
            cycle.force(vertices)
        if not cycle.conflict:
            raise Fault("not-refuted", end, "no conflict")

    return check


def search(problem, lines):
    (method,) = lines.next("method (edges|steps)")
    return edges(problem, lines) if method == "edges" else steps(problem, lines)


def edges(problem, lines):
    nodes, pending = [], 1
    while pending:
        kind, *words = lines.peek().split(" ")
        if kind == "branch":
            nodes.append(
                (
                    "branch",
                    list(map(parse_vertex, lines.next(f"branch {VERTEX} {VERTEX}"))),
                    lines.at,
                )
            )
            pending += 1
            continue
        lines.next(f"leaf(?: cut(?: {VERTEX})*)?")
        nodes.append(("cut" if words else "leaf", list(map(parse_vertex, words[1:])), lines.at))
        pending -= 1
    lines.end()

    def check():
        problem.limit()
        if problem.size() == 1 and not problem.closed:
            raise Fault("not-refuted", nodes[0][2], "one square is an open tour")
        # The states in which the subtrees to come begin, the next one last.
        states = [Cycle(problem)]
        for kind, named, line in nodes:
            state = states.pop()
            state.force(state.graph)
            if kind == "branch":
                one, other = (vertex(problem, at, line) for at in named)
                edge = frozenset((one, other))
                if state.conflict:
                    raise Fault("branch-at-conflict", line, "a branch at a conflict")
                if other not in state.graph[one]:
                    raise Fault("no-such-edge", line, "no such edge")
                if edge in state.inside | state.outside:
                    raise Fault("edge-decided", line, "the edge is decided")
                without = state.copy()
                without.outside.add(edge)
                state.inside.add(edge)
                states += [without, state]
            elif kind == "leaf" and not state.conflict:
                raise Fault("no-conflict", line, "no conflict")
            elif kind == "cut":
                if state.conflict:
                    raise Fault("cut-at-conflict", line, "a cut at a conflict")
                removed = []
                for at in named:
                    if vertex(problem, at, line) in removed:
                        raise Fault("vertex-repeated", line, "removed twice")
                    removed.append(at)
                if state.components(removed) <= max(1, len(removed)):
                    raise Fault("no-cut", line, "no cut")

    return check


def steps(problem, lines):
    nodes, depth, fresh = [], 1, False
    while depth:
        if found := lines.next_if("try", SQUARE):
            nodes.append(("try", parse_square(found[0]), lines.at))
            depth, fresh = depth + 1, True
            continue
        pattern = f"back|leaf (?:stranded {SQUARE}|split|colour|late {INT})"
        square, step = lines.next(pattern)
        kind = lines.all[lines.at - 1].decode().split(" ")
        if kind[0] == "leaf" and not fresh:
            raise malformed(lines.at, "a leaf after other nodes")
        value = parse_square(square) if square else integer(step) if step else None
        nodes.append(
            (kind[-1] if kind[-1] in ("back", "split", "colour") else kind[1], value, lines.at)
        )
        depth, fresh = depth - 1, False
    lines.end()

    def check():
        problem.limit()
        Steps(problem).run(nodes)

    return check


class Steps:
    """The tree over steps: the path to the present node, and what was tried at each node on it."""

    def __init__(self, problem):
        self.problem, self.graph, self.size = problem, neighbours(problem), problem.size()
        ends = [(1, problem.start), (self.size, problem.end)]
        self.clues = problem.clues + [end for end in ends if end[1]]
        self.path, self.tried = [], [set()]

    def may_follow(self, square):
        step = len(self.path) + 1
        agrees = all((at == step) == (wanted == square) for at, wanted in self.clues)
        if self.problem.closed and step == self.size and self.path:
            agrees = agrees and self.path[0] in self.graph[square]
        return agrees and square not in self.path

    def run(self, nodes):
        for kind, value, line in nodes:
            if kind == "try":
                self.enter(value, line)
                continue
            if kind == "back":
                possible = self.graph[self.path[-1]] if self.path else self.graph
                if any(self.may_follow(s) and s not in self.tried[-1] for s in possible):
                    raise Fault("try-missing", line, "not all squares are tried")
            elif not self.holds(kind, value, line):
                raise Fault("no-reason", line, f"not {kind}")
            self.tried.pop()
            if self.path:
                self.path.pop()

    def enter(self, square, line):
        usable(self.problem, square, line)
        if self.path and square not in self.graph[self.path[-1]]:
            raise Fault("not-a-move", line, f"{name(square)} is not joined to the last square")
        if square in self.path:
            raise Fault("square-repeated", line, f"{name(square)} is visited")
        if not self.may_follow(square):
            raise Fault("try-not-allowed", line, f"{name(square)} may not be here")
        if square in self.tried[-1]:
            raise Fault("try-repeated", line, f"{name(square)} was tried here")
        self.tried[-1].add(square)
        self.path.append(square)
        self.tried.append(set())
        if len(self.path) == self.size and (self.size >= 3 or not self.problem.closed):
            raise Fault("tour-in-tree", line, "a tour")

    def reach(self, start, allowed):
        """The distances from a square through the allowed ones."""
        distance, ring = {start: 0}, [start]
        for square in ring:
            for near in self.graph[square]:
                if near in allowed and near not in distance:
                    distance[near] = distance[square] + 1
                    ring.append(near)
        return distance

    def holds(self, kind, value, line):
        last, now = self.path[-1], len(self.path)
        left = set(self.graph) - set(self.path)
        if kind == "stranded":
            usable(self.problem, value, line)
            return value in left and not left.union([last]).intersection(self.graph[value])
        if kind == "split":
            return len(self.reach(last, left)) <= len(left)
        if kind == "colour":
            other = [square for square in left if sum(square) % 2 != sum(last) % 2]
            return sum(self.problem.leaper) % 2 == 1 and len(other) != (len(left) + 1) // 2
        distance = self.reach(last, self.graph)
        far = [distance.get(at, 10**40) for step, at in self.clues if step == value]
        return value > now and any(steps > value - now for steps in far)
