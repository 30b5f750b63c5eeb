"""Adds what recognition alone trains on: `python3 -m corpus.further_sentences SENTENCES TREEBANKS OUTPUT`.

SENTENCES is the list of corpus.write_sentences, whose lines come first and unchanged; TREEBANKS a folder with the
clones that the README lists. Sources: treebank, everyday, inflected. No sentence is one that anything is measured on.
"""

import random
import sys
from pathlib import Path

from corpus.everyday_sentences import everyday_sentences
from corpus.inflected_words import inflected_sequences
from corpus.letters import letters
from corpus.treebank_sentences import HELD_OUT_FILE, trained_sentences

SEED = 20266
EVERYDAY_COUNT = 1700
INFLECTED_COUNT = 1500
OUTSIDE_FILE = Path(__file__).with_name("outside_sentences.txt")


def further_rows(rows, treebanks):
    """Returns lists of split, source and text, none with the letters of one in `rows` or of a measured sentence."""
    rng = random.Random(SEED)
    sources = {
        "treebank": trained_sentences(treebanks),
        "everyday": everyday_sentences(rng, EVERYDAY_COUNT),
        "inflected": inflected_sequences(rng, INFLECTED_COUNT),
    }
    known = {letters(text) for _, _, text in rows}
    for measured in (OUTSIDE_FILE, HELD_OUT_FILE):
        known.update(letters(text) for text in measured.read_text(encoding="utf8").splitlines())
    further = []
    for source, sentences in sources.items():
        for text in sentences:
            if letters(text) not in known:
                known.add(letters(text))
                further.append(["train", source, text])
    return further


if __name__ == "__main__":
    listed = [line.split("\t") for line in Path(sys.argv[1]).read_text(encoding="utf8").splitlines()]
    whole = listed + further_rows(listed, sys.argv[2])
    Path(sys.argv[3]).write_text("".join("\t".join(row) + "\n" for row in whole), encoding="utf8")
