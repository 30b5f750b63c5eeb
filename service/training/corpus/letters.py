"""What recognition may write: lower-case Turkish letters and single spaces."""

import re

ALPHABET = "abcçdefgğhıijklmnoöprsştuüvyz"
_LOWER = str.maketrans("Iİ", "ıi")
_FOLD = str.maketrans("âîû", "aiu")


def lower(text):
    """Returns the text in lower case by Turkish rules (I to ı, İ to i)."""
    return text.translate(_LOWER).lower()


def letters(text):
    """Returns the text as recognition writes it: no capitals, circumflexes, apostrophes or punctuation."""
    text = lower(text).translate(_FOLD)
    text = re.sub(r"['’]", "", text)
    return " ".join(re.sub(f"[^{ALPHABET}]", " ", text).split())
