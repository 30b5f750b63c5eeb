"""Whisper's tokens, cut to those that Turkish text is written with.

Kept are the bytes, all that the given texts and frequent Turkish words need, and the special ones without times. No kept
token holds a digit or a sign that is not read aloud, so that numbers are written in words.
"""

import json
import re
from pathlib import Path

import tokenizers
import wordfreq

END, START, FIRST_LANGUAGE, LAST_LANGUAGE = 50257, 50258, 50259, 50357
TRANSCRIBE, PREVIOUS, NO_SPEECH, NO_TIMES = 50359, 50361, 50362, 50363
SPECIAL = [END, START, *range(FIRST_LANGUAGE, LAST_LANGUAGE + 1), TRANSCRIBE, PREVIOUS, NO_SPEECH, NO_TIMES]
WORDS = 30_000
NOT_WRITTEN = re.compile(r"[\x00-\x1f\x7f0-9#$&*+/<=>@\[\\\]^_`{|}~]")


def byte_of_symbol():
    """Returns the byte of every symbol of a byte-level vocabulary, as GPT-2 defined them."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    return {chr(byte): byte for byte in printable} | {chr(256 + place): byte for place, byte in enumerate(others)}


class Tokens:
    """The whole vocabulary, and what of it is kept: `kept` has Whisper's numbers in the order of ours."""

    def __init__(self, folder, texts=()):
        self._tokenizer = tokenizers.Tokenizer.from_file(str(Path(folder) / "tokenizer.json"))
        names = json.loads((Path(folder) / "vocabulary.json").read_text(encoding="utf8"))
        symbols = byte_of_symbol()
        # A few of the last names are of special tokens, or lie outside the alphabet of bytes.
        self._bytes = [bytes(symbols[symbol] for symbol in name) if set(name) <= set(symbols) else b"" for name in names[:END]]
        self.names = names
        self.kept = self._chosen(texts) if texts else None

    def _chosen(self, texts):
        used = set(range(256))
        words = wordfreq.top_n_list("tr", WORDS)
        forms = [start + form for word in words for form in (word, _capitalised(word)) for start in ("", " ")]
        for batch in (forms, [start + text for text in texts for start in ("", " ")]):
            for encoded in self._tokenizer.encode_batch(batch, add_special_tokens=False):
                used.update(encoded.ids)
        written = [token for token in sorted(used) if token < END and not self._has_unwritten(token)]
        return written + SPECIAL

    def _has_unwritten(self, token):
        return bool(NOT_WRITTEN.search(self._bytes[token].decode("latin1")))

    def bytes_of(self, token):
        """Returns the bytes of one of Whisper's tokens, none for a special one."""
        return self._bytes[token] if token < END else b""

    def encode(self, text):
        """Returns the kept tokens (our numbers) of a text that begins a segment; raises KeyError where one is left out."""
        ours = {token: place for place, token in enumerate(self.kept)}
        return [ours[token] for token in self._tokenizer.encode(" " + text, add_special_tokens=False).ids]

    def special(self):
        """Returns our numbers of the special tokens by name, and of the languages by code."""
        ours = {token: place for place, token in enumerate(self.kept)}
        languages = {self.names[token].strip("<|>"): ours[token] for token in range(FIRST_LANGUAGE, LAST_LANGUAGE + 1)}
        return {
            "endoftext": ours[END], "startoftranscript": ours[START], "tr": languages["tr"], "transcribe": ours[TRANSCRIBE],
            "startofprev": ours[PREVIOUS], "nospeech": ours[NO_SPEECH], "notimestamps": ours[NO_TIMES], "languages": languages,
        }


def _capitalised(word):
    return {"i": "İ", "ı": "I"}.get(word[0], word[0].upper()) + word[1:]
