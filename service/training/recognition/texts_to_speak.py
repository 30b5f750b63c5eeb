"""Writes the texts that Kokoro speaks for the fine-tuning of Whisper, with capitals and marks, numbers in words.

`python3 -m recognition.texts_to_speak TREEBANKS MEASURED_TSV OUTPUT [MORE_SENTENCES]`: TREEBANKS is a folder with the
clones that the README lists; MEASURED_TSV the list of clips that recognition is measured on, whose column `sentence`
none of the texts may equal; MORE_SENTENCES a file of further sentences, one a line. OUTPUT gets one text a line, in
random order.
"""

import csv
import random
import re
import sys
from pathlib import Path

import wordfreq

from corpus.everyday_sentences import everyday_sentences
from corpus.letters import letters, lower
from corpus.own_sentences import own_sentences
from corpus.spoken_numbers import cardinal, digits, ordinal, phone_number
from corpus.treebank_sentences import HELD_OUT_FILE, MONOTONOUS_FILES, NEVER_TRAINED_FILE

SEED = 20267
OUTSIDE_FILE = Path(__file__).parent.parent / "corpus/outside_sentences.txt"
WORDS_OF_A_SENTENCE = range(2, 21)
LETTERS_OF_A_SENTENCE = 160
OWN_COUNT, EVERYDAY_COUNT, NUMBER_COUNT, WORD_COUNT = 2500, 1700, 1500, 2000

_NUMBER = re.compile(r"(?<![\d.,:'/-])(\d{1,3}(?:\.\d{3})+|\d{1,9})(?:'?([a-zçğıöşü]+))?(?=[\s,;:!?.)\"”]|$)(?![.,:]\d)")
_ABBREVIATION = re.compile(r"\b[A-ZÇĞİÖŞÜ]{2,}\b|\b[A-ZÇĞİÖŞÜ]\.|\b[bcçdfgğhjklmnprsştvyz]+\b", re.UNICODE)
_WRITTEN = re.compile(r"[A-Za-zÇĞİÖŞÜçğıöşüâîûÂÎÛ ,.?!:;'\"()-]+")


def _capitalised(text):
    return {"i": "İ", "ı": "I"}.get(text[0], text[0].upper()) + text[1:]


def _in_words(found):
    words, ending = cardinal(int(found[1].replace(".", ""))), found[2] or ""
    if words.endswith("dört") and ending[:1] in set("aeıiouöü"):
        words = words[:-1] + "d"
    return words + ending


def as_written(raw):
    """Returns a sentence of a treebank as a careful writer puts it, or None where it cannot be read aloud word by word."""
    if raw == raw.upper():
        raw = lower(raw)
    text = re.sub(r"[’‘`´]", "'", raw).replace("…", "...")
    text = re.sub(r"[“”„«»]|''", '"', text)
    text = re.sub(r"\s+([.,;:?!)]+)(?=\s|$)", r"\1", text)
    text = re.sub(r"\s*\"\s*", '"', text) if text.count('"') % 2 else text
    text = re.sub(r'"\s*([^"]*?)\s*"', r'"\1"', text).strip(" -")
    text = re.sub(r"\.\.+", ".", text)
    text = " ".join(_NUMBER.sub(_in_words, text).split())
    if not text or text.count('"') % 2 or not _WRITTEN.fullmatch(text) or _ABBREVIATION.search(text):
        return None
    words = text.split()
    if len(words) not in WORDS_OF_A_SENTENCE or len(text) > LETTERS_OF_A_SENTENCE:
        return None
    if sum(word[:1].isupper() for word in words) > max(2, len(words) * 0.6) or not text[-1] in '.?!"':
        return None
    return _capitalised(text)


def measured_letters(measured_tsv):
    """Returns the letters of every sentence that something is measured on."""
    with Path(measured_tsv).open(encoding="utf8") as rows:
        measured = [row["sentence"] for row in csv.DictReader(rows, delimiter="\t", quoting=csv.QUOTE_NONE)]
    for file in (HELD_OUT_FILE, OUTSIDE_FILE):
        measured += file.read_text(encoding="utf8").splitlines()
    return {letters(sentence) for sentence in measured}


def treebank_texts(treebanks):
    """Returns the sentences of all treebanks in a folder but the one that held-out sentences come from."""
    found = []
    for file in sorted(Path(treebanks).glob("*/*.conllu")):
        if f"{file.parent.name}/{file.name}" in [NEVER_TRAINED_FILE, *MONOTONOUS_FILES]:
            continue
        for line in file.read_text(encoding="utf8").splitlines():
            if line.startswith("# text = "):
                found.append(as_written(line.removeprefix("# text = ")))
    return [text for text in found if text]


def number_texts(rng, count):
    """Returns numbers alone and in a row, as they are counted, dictated and dated."""
    kinds = [
        lambda: cardinal(rng.randint(0, 99)),
        lambda: cardinal(rng.randint(100, 9999)),
        lambda: cardinal(rng.randint(10_000, 99_999_999)),
        lambda: ordinal(rng.randint(1, 200)),
        lambda: digits("".join(rng.choices("0123456789", k=rng.randint(2, 8)))),
        lambda: phone_number(rng),
        lambda: "bin dokuz yüz " + cardinal(rng.randint(1, 99)),
        lambda: "iki bin " + cardinal(rng.randint(1, 30)),
        lambda: ", ".join(cardinal(rng.randint(0, 100)) for _ in range(rng.randint(2, 6))),
    ]
    return [_capitalised(rng.choice(kinds)()) + "." for _ in range(count)]


def word_texts(rng, count):
    """Returns frequent words alone, and two or three in a row."""
    known = [word for word in wordfreq.top_n_list("tr", 20_000) if re.fullmatch("[a-zçğıöşü]{2,14}", word)
             and re.search("[aeıioöuü]", word)]
    texts = []
    for _ in range(count):
        words = rng.choices(known[:6000] if rng.random() < 0.6 else known, k=rng.choice([1, 1, 1, 2, 3]))
        texts.append(_capitalised(", ".join(words)) + ".")
    return texts


def texts_to_speak(treebanks, measured_tsv, more_sentences=None):
    """Returns different texts in random order; none has the letters of a measured sentence."""
    rng = random.Random(SEED)
    texts = treebank_texts(treebanks)
    texts += own_sentences(rng, OWN_COUNT)
    texts += everyday_sentences(rng, EVERYDAY_COUNT)
    texts += number_texts(rng, NUMBER_COUNT) + word_texts(rng, WORD_COUNT)
    if more_sentences:
        texts += filter(None, map(as_written, Path(more_sentences).read_text(encoding="utf8").splitlines()))
    known = measured_letters(measured_tsv)
    different = {}
    for text in texts:
        key = letters(text)
        if key and key not in known and not re.search("[0-9]", text):
            different.setdefault(key, text)
    chosen = list(different.values())
    rng.shuffle(chosen)
    return chosen


if __name__ == "__main__":
    Path(sys.argv[3]).write_text("\n".join(texts_to_speak(sys.argv[1], sys.argv[2], *sys.argv[4:5])) + "\n", encoding="utf8")
