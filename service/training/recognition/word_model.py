"""Writes the word n-grams that decoding weighs texts with:
`python3 -m recognition.word_model FOLDER GENERAL_PAIRS SUBTITLE_WORDS FILE`.

FOLDER holds the sentences of gather_words_text, GENERAL_PAIRS what general_pairs wrote, SUBTITLE_WORDS a list of words
with their frequency in subtitles. Prints the perplexity of sentences that were not trained on.

N-grams of one to three word forms. Each source's counts are discounted (modified Kneser-Ney's discounts), weighed and
added up, so that a source says much of a context where it has seen it often; what is left goes to the shorter n-gram.
Lower orders keep their plain counts, since most of what is above them is pruned by relative entropy (Stolcke, 1998).

File, little-endian, every section filled up to four bytes:
- `words-1` and a line feed; numbers of words, of their letters, of pairs, of contexts, of triples, of bytes of the
  letter model (uint32), thousandths of a nat that a spelling gains because it is no known word's (int32)
- words in the order of the alphabet: their lengths (uint8), their letters (uint8: 2 for a, 3 for b and so on to 30)
- of each word, then of an unknown one, the end and the start of a sentence: cost (uint16), back-off weight (int16)
- number of the first pair after each of these, and of all pairs (uint32)
- pairs, by first word, by second word (uint32: 14 bits of cost, above them the second word)
- of each 32 pairs, the first in the highest bit, which ones triples begin with; how many before them do (uint32)
- of each such pair: its last word as in a pair, its back-off weight raised by 8,192 in the place of a cost (uint32)
- number of its first triple, and of all triples (uint32)
- triples, by their pair, by third word (uint32: as pairs)
- the letter model of unknown words, as letter_model.py writes one: 1 parts words, 31 is any other letter
Costs are thousandths of the negative natural logarithm of a probability, back-off weights of the logarithm itself.
"""

import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np

from corpus.gathered_text import SOURCES
from corpus.letters import ALPHABET
from corpus.written_words import written_words

MOST_BYTES = 21_900_000
MOST_WORDS = 220_000
LONGEST_WORD = 24
WORD_BITS, COST_BITS = 18, 14
WORD_MASK = (1 << WORD_BITS) - 1

# Chosen by the perplexity of the sentences held out, those that were read aloud excepted.
WEIGHTS = {"minutes": 1, "everyday": 60, "prose": 10}
GENERAL_WORDS = 250e6  # as if the general pairs had been counted in so many words
SHARES = {"minutes": 0.1, "everyday": 0.2, "prose": 0.15, "subtitles": 0.2, "general": 0.35}  # of single words
UNKNOWN, SENTENCE_END = 0.03, 0.09  # of single words
PSEUDO_COUNTS = {2: 2, 3: 8}  # what else the shorter n-gram gets in every context
RAREST_TRIPLE = {"minutes": 3}
TRIPLE_PRICE = 1.4  # how much more a triple has to be worth than a pair

HELD_EVERY = {"tatoeba": 50, "collected": 9, "minutes": 2000}
MOST_HELD = 1000  # sentences of a source

LETTER_ORDER = 6
RAREST_LETTERS = (0, 0, 0, 0.5, 1.5, 2.5, 3.5)
COMMON_WORDS = 60_000  # not in the letter model of unknown words
LETTER_DISCOUNT = 0.75
SPACE, FIRST_LETTER, OTHER_LETTER = 1, 2, 31

_started = time.monotonic()


def say(*what):
    print(f"{time.monotonic() - _started:5.0f} s", *what, flush=True)


def read_texts(folder):
    """Returns the words of all texts, and {source: numbers of its words, -1 at the end of each sentence}."""
    numbers, texts = {}, {}
    for name in SOURCES:
        ids = []
        for line in written_words((Path(folder) / f"{name}.txt").read_text(encoding="utf8")).split("\n"):
            words = line.split()
            if words:
                ids += [numbers.setdefault(word, len(numbers)) for word in words]
                ids.append(-1)
        texts[name] = np.array(ids, np.int32)
    return list(numbers), texts


