"""Turkish numbers, times, years and amounts written as they are spoken."""

ONES = ["sıfır", "bir", "iki", "üç", "dört", "beş", "altı", "yedi", "sekiz", "dokuz"]
TENS = ["", "on", "yirmi", "otuz", "kırk", "elli", "altmış", "yetmiş", "seksen", "doksan"]
SCALES = [(10**9, "milyar"), (10**6, "milyon"), (1000, "bin"), (100, "yüz")]
ORDINALS = {
    "bir": "birinci", "iki": "ikinci", "üç": "üçüncü", "dört": "dördüncü", "beş": "beşinci",
    "altı": "altıncı", "yedi": "yedinci", "sekiz": "sekizinci", "dokuz": "dokuzuncu", "on": "onuncu",
    "yirmi": "yirminci", "otuz": "otuzuncu", "kırk": "kırkıncı", "elli": "ellinci", "altmış": "altmışıncı",
    "yetmiş": "yetmişinci", "seksen": "sekseninci", "doksan": "doksanıncı", "yüz": "yüzüncü", "bin": "bininci",
}


def cardinal(number):
    """Returns the words of a whole number from 0 to 999,999,999,999."""
    if number == 0:
        return ONES[0]
    words = []
    for size, name in SCALES:
        count, number = divmod(number, size)
        if count == 0:
            continue
        one_is_silent = size in (100, 1000) and count == 1
        words += [name] if one_is_silent else [cardinal(count), name]
    tens, ones = divmod(number, 10)
    words += [TENS[tens]] if tens else []
    words += [ONES[ones]] if ones else []
    return " ".join(words)


def ordinal(number):
    """Returns the words of a place in a sequence, `yirmi üçüncü` for 23."""
    *rest, last = cardinal(number).split()
    return " ".join([*rest, ORDINALS[last]])


def digits(text):
    """Returns digits read one by one."""
    return " ".join(ONES[int(digit)] for digit in text)


def phone_number(rng):
    """Returns a mobile number as it is dictated: sıfır beş yüz otuz iki, four hundred and so on."""
    groups = [rng.randint(501, 559), rng.randint(100, 999), rng.randint(10, 99), rng.randint(10, 99)]
    return "sıfır " + " ".join(cardinal(group) for group in groups)


def clock_time(rng):
    """Returns a time of day as an hour and minutes or with buçuk."""
    hour = rng.randint(1, 23)
    kind = rng.random()
    if kind < 0.3:
        return f"{cardinal(hour)} buçuk"
    if kind < 0.5:
        return cardinal(hour)
    minute = rng.randint(1, 59)
    return f"{cardinal(hour)} {'sıfır ' if minute < 10 else ''}{cardinal(minute)}"


def amount_of_money(rng):
    """Returns a price or sum with its currency."""
    magnitude = rng.choice([100, 1000, 10_000, 100_000, 5_000_000])
    currency = rng.choice(["lira", "lira", "lira", "Türk lirası", "dolar", "avro"])
    amount = f"{cardinal(rng.randint(1, magnitude))} {currency}"
    return f"{amount} {cardinal(rng.randint(1, 99))} kuruş" if rng.random() < 0.2 and currency == "lira" else amount


def decimal(rng):
    """Returns a number with a fraction: on iki virgül beş."""
    return f"{cardinal(rng.randint(0, 99))} virgül {cardinal(rng.randint(1, 99))}"
