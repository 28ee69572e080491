#!/usr/bin/env python3
"""Counts tours once more, written from FORMATS.md alone, and writes the certificate of the count.

    count_layers.py CERTIFICATE         count again what a certificate counts, in its order; the
                                        output has to be the certificate, byte for byte
    count_layers.py 5x6 closed|open     in the order of squares

States are dictionaries and everything is done in the plainest way: small boards only.
"""

import sys
from collections import defaultdict
from itertools import combinations

sys.path.insert(0, __file__.rsplit("/", 1)[0])
import check  # noqa: E402
from check import Problem, name  # noqa: E402
from check_count import PRIME, STAR, fnv  # noqa: E402

MASK = 2**64 - 1
UNTOUCHED, FINISHED = "untouched", "finished"


def cycle_graph(problem):
    """Neighbours in the order of vertices, and the edges that have to be used."""
    squares = problem.squares()
    near = {a: [b for b in squares if a != b and problem.joined(a, b)] for a in squares}
    ends = [end for end in (problem.start, problem.end) if end]
    if problem.closed:
        if len(ends) < 2:
            return near, set()
        joined = ends[1] in near[ends[0]]
        return (near, {frozenset(ends)}) if joined else ({a: [] for a in squares}, set())
    near[STAR] = [a for a in squares if len(ends) < 2 or a in ends]
    for square in near[STAR]:
        near[square].append(STAR)
    return near, {frozenset((end, STAR)) for end in ends}


def ways(vertex, state, later, forced):
    """All states after a vertex; None for a path that is closed."""
    state = dict(state)
    status = state.pop(vertex, UNTOUCHED)
    missing = {UNTOUCHED: 2, FINISHED: 0}.get(status, 1)
    for chosen in combinations([w for w in later if state.get(w) != FINISHED], missing):
        if any(frozenset((vertex, w)) in forced and w not in chosen for w in later):
            continue
        # The far ends of the paths that the vertex joins.
        new, far, closed = dict(state), [] if missing != 1 else [status], False
        for w in chosen:
            if w in far:
                new[w], closed = FINISHED, True
            elif new.get(w, UNTOUCHED) == UNTOUCHED:
                far.append(w)
            else:
                far.append(new[w])
                new[w] = FINISHED
        if closed:
            yield new, True
            continue
        if missing:
            new[far[0]], new[far[1]] = far[1], far[0]
        yield new, False


def pack(state, slots, total):
    """The number of a state."""
    in_slot = {slots[v]: v for v in state}
    is_end = {s: state[v] not in (UNTOUCHED, FINISHED) for s, v in in_slot.items()}
    ends = [s for s in range(total) if is_end.get(s)]
    number, shift = sum(1 << s for s in ends), total
    for s in range(total):
        if not is_end.get(s):
            number |= (s in in_slot and state[in_slot[s]] == FINISHED) << shift
            shift += 1
    while len(ends) > 2:
        mate = slots[state[in_slot[ends.pop(0)]]]
        number |= ends.index(mate) << shift
        shift += (len(ends) - 1).bit_length()
        ends.remove(mate)
    return number


def mixed(x):
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & MASK
    return x ^ (x >> 31)


def hashed(number, count):
    low, high = number & MASK, number >> 64
    inner = mixed((count % PRIME + 0x9E3779B97F4A7C15) & MASK)
    return mixed((low + mixed((high + inner) & MASK)) & MASK)


def slots_of(near, order):
    """For each step the slots in use before it, and how many there are in all."""
    slots, gone, before, total = {}, set(), [], 0
    place = {vertex: index for index, vertex in enumerate(near)}
    for vertex in order:
        if vertex in gone:
            continue
        before.append((vertex, dict(slots)))
        gone.add(vertex)
        slots.pop(vertex, None)
        later = sorted((w for w in near[vertex] if w not in gone), key=place.get)
        for w in later:
            if w not in slots:
                slots[w] = next(s for s in range(99) if s not in slots.values())
        total = max([total] + [s + 1 for s in slots.values()])
        for w in [w for w in later if all(x in gone for x in near[w])]:
            gone.add(w)
            slots.pop(w)
    return before, total


def layers(problem, order):
    """For each layer its states, sum, tours closed and hash; and the count."""
    near, forced = cycle_graph(problem)
    if len(near) < 3 or any(len(others) < 2 for others in near.values()):
        return [], 0
    steps, total = slots_of(near, order)
    layer, gone, found, count = {(): 1}, set(), [], 0
    for vertex, slots in steps:
        if not layer:
            break
        gone.add(vertex)
        later = [w for w in near[vertex] if w not in gone]
        open_force = any(not edge & gone for edge in forced)
        rest = [v for v in near if v not in gone]
        following, closed, digest = defaultdict(int), 0, 0
        for state, ways_here in layer.items():
            state = dict(state)
            digest += hashed(pack(state, slots, total), ways_here)
            for new, is_closed in ways(vertex, state, later, forced):
                if is_closed:
                    whole = all(new.get(v) == FINISHED for v in rest)
                    closed += ways_here * (whole and not open_force)
                elif alive(new, rest, near, gone):
                    kept = {v: s for v, s in new.items() if any(w not in gone for w in near[v])}
                    following[tuple(sorted(kept.items(), key=str))] += ways_here
        found.append((len(layer), sum(layer.values()) % PRIME, closed % PRIME, digest & MASK))
        gone |= {w for w in later if all(x in gone for x in near[w])}
        count += closed
        layer = following
    return found, count


def alive(state, rest, near, gone):
    """Whether every vertex that is left has enough unfinished neighbours for its missing edges."""
    for v in rest:
        status = state.get(v, UNTOUCHED)
        missing = {UNTOUCHED: 2, FINISHED: 0}.get(status, 1)
        if sum(w not in gone and state.get(w) != FINISHED for w in near[v]) < missing:
            return False
    return True


def certificate(problem, header, order):
    found, count = layers(problem, order)
    count += problem.size() == 1 and not problem.closed
    text = f"hippodrome-certificate 1\nkind count\n{header}"
    text += "".join(f"process {v if v == STAR else name(v)}\n" for v in order)
    text += f"prime {PRIME}\n"
    for step, (states, total, closed, digest) in enumerate(found):
        text += f"layer {step} {states} {total} {closed} {digest:016x}\n"
    text += f"count {count}\n"
    return text + f"digest {fnv(text.encode()):016x}\nend\n"


def main(arguments):
    if len(arguments) == 1:
        with open(arguments[0], "rb") as file:
            lines = check.Lines(file.read())
        lines.next("hippodrome-certificate 1")
        lines.next("kind count")
        first = lines.at
        problem = check.read_problem(lines)
        header = b"".join(line + b"\n" for line in lines.all[first : lines.at]).decode()
        order = []
        while found := lines.next_if("process", "([!-~]+)"):
            order.append(STAR if found[0] == STAR else check.parse_square(found[0]))
    else:
        rows, cols = map(int, arguments[0].split("x"))
        problem = Problem(rows, cols, closed=arguments[1] == "closed")
        header = f"board {rows}x{cols}\nleaper 1,2\ntour {arguments[1]}\n"
        order = problem.squares() + ([] if problem.closed else [STAR])
    print(certificate(problem, header, order), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
