"""The vocabulary in the cases that templates use too rarely, for the letter model."""

from corpus import vocabulary
from corpus.inflection import inflect, noun
from corpus.spoken_numbers import ONES, TENS

NUMBERS = [*ONES, *filter(None, TENS), "yüz", "bin", "milyon", "buçuk", "çeyrek"]
NAMES = vocabulary.FIRST_NAMES + vocabulary.SURNAMES + vocabulary.CITIES + vocabulary.DISTRICTS + vocabulary.COUNTRIES
NOUNS = vocabulary.THINGS + vocabulary.FOODS + vocabulary.PLACES + vocabulary.PEOPLE
SUFFIXES = ["DA", "DAn", "(y)A", "(y)I", "(n)In", "lAr", "lArI", "lI", "(I)m", "(I)mIz", "DAki", "(y)lA"]


def inflected_numbers():
    """Returns number words with each suffix: dokuzda, buçukta, üçten."""
    return [noun(word, suffix) for word in NUMBERS for suffix in SUFFIXES]


def inflected_words():
    """Returns names, days, months and nouns with each suffix, without apostrophes."""
    names = [inflect(word, suffix) for word in NAMES + vocabulary.MONTHS for suffix in SUFFIXES]
    return names + [noun(word, suffix) for word in NOUNS + vocabulary.DAYS for suffix in SUFFIXES]
