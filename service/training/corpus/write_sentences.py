"""Writes the sentence list of both trainings: `python3 -m corpus.write_sentences OUTPUT`.

One line per sentence: split (train or held-out), source (own, manual, words), text, separated by tabs.
The held-out sentences share no text with the others, and the list is the same on every run.
"""

import random
import sys

from corpus.borrowed_sentences import manual_sentences, word_sequences
from corpus.letters import letters
from corpus.own_sentences import own_sentences

SEED = 20261
OWN_COUNT = 9000
WORD_SEQUENCE_COUNT = 2500
HELD_OUT = {"own": 250, "manual": 200, "words": 50}


def all_sentences():
    """Returns (split, source, text) of every sentence."""
    rng = random.Random(SEED)
    manual = manual_sentences()
    rng.shuffle(manual)
    sources = {
        "own": own_sentences(rng, OWN_COUNT),
        "manual": manual,
        "words": word_sequences(rng, WORD_SEQUENCE_COUNT),
    }
    rows, heard = [], set()
    for source, sentences in sources.items():
        kept = 0
        for text in sentences:
            if letters(text) in heard:
                continue
            heard.add(letters(text))
            rows.append(("held-out" if kept < HELD_OUT[source] else "train", source, text))
            kept += 1
    return rows


def read_sentences(path, split):
    """Returns (source, text) of one split of a written list."""
    with open(path, encoding="utf8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines]
    return [(source, text) for row_split, source, text in rows if row_split == split]


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf8") as output:
        for row in all_sentences():
            output.write("\t".join(row) + "\n")
