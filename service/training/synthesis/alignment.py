"""Places our own phonemes in the teacher's audio by the teacher's phoneme events."""

from itertools import groupby

PAUSE = "pause"
OUR_CLASSES = {
    "a": "a", "e": "e", "i": "i", "ɯ": "ɯ", "o": "o", "u": "u", "ø": "ø", "y": "y", "b": "b", "dʒ": "dʒ", "tʃ": "tʃ",
    "d": "d", "f": "f", "ɡ": "g", "ɟ": "g", "h": "h", "ʒ": "ʒ", "k": "k", "c": "k", "l": "l", "ɫ": "l", "m": "m",
    "n": "n", "p": "p", "ɾ": "r", "s": "s", "ʃ": "ʃ", "t": "t", "v": "v", "j": "j", "z": "z",
    "|": PAUSE, ",": PAUSE, ".": PAUSE, "?": PAUSE, "!": PAUSE,
}
TEACHER_CLASSES = {
    "a": "a", "E": "e", "e": "e", "&": "e", "i": "i", "I": "i", "@": "ɯ", "o": "o", "O": "o", "u": "u", "U": "u",
    "W": "ø", "Y": "y", "y": "y", "b": "b", "dZ": "dʒ", "tS": "tʃ", "d": "d", "f": "f", "g": "g", "J": "g", "h": "h",
    "Z": "ʒ", "k": "k", "c": "k", "l": "l", "L": "l", "m": "m", "n": "n", "p": "p", "R": "r", "*": "r", "s": "s",
    "S": "ʃ", "t": "t", "v": "v", "j": "j", "z": "z", "_": PAUSE, "_:": PAUSE, "_!": PAUSE,
}


def align(symbols, events, total):
    """Returns the start of every symbol and the end, in samples, or None where the two sequences differ.

    A sound that we write twice and the teacher once (a long one) is cut in equal parts.
    """
    starts = [start for start, _ in events] + [total]
    ours = [(name, len(list(run))) for name, run in groupby(symbols, OUR_CLASSES.get)]
    teachers = [(name, len(list(run))) for name, run in groupby([p for _, p in events], TEACHER_CLASSES.get)]
    if [name for name, _ in ours] != [name for name, _ in teachers]:
        return None
    edges, at = [], 0
    for (name, our_count), (_, teacher_count) in zip(ours, teachers):
        first, last = starts[at], starts[at + teacher_count]
        if our_count == teacher_count:
            edges += starts[at:at + teacher_count]
        elif our_count > teacher_count or name == PAUSE:
            edges += [first + (last - first) * part / our_count for part in range(our_count)]
        else:
            return None
        at += teacher_count
    return edges + [total]


def stressed(symbols, teachers):
    """Returns, for each symbol, whether the teacher stresses it; `teachers` is what Teacher.stresses gave.

    None where the two sequences differ.
    """
    spoken = [at for at, symbol in enumerate(symbols) if OUR_CLASSES[symbol] != PAUSE]
    places = align([symbols[at] for at in spoken], [(at, name) for at, (name, _) in enumerate(teachers)], len(teachers))
    if places is None:
        return None
    marks = [False] * len(symbols)
    for at, place in zip(spoken, places):
        marks[at] = teachers[int(place)][1]
    return marks
