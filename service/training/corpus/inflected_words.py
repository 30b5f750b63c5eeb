"""The vocabulary and the dictionary in the cases that templates use too rarely."""

from corpus import vocabulary
from corpus.borrowed_sentences import dictionary_words
from corpus.inflection import inflect, noun
from corpus.spoken_numbers import ONES, TENS

NUMBERS = [*ONES, *filter(None, TENS), "yüz", "bin", "milyon", "buçuk", "çeyrek"]
NAMES = vocabulary.FIRST_NAMES + vocabulary.SURNAMES + vocabulary.CITIES + vocabulary.DISTRICTS + vocabulary.COUNTRIES
NOUNS = vocabulary.THINGS + vocabulary.FOODS + vocabulary.PLACES + vocabulary.PEOPLE
SUFFIXES = ["DA", "DAn", "(y)A", "(y)I", "(n)In", "lAr", "lArI", "lI", "(I)m", "(I)mIz", "DAki", "(y)lA"]

NOUN_ENDINGS = [
    *SUFFIXES, "lArIn", "lArDA", "lArDAn", "lArA", "lArIm", "lArImIz", "(I)nIz", "(s)I", "(s)InDA", "(s)InDAn", "(s)InA",
    "sIz", "lIk", "lIklAr", "DAkilAr",
]
CASES_BEHIND_CONSONANT = ["DA", "DAn", "(y)A", "(y)I", "(n)In", "(y)lA", "DI", "DIr", "mIş"]


def inflected_numbers():
    """Returns number words with each suffix: dokuzda, buçukta, üçten."""
    return [noun(word, suffix) for word in NUMBERS for suffix in SUFFIXES]


def inflected_words():
    """Returns names, days, months and nouns with each suffix, without apostrophes."""
    names = [inflect(word, suffix) for word in NAMES + vocabulary.MONTHS for suffix in SUFFIXES]
    return names + [noun(word, suffix) for word in NOUNS + vocabulary.DAYS for suffix in SUFFIXES]


def inflected_sequences(rng, count):
    """Returns sequences of three to seven random stems of the dictionary with plural, possessive and case."""
    stems = [stem for stem in dictionary_words() if 3 <= len(stem) <= 9]
    return [" ".join(_inflected(rng, rng.choice(stems)) for _ in range(rng.randint(3, 7))) + "." for _ in range(count)]


def _inflected(rng, stem):
    word = noun(stem, rng.choice(NOUN_ENDINGS))
    return inflect(word, rng.choice(CASES_BEHIND_CONSONANT)) if word[-1] in "rmzk" and rng.random() < 0.5 else word
