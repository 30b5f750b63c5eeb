"""Sentences of Debian's Turkish manual pages, and random words of its spelling dictionary."""

import gzip
import re
from pathlib import Path

from corpus.letters import ALPHABET, lower

MANUAL_PAGES = Path("/usr/share/man/tr")
DICTIONARY = Path("/usr/share/hunspell/tr_TR.dic")

_SPOKEN = set(ALPHABET + "âîû ,'")
_FOUR_CONSONANTS = re.compile(r"[bcçdfgğhjklmnprsştvyz]{4}")
_ROFF_ESCAPE = re.compile(r"\\f(\(..|\[[^\]]*\]|.)|\\\(..|\\\[[^\]]*\]|\\\*.|\\s[-+]?\d|\\.")
_VOWEL = re.compile(r"[aeıioöuüâîû]")


def _page_text(path):
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf8", errors="ignore") as page:
        lines = [line for line in page if not line.startswith(".")]
    return _ROFF_ESCAPE.sub("", "".join(lines)).replace("\n", " ")


def is_speakable(text):
    """Tells whether lower-case text of 15 to 140 characters is words that can be read letter by letter."""
    words = re.findall(r"[^ ,]+", text)
    return (
        15 <= len(text) <= 140
        and set(text) <= _SPOKEN
        and len(words) >= 3
        and not _FOUR_CONSONANTS.search(text)
        and all(_VOWEL.search(word) and (len(word) > 1 or word == "o") for word in words)
    )


def manual_sentences():
    """Returns the clean sentences of the manual pages, lower case, 15 to 140 characters."""
    found = {}
    for path in sorted(p for p in MANUAL_PAGES.rglob("*") if p.is_file() and not p.is_symlink()):
        for raw in re.split(r"(?<=[.!?:;])\s+", _page_text(path)):
            text = " ".join(re.sub(r"[.;:!?()\"“”]", " ", lower(raw).replace("’", "'")).split()).strip(" ,'")
            text = text.replace(" ,", ",")
            if is_speakable(text):
                found[text + "."] = None
    return list(found)


def dictionary_words():
    """Returns the lower-case stems of the spelling dictionary, 2 to 14 letters with a vowel."""
    stems = {}
    for line in DICTIONARY.read_text(encoding="utf8", errors="ignore").splitlines():
        word = line.split("/")[0].strip().split(" ")[0]
        if 2 <= len(word) <= 14 and set(word) <= set(ALPHABET + "âîû") and _VOWEL.search(word):
            stems[word] = None
    return list(stems)


def word_sequences(rng, count):
    """Returns sequences of three to nine random dictionary words, which teach letters rather than sentences."""
    stems = dictionary_words()
    return [" ".join(rng.choice(stems) for _ in range(rng.randint(3, 9))) + "." for _ in range(count)]
