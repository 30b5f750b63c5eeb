"""Writes the word lists of the front end: `python3 -m corpus.front_end_words FOLDER`.

They come from Wiktionary (CC BY-SA 4.0) as the packages turkce-vurgu 0.1.1 and turkce-tts-sinav 0.1.1 carry it:
`pip install turkce-vurgu==0.1.1 turkce-tts-sinav==0.1.1`. FOLDER is service/engine/synthesis/words.
"""

import re
import sys
from importlib.resources import files
from pathlib import Path

NOTICE = "# From Wiktionary, https://tr.wiktionary.org, CC BY-SA 4.0; see LICENSE.md. Written by service/training/corpus/front_end_words.py."
VOWELS = "aeıioöuüâîû"
FRONT = "eiöüî"
LETTERS = re.compile(r"[abcçdefgğhıijklmnoöprsştuüvyzâîû]+")

# Marks that Wiktionary has alone, against its own words of the same kind and every dictionary.
NOT_STRESSED_SO = set(
    "bağı sabit kanun kırdırmak kırılmak iteklemek itelemek gözetlemek şekerlemek normalleşmek istemli istemsiz "
    "soğukluk sıcaklık veliler cihanlar karat kabakulak anadolu ritimim değişmez kesinti özdekçi özdekçilik "
    "salamuralık bacakkalemi adet adetçe hararet idare ilahi özel gerçekten aşama "
    "incel mille sıfır hacet".split()
)

NOT_LONG = {"dünya", "acaba", "lider", "ağa"}


def lines(package, name):
    text = (files(package) / "veri" / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def words(name):
    return sorted({word for word in lines("turkce_vurgu", name) if LETTERS.fullmatch(word)})


def stressed(of_names):
    """Every word that the editors marked themselves: a mark on the last syllable may be the template's."""
    found = {}
    for word, syllable, kind in columns("turkce_vurgu", "istisna.tsv"):
        if (kind == "ozel") == of_names:
            found[word] = syllable
    for word, syllable, _, certainty in columns("turkce_tts_sinav", "vurgu_vikisozluk.tsv"):
        if certainty == "kesin" and (lower(word) != word) == of_names:
            found[lower(word)] = syllable
    return sorted(
        f"{word} {syllable}"
        for word, syllable in found.items()
        if LETTERS.fullmatch(word) and (of_names or word not in NOT_STRESSED_SO)
    )


def columns(package, name):
    return (line.split("\t") for line in lines(package, name))


def lower(word):
    return word.replace("I", "ı").replace("İ", "i").lower()


def is_palatal_by_rule(word, at):
    after = word[at + 1 : at + 2]
    if after and after in VOWELS:
        return after in FRONT or after in "âû"
    before = next((letter for letter in reversed(word[:at]) if letter in VOWELS), "")
    return before != "" and (before in FRONT or before in "âû")


SOUNDS = {
    "a": "a", "b": "b", "c": "dʒ", "ç": "tʃ", "d": "d", "e": "e", "f": "f", "h": "h", "ı": "ɯ", "i": "i", "j": "ʒ",
    "m": "m", "n": "n", "o": "o", "ö": "ø", "p": "p", "r": "ɾ", "s": "s", "ş": "ʃ", "t": "t", "u": "u", "ü": "y",
    "v": "v", "y": "j", "z": "z",
}  # fmt: skip
VELAR_AND_PALATAL = {"g": ("ɡ", "ɟ"), "k": ("k", "c"), "l": ("ɫ", "l")}
# Clear by a template's mistake: the suffixes keep their harmony.
SUFFIX_L = re.compile(r"l(?:[aı]r\w*|[ıu]k|[ıu]|a)$")


def marked(word, ipa):
    """Returns the word with : behind long vowels and ^ behind clear l, g, k where spelling says otherwise; or None."""
    written, at, has_mark = "", 0, False
    suffix = SUFFIX_L.search(word)
    for place, letter in enumerate(word):
        if letter in VELAR_AND_PALATAL:
            velar, palatal = VELAR_AND_PALATAL[letter]
            sound = ipa[at : at + 1]
            if sound not in (velar, palatal):
                return None
            at += 1
            is_clear = sound == palatal and not is_palatal_by_rule(word, place)
            is_suffix = suffix is not None and place >= suffix.start()
            written += letter + ("^" if is_clear and not is_suffix else "")
            has_mark |= is_clear and not is_suffix
            continue
        sound = SOUNDS.get(letter)
        if sound is None or not ipa.startswith(sound, at):
            return None
        at += len(sound)
        written += letter
        if ipa[at : at + 1] == "ː":
            if letter not in VOWELS:
                return None
            at += 1
            written += ":"
            has_mark = True
    return written if has_mark and at == len(ipa) else None


def pronunciations():
    found = {}
    for word, ipa in columns("turkce_vurgu", "okunus.tsv"):
        if word not in NOT_LONG and re.search(r"l[ae]r$", word) is None and LETTERS.fullmatch(word) and not word.startswith("abece") and len(word) > 2:
            spelling = marked(word, ipa)
            if spelling is not None:
                found[word] = spelling
    # The inflected forms of a word have the marks of the word itself.
    return sorted(
        spelling
        for word, spelling in found.items()
        if not any(
            word[:end] in found and spelling == found[word[:end]] + word[end:]
            for end in range(3, len(word))
        )
    )


LISTS = {
    "stressed.txt": lambda: stressed(of_names=False),
    "stressed-names.txt": lambda: stressed(of_names=True),
    "stems.txt": lambda: words("kokler.txt"),
    "verbs.txt": lambda: words("fiiller.txt"),
    "people.txt": lambda: words("adlar.txt"),
    "names.txt": lambda: words("ozel.txt"),
    "long-and-clear.txt": pronunciations,
}


def main():
    folder = Path(sys.argv[1])
    for name, rows in LISTS.items():
        (folder / name).write_text("\n".join([NOTICE, *rows()]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
