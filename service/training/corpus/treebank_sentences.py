"""Sentences of the Turkish Universal Dependencies treebanks, as they are spoken.

`python3 -m corpus.treebank_sentences TREEBANKS` writes HELD_OUT_FILE anew. TREEBANKS is a folder with the clones that
the README lists; their text is licensed CC BY-SA 4.0.
"""

import random
import re
import sys
from pathlib import Path

from corpus.borrowed_sentences import is_speakable
from corpus.letters import letters, lower
from corpus.spoken_numbers import cardinal

SEED = 20265
HELD_OUT_FILE = Path(__file__).with_name("held_out_treebank_sentences.txt")
HELD_OUT_COUNT = 200
NEVER_TRAINED_FILE = "UD_Turkish-BOUN/tr_boun-ud-dev.conllu"
TRAINED_FILES = [
    "UD_Turkish-BOUN/tr_boun-ud-test.conllu",
    "UD_Turkish-Kenet/tr_kenet-ud-dev.conllu", "UD_Turkish-Kenet/tr_kenet-ud-test.conllu",
    "UD_Turkish-Penn/tr_penn-ud-dev.conllu", "UD_Turkish-Penn/tr_penn-ud-test.conllu",
    "UD_Turkish-FrameNet/tr_framenet-ud-train.conllu", "UD_Turkish-FrameNet/tr_framenet-ud-dev.conllu",
    "UD_Turkish-FrameNet/tr_framenet-ud-test.conllu",
    "UD_Turkish-Tourism/tr_tourism-ud-dev.conllu", "UD_Turkish-Tourism/tr_tourism-ud-test.conllu",
]
MONOTONOUS_FILES = [
    "UD_Turkish-Atis/tr_atis-ud-train.conllu", "UD_Turkish-Atis/tr_atis-ud-dev.conllu",
    "UD_Turkish-Atis/tr_atis-ud-test.conllu",
]
MONOTONOUS_COUNT = 1200

_TEXT = "# text = "
_ABBREVIATION = re.compile(r"\b[A-ZÇĞİÖŞÜ]{2,}\b")
_NUMBER = re.compile(r"(\d{1,9})(?:'?([a-zçğıöşü]+))?(,?)")


def _number_in_words(token):
    """Returns a token with its number in words, or None where it is not a plain number with an ending."""
    if not re.search(r"\d", token):
        return token
    found = _NUMBER.fullmatch(token)
    if not found or (found[1][0] == "0" and len(found[1]) > 1):
        return None
    words, ending = cardinal(int(found[1])), found[2] or ""
    if words.endswith("dört") and ending[:1] in set("aeıiouöü"):
        words = words[:-1] + "d"
    return words + ending + found[3]


def as_spoken(raw):
    """Returns a sentence in lower case with its numbers in words, or None where it cannot be read letter by letter."""
    if _ABBREVIATION.search(raw) and re.search("[a-zçğıöşü]", raw):
        return None
    mark = "?" if raw.rstrip(" \"”'").endswith("?") else "."
    text = re.sub(r"[\"“”„()\[\]…]|\.\.+", " ", lower(raw).replace("’", "'"))
    text = re.sub(r"[.!?]+\s*$", "", text.strip())
    tokens = [_number_in_words(token) for token in re.sub(r"\s*[,;:]+(?=\s|$)", ",", text).split()]
    if None in tokens:
        return None
    text = re.sub(r"[!?]|\s-+\s|(?<=\w)-(?=\w)", " ", " ".join(tokens))
    text = re.sub(r"\s+,", ",", " ".join(text.split())).strip(" ,'")
    return text + mark if is_speakable(text) else None


def sentences_of(treebanks, files):
    """Returns the different speakable sentences of files in a folder of clones, in the files' order."""
    found = {}
    for file in files:
        for line in (Path(treebanks) / file).read_text(encoding="utf8").splitlines():
            spoken = as_spoken(line.removeprefix(_TEXT)) if line.startswith(_TEXT) else None
            if spoken is not None:
                found.setdefault(letters(spoken), spoken)
    return list(found.values())


def trained_sentences(treebanks):
    """Returns what training may hear, in random order; nothing of it is in HELD_OUT_FILE or its source."""
    rng = random.Random(SEED)
    monotonous = sentences_of(treebanks, MONOTONOUS_FILES)
    found = sentences_of(treebanks, TRAINED_FILES) + rng.sample(monotonous, MONOTONOUS_COUNT)
    never = {letters(text) for text in sentences_of(treebanks, [NEVER_TRAINED_FILE])}
    kept = [text for text in found if letters(text) not in never]
    rng.shuffle(kept)
    return kept


def never_trained_sentences(treebanks):
    """Returns sentences to measure with and, after them, others to tune decoding with, no training hearing any."""
    found = sentences_of(treebanks, [NEVER_TRAINED_FILE])
    random.Random(SEED).shuffle(found)
    return found[:HELD_OUT_COUNT], found[HELD_OUT_COUNT:]


if __name__ == "__main__":
    measured, _ = never_trained_sentences(sys.argv[1])
    HELD_OUT_FILE.write_text("".join(text + "\n" for text in measured), encoding="utf8")
