"""Writes the letter model that decoding weighs spellings with: `python3 -m recognition.letter_model SENTENCES FILE`.

An n-gram of letters and spaces with Witten-Bell smoothing. File: for each order from 1 to ORDER the number of
entries (uint32), the entries' keys in ascending order (uint32: five bits for each token, the newest lowest), then
their log-probabilities, then the back-off weights of the same keys as contexts (both uint16, thousandths of the
negative natural logarithm); little-endian.
"""

import math
import sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

from corpus.borrowed_sentences import dictionary_words
from corpus.inflected_words import inflected_numbers, inflected_words
from corpus.letters import letters
from corpus.write_sentences import read_sentences
from recognition.network import TOKENS

ORDER = 6
BITS = 5
SPACE = TOKENS.index(" ")
SOURCE_WEIGHTS = {"own": 1.0, "manual": 1.0, "treebank": 2.0, "everyday": 2.0, "words": 0.0, "inflected": 0.0}
WEIGHTED_WORDS = [(dictionary_words, 0.1), (inflected_words, 1.0), (inflected_numbers, 10.0)]
RAREST_KEPT = {1: 0.0, 2: 0.0, 3: 0.2, 4: 0.5, 5: 1.0, 6: 1.5}


def counted(sentences):
    """Returns for each order the weighted counts of token tuples; text begins and ends with a space."""
    counts = [Counter() for _ in range(ORDER + 1)]

    def count(text, weight):
        tokens = [SPACE, *(TOKENS.index(letter, 1) for letter in text), SPACE]
        for end in range(2, len(tokens) + 1):
            for order in range(1, min(ORDER, end) + 1):
                counts[order][tuple(tokens[end - order : end])] += weight

    for source, text in read_sentences(sentences, "train"):
        count(letters(text), SOURCE_WEIGHTS[source])
    for words, weight in WEIGHTED_WORDS:
        for word in words():
            count(letters(word), weight)
    return counts


def smoothed(counts):
    """Returns {tuple: probability} and {context: back-off weight}, by Witten-Bell interpolation."""
    probabilities, back_off = {}, {}
    for order in range(1, ORDER + 1):
        followers = defaultdict(list)
        for gram, weight in counts[order].items():
            if weight >= RAREST_KEPT[order]:
                followers[gram[:-1]].append((gram, weight))
        for context, grams in followers.items():
            total = sum(weight for _, weight in grams)
            left_over = len(grams) / (total + len(grams))
            back_off[context] = left_over
            for gram, weight in grams:
                lower = probabilities[gram[1:]] if order > 1 else 1 / (len(TOKENS) - 1)
                probabilities[gram] = (1 - left_over) * weight / total + left_over * lower
    return probabilities, back_off


def key(gram):
    """Returns the tokens packed into a number."""
    return sum(token << (BITS * place) for place, token in enumerate(reversed(gram)))


def write(probabilities, back_off, path):
    """Writes the model; returns its size in bytes."""
    by_order = defaultdict(list)
    for gram, probability in probabilities.items():
        by_order[len(gram)].append((key(gram), math.log(probability), math.log(back_off.get(gram, 1.0))))
    with open(path, "wb") as file:
        for order in range(1, ORDER + 1):
            entries = np.array(sorted(by_order[order]))
            file.write(np.uint32(len(entries)).astype("<u4").tobytes())
            file.write(entries[:, 0].astype("<u4").tobytes())
            file.write(np.rint(-1000 * entries[:, 1]).astype("<u2").tobytes())
            file.write(np.rint(-1000 * entries[:, 2]).astype("<u2").tobytes())
    return Path(path).stat().st_size


if __name__ == "__main__":
    print(write(*smoothed(counted(sys.argv[1])), sys.argv[2]), "bytes")
