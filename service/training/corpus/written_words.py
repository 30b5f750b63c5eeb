"""Written Turkish as the words that recognition may write: lower case, numbers in words, no apostrophes."""

import re

from corpus.letters import ALPHABET
from corpus.spoken_numbers import cardinal, digits

_CODING = "cp1254"  # one byte for each letter and mark of Turkish, so that a table translates them
_NUMBER = re.compile(r"(%)?(\d{1,3}(?:[.]\d{3})+|\d+)(?:,(\d{1,3}))?(['’]?(?:\s?%)?)")
_APOSTROPHES = "'’‘`"


def _table():
    letters = ALPHABET + "wxq"
    plain = {letter: letter for letter in letters + "\n"}
    plain |= {{"i": "İ", "ı": "I"}.get(letter, letter.upper()): letter for letter in letters}
    plain |= dict(zip("âîûêôÂÎÛÊÔ", "aiueoaiueo"))
    return "".join(plain.get(bytes([byte]).decode(_CODING, "replace"), " ") for byte in range(256)).encode(_CODING)


_TABLE = _table()


def _spoken(match):
    percent, whole, fraction, behind = match.groups()
    number = whole.replace(".", "")
    text = digits(number) if len(number) > 12 or number.startswith("0") and len(number) > 1 else cardinal(int(number))
    if fraction:
        text += " virgül " + (digits(fraction) if fraction.startswith("0") else cardinal(int(fraction)))
    if percent or "%" in behind:
        text = f"yüzde {text}"
    return f" {text}" if behind or match.string[match.end() : match.end() + 1].isalpha() else f" {text} "


def written_words(text):
    """Returns a text, its lines kept, as words parted by spaces: `iki bin yedide` for "2007'de"."""
    text = _NUMBER.sub(_spoken, text)
    return text.encode(_CODING, "replace").translate(_TABLE, _APOSTROPHES.encode(_CODING)).decode(_CODING)
