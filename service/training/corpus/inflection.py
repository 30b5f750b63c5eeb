"""Turkish suffixes by vowel harmony, for sentences that vary in case, tense and person.

A suffix is written with A (a or e), I (ı, i, u or ü), D (d or t) and, in brackets, a buffer letter that is
spoken only where vowel meets vowel: `(y)A`, `(n)In`, `DA`. A bracketed vowel is spoken after a consonant only.
"""

VOWELS = "aeıioöuüâîû"
FOLDED = str.maketrans("âîû", "aiu")
UNVOICED = "çfhkpsşt"
SOFTENED = {"p": "b", "ç": "c", "k": "ğ", "t": "d"}
FRONT_AGAINST_RULE = {"saat", "kontrol", "hal", "kabul", "kemal"}
CLOSE_VOWEL = {"a": "ı", "ı": "ı", "e": "i", "i": "i", "o": "u", "u": "u", "ö": "ü", "ü": "ü"}

PROGRESSIVE, PAST, FUTURE, REPORTED = "progressive", "past", "future", "reported"
PERSONS_AFTER_PAST = ["m", "n", "", "k", "nIz", "lAr"]
PERSONS_OTHERWISE = ["(y)Im", "sIn", "", "(y)Iz", "sInIz", "lAr"]


def last_vowel(word):
    """Returns the vowel that the next suffix agrees with; some borrowed words take front vowels against the rule."""
    if word.lower() in FRONT_AGAINST_RULE:
        return "e"
    return next((letter for letter in reversed(word.lower().translate(FOLDED)) if letter in VOWELS), "e")


def inflect(word, suffix):
    """Returns the word with a suffix in vowel and consonant harmony."""
    position = 0
    while position < len(suffix):
        letter = suffix[position]
        if letter == "(":
            buffer, position = suffix[position + 1], position + 3
            ends_in_vowel = word[-1].lower() in VOWELS
            wanted = not ends_in_vowel if buffer in "IA" else ends_in_vowel
            if not wanted:
                continue
            letter = buffer
        else:
            position += 1
        vowel = last_vowel(word)
        if letter == "A":
            letter = "a" if vowel in "aıou" else "e"
        elif letter == "I":
            letter = CLOSE_VOWEL[vowel]
        elif letter == "D":
            letter = "t" if word[-1].lower() in UNVOICED else "d"
        word += letter
    return word


def soften(word):
    """Returns the stem a vowel suffix meets: kitap becomes kitab, renk becomes reng."""
    syllables = sum(letter in VOWELS for letter in word)
    if syllables < 2 or word[-1] not in SOFTENED or word[-1] == "t":
        return word
    if word.endswith("nk"):
        return word[:-1] + "g"
    return word[:-1] + SOFTENED[word[-1]]


def noun(word, suffix):
    """Returns a common noun with a case, plural or possessive suffix."""
    starts_with_vowel = suffix[0] in "AI" or suffix[0] == "(" and (suffix[1] in "AI" or word[-1] not in VOWELS)
    return inflect(soften(word) if starts_with_vowel and suffix != "lAr" else word, suffix)


def name(word, suffix):
    """Returns a proper name with a suffix behind an apostrophe."""
    inflected = inflect(word, suffix)
    return f"{word}'{inflected[len(word):]}"


def verb(stem, tense, person, negative=False):
    """Returns a conjugated verb.

    `stem` is written `git/gid` where it softens before a vowel; `person` is 0 to 5 (I, you, she, we, you, they).
    """
    plain, _, soft = stem.partition("/")
    soft = soft or plain
    endings = PERSONS_AFTER_PAST if tense == PAST else PERSONS_OTHERWISE
    if tense == PROGRESSIVE:
        if negative:
            base = inflect(plain, "mIyor")
        elif plain[-1] in VOWELS:
            base = inflect(plain[:-1], "Iyor")
        else:
            base = inflect(soft, "Iyor")
        ending = {0: "um", 1: "sun", 2: "", 3: "uz", 4: "sunuz", 5: "lar"}[person]
        return base + ending
    base = inflect(plain, "mA") if negative else plain
    if tense == PAST:
        return inflect(inflect(base, "DI"), endings[person]) if endings[person] else inflect(base, "DI")
    if tense == REPORTED:
        return inflect(inflect(base, "mIş"), endings[person]) if endings[person] else inflect(base, "mIş")
    base = inflect(base if negative else soft, "(y)AcAk")
    ending = endings[person]
    if not ending:
        return base
    return inflect(base[:-1] + "ğ" if ending.startswith("(y)I") else base, ending.replace("(y)", ""))