def split_off(ids, every):
    """Returns the text without every so many-th sentence, and those sentences."""
    number = np.r_[0, np.cumsum(ids == -1)[:-1]]
    held = number % every == every - 1
    return ids[~held], ids[held]


def sentences_of(ids):
    """Returns evenly chosen sentences of a text, MOST_HELD at most."""
    whole = np.split(ids, np.flatnonzero(ids == -1) + 1)[:-1]
    return [sentence[:-1] for sentence in whole[:: max(1, len(whole) // MOST_HELD)][:MOST_HELD]]


def share(counts):
    return counts / counts.sum()


class Vocabulary:
    """The known words in the order of the alphabet; behind them an unknown one, the end and the start of a sentence."""

    def __init__(self, counts):
        """Takes {source of counts: {word: count}}."""
        likely = Counter()
        for source, portion in SHARES.items():
            total = sum(counts[source].values())
            for word, count in counts[source].items():
                likely[word] += portion * count / total
        letters = set(ALPHABET)
        fit = [word for word in likely if letters.issuperset(word) and len(word) <= LONGEST_WORD]
        fit = [word for word in fit if len(word) > 1 or word in ("o", "e")]
        fit.sort(key=lambda word: (-likely[word], word))
        self.words = sorted(fit[:MOST_WORDS], key=lambda word: [ALPHABET.index(letter) for letter in word])
        self.by_likelihood = fit[:MOST_WORDS]
        self.numbers = {word: number for number, word in enumerate(self.words)}
        count = len(self.words)
        self.unknown, self.end, self.start, self.size = count, count + 1, count + 2, count + 3
        singles = np.array([likely[word] for word in self.words])
        known = singles / singles.sum() * (1 - UNKNOWN - SENTENCE_END)
        self.singles = np.r_[known, UNKNOWN, SENTENCE_END, 0]
        self.left_out = [word for word in counts["any"] if word not in self.numbers]

    def of(self, names):
        """Returns each name's number."""
        return np.array([self.numbers.get(name, self.unknown) for name in names], np.int64)


def sequence(ids, numbers, vocabulary):
    """Returns a text in the vocabulary's numbers, each sentence between its start and its end."""
    words = np.where(ids >= 0, numbers[ids], vocabulary.end)
    return np.r_[vocabulary.start, np.insert(words, np.flatnonzero(ids == -1)[:-1] + 1, vocabulary.start)]


def counted(grams, rarest=1):
    """Returns n-grams in ascending order, their counts, and their counts discounted."""
    grams, counts = np.unique(grams, return_counts=True)
    n1, n2, n3, n4 = (max(1, int((counts == times).sum())) for times in (1, 2, 3, 4))
    y = n1 / (n1 + 2 * n2)
    discounts = np.clip([0, 1 - 2 * y * n2 / n1, 2 - 3 * y * n3 / n2, 3 - 4 * y * n4 / n3], 0, [0, 1, 2, 3])
    kept = counts >= rarest
    return grams[kept], counts[kept], (counts - discounts[np.minimum(counts, 3)])[kept]


def added(parts):
    """Adds up the values of equal n-grams; takes and returns n-grams and values."""
    grams, at = np.unique(np.concatenate([grams for grams, _ in parts]), return_inverse=True)
    return grams, np.bincount(at, weights=np.concatenate([values for _, values in parts]), minlength=len(grams))


def find(grams, wanted):
    """Returns where each wanted n-gram is, and whether it is there at all."""
    at = np.minimum(np.searchsorted(grams, wanted), len(grams) - 1)
    return at, grams[at] == wanted


class Model:
    """Interpolated probabilities of all n-grams that were counted."""

    def __init__(self, vocabulary, texts, general):
        """Takes {kind: text as a sequence} and the general pairs."""
        size, pairs, seen, triples = vocabulary.size, [], [], []
        totals = np.zeros(size)
        for kind, text in texts.items():
            two = (text[:-1] << WORD_BITS) | text[1:]
            three = (two[:-1] << WORD_BITS) | text[2:]
            inside = text != vocabulary.end
            grams, counts, discounted = counted(two[inside[:-1]])
            totals += WEIGHTS[kind] * np.bincount(grams >> WORD_BITS, weights=counts, minlength=size)
            pairs.append((grams, WEIGHTS[kind] * discounted))
            seen.append((grams, WEIGHTS[kind] * counts.astype(float)))
            grams, _, discounted = counted(three[inside[:-2] & inside[1:-1]], RAREST_TRIPLE.get(kind, 1))
            triples.append((grams, WEIGHTS[kind] * discounted))
            say(kind, "counted")
        general_pairs, general_totals = pairs_in_general(vocabulary, general)
        totals += general_totals
        self.vocabulary, self.singles = vocabulary, vocabulary.singles
        self.pairs, values = added([*pairs, general_pairs])
        self.before, self.second = self.pairs >> WORD_BITS, self.pairs & WORD_MASK
        sums = np.bincount(self.before, weights=values, minlength=size)
        totals = np.maximum(totals, 1.01 * sums) + PSEUDO_COUNTS[2]
        self.left = 1 - sums / totals
        self.pair_probabilities = values / totals[self.before] + self.left[self.before] * self.singles[self.second]
        self.triples, values = added(triples)
        self.third = self.triples & WORD_MASK
        self.contexts, self.context = np.unique(self.triples >> WORD_BITS, return_inverse=True)
        grams, counts = added(seen)
        totals = counts[np.searchsorted(grams, self.contexts)] + PSEUDO_COUNTS[3]
        left = 1 - np.bincount(self.context, weights=values) / totals
        middle = self.contexts[self.context] & WORD_MASK
        at, known = find(self.pairs, (middle << WORD_BITS) | self.third)
        self.shorter = np.where(known, self.pair_probabilities[at], self.left[middle] * self.singles[self.third])
        self.triple_probabilities = values / totals[self.context] + left[self.context] * self.shorter
        say(len(self.pairs), "pairs", len(self.triples), "triples")


def pairs_in_general(vocabulary, general):
    """Returns the general pairs with values as if they had been counted, and what was counted in each context."""
    numbers = np.array([vocabulary.numbers.get(word, -1) for word in general["words"]])
    unigrams, spoken = general["unigrams"], 1 - general["unspoken"]  # nobody says a comma
    first, second = general["first"], general["second"]
    both = (numbers[first] >= 0) & (numbers[second] >= 0)
    first, second, probabilities = first[both], second[both], general["pairs"][both].astype(float)
    asked = np.unique(general["first"])
    asked = asked[numbers[asked] >= 0]
    beginning = np.flatnonzero((general["starts"] > 0) & (numbers >= 0))
    starts = GENERAL_WORDS * SENTENCE_END
    pairs = added([
        ((numbers[first] << WORD_BITS) | numbers[second],
         GENERAL_WORDS * unigrams[first] * np.minimum(1, probabilities / spoken[first])),
        ((numbers[asked] << WORD_BITS) | vocabulary.end,
         GENERAL_WORDS * unigrams[asked] * np.minimum(0.97, general["ends"][asked] / spoken[asked])),
        ((vocabulary.start << WORD_BITS) | numbers[beginning], starts * share(general["starts"][beginning])),
    ])  # fmt: skip
    totals = np.bincount(numbers[asked], weights=GENERAL_WORDS * unigrams[asked], minlength=vocabulary.size)
    totals[vocabulary.start] = 1.05 * starts
    return pairs, totals


def worth(weight, probabilities, shorter, context, contexts):
    """Returns the relative entropy that a model gains by each n-gram (Stolcke, 1998)."""
    rest = np.maximum(1 - np.bincount(context, weights=probabilities, minlength=contexts), 1e-6)[context]
    shorter_rest = np.maximum(1 - np.bincount(context, weights=shorter, minlength=contexts), 1e-6)[context]
    before, after = rest / shorter_rest, (rest + probabilities) / (shorter_rest + shorter)
    lost = probabilities * (np.log(shorter) + np.log(after) - np.log(probabilities))
    return -weight * (lost + rest * (np.log(after) - np.log(before)))


class Pruned:
    """The n-grams that are worth most and fit into a file, with back-off weights."""

    def __init__(self, model, fixed_bytes):
        vocabulary = model.vocabulary
        likely = model.singles.copy()
        likely[vocabulary.start], likely[vocabulary.end] = likely[vocabulary.end], 0
        is_pair, there = find(model.pairs, model.contexts)
        weights = likely[model.contexts >> WORD_BITS] * np.where(there, model.pair_probabilities[is_pair], 1e-12)
        triple_worth = worth(
            weights[model.context], model.triple_probabilities, model.shorter, model.context, len(model.contexts)
        )
        pair_worth = worth(
            likely[model.before], model.pair_probabilities, model.singles[model.second], model.before, vocabulary.size
        )
        pair_worth[(model.second == vocabulary.start) | (model.singles[model.second] <= 0)] = -1
        pair_worth[(model.before == vocabulary.unknown) & (model.second == vocabulary.unknown)] = -1
        odd = (model.contexts & WORD_MASK == vocabulary.unknown) | (model.contexts >> WORD_BITS == vocabulary.unknown)
        triple_worth[(odd | ~there)[model.context] | (model.third == vocabulary.unknown)] = -1
        low, high = -26.0, -10.0
        for _ in range(16):
            least = np.exp((low + high) / 2)
            kept = triple_worth > TRIPLE_PRICE * least
            used = np.unique(model.context[kept])
            needed = pair_worth > least
            needed[is_pair[used]] = True
            size = fixed_bytes + 4.25 * needed.sum() + 4 * kept.sum() + 8 * len(used)
            low, high = (np.log(least), high) if size > MOST_BYTES else (low, np.log(least))
        self.pairs, self.pair_probabilities = model.pairs[needed], model.pair_probabilities[needed]
        self.triples, self.triple_probabilities = model.triples[kept], model.triple_probabilities[kept]
        self.singles, self.vocabulary = model.singles, vocabulary
        before, second, third = self.pairs >> WORD_BITS, self.pairs & WORD_MASK, self.triples & WORD_MASK
        self.back_offs = back_off_weights(self.pair_probabilities, self.singles[second], before, vocabulary.size)
        self.contexts, context = np.unique(self.triples >> WORD_BITS, return_inverse=True)
        shorter = self.pair_probability(self.contexts[context] & WORD_MASK, third)
        self.context_back_offs = back_off_weights(
            self.triple_probabilities, shorter, context, len(self.contexts)
        )
        say(len(self.pairs), "pairs", len(self.contexts), "contexts", len(self.triples), "triples kept")

    def pair_probability(self, before, word):
        at, known = find(self.pairs, (before << WORD_BITS) | word)
        return np.where(known, self.pair_probabilities[at], self.back_offs[before] * self.singles[word])

    def figures(self, sentences):
        """Returns what held-out sentences show: perplexity of known words, shares found as triples and as pairs."""
        vocabulary = self.vocabulary
        text = np.concatenate([np.r_[vocabulary.start, sentence, vocabulary.end] for sentence in sentences])
        word = np.flatnonzero(text != vocabulary.start)
        third, second = text[word], text[word - 1]
        first = np.where(second == vocabulary.start, 0, text[np.maximum(word - 2, 0)])
        pair = (first << WORD_BITS) | second
        context, has_context = find(self.contexts, pair)
        has_context &= second != vocabulary.start
        triple, has_triple = find(self.triples, (pair << WORD_BITS) | third)
        has_triple &= has_context
        probability = self.pair_probability(second, third)
        probability = np.where(has_context, self.context_back_offs[context] * probability, probability)
        probability = np.where(has_triple, self.triple_probabilities[triple], probability)
        known = third != vocabulary.unknown
        _, has_pair = find(self.pairs, (second << WORD_BITS) | third)
        return {
            "words": len(third),
            "perplexity of known words": round(float(np.exp(-np.log(probability[known]).mean()))),
            "triples": round(float(has_triple.mean()), 3),
            "pairs": round(float((has_pair & ~has_triple).mean()), 3),
            "unknown": round(float((~known).mean()), 3),
        }


def back_off_weights(probabilities, shorter, context, contexts):
    """Returns for each context what the shorter n-gram's probabilities of other words are multiplied with."""
    rest = 1 - np.bincount(context, weights=probabilities, minlength=contexts)
    shorter_rest = 1 - np.bincount(context, weights=shorter, minlength=contexts)
    return np.clip(rest / np.maximum(shorter_rest, 1e-6), 1e-3, 20)


def letter_tokens(word):
    places = [ALPHABET.find(letter) for letter in word]
    return [SPACE, *(OTHER_LETTER if place < 0 else FIRST_LETTER + place for place in places), SPACE]


def letter_orders(words):
    """Returns for each order of letters: keys, probabilities, back-off weights; from a list of words."""
    spelled = [letter_tokens(word) for word in words]
    letters = np.concatenate(spelled)
    place = np.concatenate([np.arange(len(word)) for word in spelled])
    orders = []
    for order in range(1, LETTER_ORDER + 1):
        end = np.flatnonzero(place >= max(1, order - 1))
        keys = np.zeros(len(end), np.int64)
        for back in reversed(range(order)):
            keys = (keys << 5) | letters[end - back]
        keys, counts = np.unique(keys, return_counts=True)
        contexts, context = np.unique(keys >> 5, return_inverse=True)
        totals = np.bincount(context, weights=counts)
        kept = counts >= RAREST_LETTERS[order]
        keys, counts, context = keys[kept], counts[kept] - LETTER_DISCOUNT, context[kept]
        left = 1 - np.bincount(context, weights=counts, minlength=len(contexts)) / totals
        if order == 1:
            shorter = np.full(len(keys), 1 / OTHER_LETTER)
        else:
            at, known = find(orders[-1][0], keys & ((1 << 5 * (order - 1)) - 1))
            shorter = np.where(known, orders[-1][1][at], 1e-5)
        probabilities = counts / totals[context] + left[context] * shorter
        if order > 1:
            at, known = find(orders[-1][0], contexts)
            weights = back_off_weights(probabilities, shorter, context, len(contexts))
            orders[-1][2][at[known]] = np.minimum(weights, 1)[known]
        orders.append((keys, probabilities, np.ones(len(keys))))
    return orders


def letter_file(orders):
    parts = []
    for keys, probabilities, weights in orders:
        parts += [np.uint32(len(keys)), keys.astype("<u4")]
        parts += [np.rint(-1000 * np.log(values)).astype("<u2") for values in (probabilities, weights)]
    return b"".join(part.tobytes() for part in parts)


def spelling_probabilities(orders, words):
    """Returns the probability of each word's spelling."""
    spelled = [letter_tokens(word) for word in words]
    letters, lengths = np.concatenate(spelled), [len(word) for word in spelled]
    place = np.concatenate([np.arange(length) for length in lengths])
    sums, waiting = np.zeros(len(letters)), place > 0
    for order in range(LETTER_ORDER, 0, -1):
        end = np.flatnonzero(waiting & (place >= order - 1))
        context = np.zeros(len(end), np.int64)
        for back in reversed(range(1, order)):
            context = (context << 5) | letters[end - back]
        keys, probabilities, _ = orders[order - 1]
        at, known = find(keys, (context << 5) | letters[end])
        sums[end[known]] += np.log(probabilities[at[known]])
        waiting[end[known]] = False
        if order > 1:
            at, weighed = find(orders[order - 2][0], context)
            sums[end] += np.where(~known & weighed, np.log(orders[order - 2][2][at]), 0)
    sums[waiting] += np.log(1 / OTHER_LETTER)
    return np.exp(np.bincount(np.repeat(np.arange(len(words)), lengths), weights=sums))


def filled(array):
    content = array if isinstance(array, bytes) else array.tobytes()
    return content + bytes(-len(content) % 4)


def thousandths(values, most):
    return np.clip(np.rint(-1000 * np.log(np.maximum(values, 1e-30))), 0, most).astype(np.int64)


def write(model, letters, gain, path):
    """Writes the file; returns its size in bytes."""
    words = model.vocabulary.words
    most = (1 << COST_BITS) - 1
    at = np.searchsorted(model.pairs, model.contexts)
    bits = np.zeros(-(-len(model.pairs) // 32) * 32, np.uint8)
    bits[at] = 1
    weights = np.clip(np.rint(1000 * np.log(model.context_back_offs)) + (1 << (COST_BITS - 1)), 0, most)
    sections = [
        b"words-1\n",
        np.array([len(words), sum(map(len, words)), len(model.pairs), len(model.contexts), len(model.triples),
                  len(letters)], "<u4"),
        np.array([round(1000 * gain)], "<i4"),
        np.array([len(word) for word in words], np.uint8),
        bytes(FIRST_LETTER + ALPHABET.index(letter) for word in words for letter in word),
        thousandths(model.singles, 65535).astype("<u2"),
        np.rint(1000 * np.log(model.back_offs)).astype("<i2"),
        np.searchsorted(model.pairs >> WORD_BITS, np.arange(model.vocabulary.size + 1)).astype("<u4"),
        (((model.pairs & WORD_MASK) << COST_BITS) | thousandths(model.pair_probabilities, most)).astype("<u4"),
        np.packbits(bits).view(">u4").astype("<u4"),
        np.r_[0, np.cumsum(bits.reshape(-1, 32).sum(1))[:-1]].astype("<u4"),
        (((model.contexts & WORD_MASK) << COST_BITS) | weights.astype(np.int64)).astype("<u4"),
        np.searchsorted(model.triples >> WORD_BITS, np.r_[model.contexts, 1 << 62]).astype("<u4"),
        (((model.triples & WORD_MASK) << COST_BITS) | thousandths(model.triple_probabilities, most)).astype("<u4"),
        letters,
    ]  # fmt: skip
    return Path(path).write_bytes(b"".join(map(filled, sections)))


def main(folder, general_path, subtitles, path):
    names, texts = read_texts(folder)
    held = {}
    for name, every in HELD_EVERY.items():
        texts[name], held[name] = split_off(texts[name], every)
    held |= {name: texts.pop(name) for name, source in SOURCES.items() if source.kind == "held"}
    kinds = {
        kind: np.concatenate([texts[name] for name in texts if SOURCES[name].kind == kind]) for kind in WEIGHTS
    }
    general = np.load(general_path)
    counts = {kind: Counter(dict(zip(names, np.bincount(ids[ids >= 0], minlength=len(names)).tolist())))
              for kind, ids in kinds.items()}  # fmt: skip
    counts["general"] = Counter()
    for word, unigram in zip(general["words"].tolist(), general["unigrams"].tolist()):
        counts["general"][word] += unigram if word else 0
    counts["subtitles"] = Counter()
    for line in Path(subtitles).read_text(encoding="utf8").splitlines():
        spelling, count = line.split()
        for word in written_words(spelling).split():
            counts["subtitles"][word] += int(count)
    counts["any"] = [word for word, count in sum((counts[kind] for kind in kinds), Counter()).items() if count > 0]
    vocabulary = Vocabulary(counts)
    numbers = vocabulary.of(names)
    say({kind: len(ids) for kind, ids in kinds.items()}, len(vocabulary.words), "words known")
    letters = letter_orders([*vocabulary.left_out, *vocabulary.by_likelihood[COMMON_WORDS:]])
    gain = -np.log(1 - spelling_probabilities(letters, vocabulary.words).sum())
    content = letter_file(letters)
    say("letters", len(content), "bytes, a spelling gains", round(float(gain), 3))
    model = Model(vocabulary, {kind: sequence(ids, numbers, vocabulary) for kind, ids in kinds.items()}, general)
    fixed = len(content) + 9 * vocabulary.size + sum(map(len, vocabulary.words)) + 64
    pruned = Pruned(model, fixed)
    say(write(pruned, content, gain, path), "bytes")
    for name, ids in held.items():
        say(name, pruned.figures([numbers[sentence] for sentence in sentences_of(ids)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
