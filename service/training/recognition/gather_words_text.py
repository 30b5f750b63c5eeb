"""Gathers the text that word n-grams are counted in:
`python3 -m recognition.gather_words_text CLONES FOLDER CLIPS_TSV`.

Writes FOLDER/SOURCE.txt, a sentence a line with its capitals and marks. CLIPS_TSV lists clips of people that the model
is measured on: no sentence of theirs, nor one nearly the same, is written.
"""

import csv
import sys
from collections import Counter, defaultdict
from pathlib import Path

from corpus.gathered_text import READERS, SOURCES, files, sentences, text_of
from corpus.letters import letters

ALIKE = 0.75  # share of a measured sentence's words


class Measured:
    """Sentences that people are measured with."""

    def __init__(self, listed):
        with open(listed, encoding="utf8", newline="") as table:
            rows = csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
            self._sentences = [letters(row["sentence"]) for row in rows]
        self._words = [set(sentence.split()) for sentence in self._sentences]
        self._having = defaultdict(list)
        for at, words in enumerate(self._words):
            for word in words:
                self._having[word].append(at)

    def has(self, text):
        """Tells whether a sentence, in plain letters, is one of them or has three quarters of the words of one."""
        words = set(text.split())
        shared = Counter(at for word in words for at in self._having.get(word, ()))
        for at, count in shared.items():
            theirs = self._words[at]
            if text == self._sentences[at]:
                return True
            much = len(theirs) >= 3 and count >= ALIKE * len(theirs)
            if much and (count >= ALIKE * len(words) or self._sentences[at] in text):
                return True
        return False


def gather(source, clones, measured, seen):
    """Yields the sentences of a source that were not seen before and are not measured with."""
    for _, content in files(source, clones):
        for paragraph in READERS[source.reader](text_of(content)):
            for sentence in sentences(paragraph):
                plain = letters(sentence)
                if len(plain) < 4 or hash(plain) in seen:
                    continue
                seen.add(hash(plain))
                if not measured.has(plain):
                    yield sentence


if __name__ == "__main__":
    clones, folder, listed = sys.argv[1:]
    measured, seen = Measured(listed), set()
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, source in SOURCES.items():
        with open(Path(folder) / f"{name}.txt", "w", encoding="utf8") as out:
            written = sum(out.write(sentence + "\n") > 0 for sentence in gather(source, clones, measured, seen))
        print(name, written, "sentences", flush=True)
