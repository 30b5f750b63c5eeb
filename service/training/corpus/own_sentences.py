"""Sentences of our own from templates: everyday speech, numbers, dates, addresses, announcements, questions.

Every generator takes a `random.Random` and returns one sentence with capitals and punctuation and nothing left
to expand (numbers are words).
"""

from corpus import vocabulary as words
from corpus.inflection import FUTURE, PAST, PROGRESSIVE, REPORTED, name, noun, verb
from corpus.spoken_numbers import (
    amount_of_money, cardinal, clock_time, decimal, digits, ordinal, phone_number,
)

TENSES = [PROGRESSIVE, PAST, FUTURE, PAST, PROGRESSIVE, REPORTED]
PRONOUNS = ["ben", "sen", "o", "biz", "siz", "onlar"]
QUESTION_PARTICLE = ["mı", "mi", "mu", "mü"]


def maybe(rng, probability, text):
    return text if rng.random() < probability else ""


def joined(*parts):
    return " ".join(part for part in parts if part)


def sentence(text, mark="."):
    first = {"i": "İ", "ı": "I"}.get(text[0], text[0].upper())
    return first + text[1:] + mark


def thing(rng, suffix=None):
    word = rng.choice(words.THINGS + words.FOODS)
    adjective = maybe(rng, 0.4, rng.choice(words.ADJECTIVES))
    return joined(adjective, noun(word, suffix) if suffix else word)


def place(rng, suffix):
    if rng.random() < 0.4:
        return name(rng.choice(words.CITIES + words.DISTRICTS), suffix)
    return noun(rng.choice(words.PLACES), suffix)


def person(rng):
    kind = rng.random()
    if kind < 0.35:
        return rng.choice(words.FIRST_NAMES)
    if kind < 0.5:
        return f"{rng.choice(words.FIRST_NAMES)} {rng.choice(['Bey', 'Hanım'])}"
    if kind < 0.6:
        return f"{rng.choice(words.FIRST_NAMES)} {rng.choice(words.SURNAMES)}"
    return noun(rng.choice(words.PEOPLE), rng.choice(["(I)m", "(I)mIz", "lAr", "(I)n"]))


def subject(rng):
    """Returns a subject, sometimes silent, and its grammatical person."""
    if rng.random() < 0.5:
        return person(rng), 2
    number = rng.randrange(6)
    return maybe(rng, 0.5, PRONOUNS[number]), number


def predicate(rng, number, stems):
    return verb(rng.choice(stems), rng.choice(TENSES), number, rng.random() < 0.2)


def clause(rng):
    who, number = subject(rng)
    when = maybe(rng, 0.5, rng.choice(words.TIMES))
    how = maybe(rng, 0.25, rng.choice(words.ADVERBS))
    kind = rng.random()
    if kind < 0.5:
        source = maybe(rng, 0.4, place(rng, rng.choice(["DA", "DAn"])))
        what = thing(rng, rng.choice(["(y)I", "lArI", "(I)mI", "(I)nI"])) if rng.random() < 0.75 else thing(rng)
        return joined(when, who, source, what, how, predicate(rng, number, words.TRANSITIVE_VERBS))
    if kind < 0.75:
        return joined(when, who, place(rng, "(y)A"), how, predicate(rng, number, words.MOTION_VERBS))
    return joined(when, who, place(rng, "DA"), how, predicate(rng, number, words.STAY_VERBS))


def statement(rng):
    return sentence(clause(rng))


def two_clauses(rng):
    link = rng.choice([", ama ", " ve ", ", çünkü ", ", bu yüzden ", ", fakat ", " ya da ", ", ancak ", ", sonra "])
    return sentence(clause(rng) + link + clause(rng))


def description(rng):
    what = noun(rng.choice(words.THINGS + words.PLACES + words.PEOPLE), rng.choice(["(I)m", "(I)mIz", "lAr", "(I)n"]))
    quality = rng.choice(["çok", "oldukça", "biraz", "gerçekten", "o kadar da", "her zamanki gibi", "bugün", "fazla"])
    ending = rng.choice(["", "", "ydu", "değil", "olacak", "olmalı", "sayılır", "görünüyor"])
    adjective = rng.choice(words.ADJECTIVES)
    if ending == "ydu":
        return sentence(f"{what} {quality} {noun(adjective, '(y)DI')}")
    return sentence(joined(what, quality, adjective, ending))


def question(rng):
    kind = rng.randrange(8)
    who, number = subject(rng)
    if kind == 0:
        return sentence(f"{thing(rng)} nerede", "?")
    if kind == 1:
        return sentence(f"{place(rng, '(y)A')} nasıl gidebilirim", "?")
    if kind == 2:
        return sentence(f"{thing(rng, '(n)In')} fiyatı ne kadar", "?")
    if kind == 3:
        return sentence(joined(who, "neden", place(rng, "(y)A"), predicate(rng, number, words.MOTION_VERBS)), "?")
    if kind == 4:
        return sentence(joined(rng.choice(words.TIMES), thing(rng, "(y)I"), "kim",
                               predicate(rng, 2, words.TRANSITIVE_VERBS)), "?")
    if kind == 5:
        return sentence(f"{rng.choice(words.VEHICLES)} saat kaçta {rng.choice(['kalkıyor', 'geliyor', 'hareket edecek'])}", "?")
    if kind == 6:
        end = rng.choice(["verir misiniz", "gösterir misiniz", "getirir misin", "alabilir miyim", "görebilir miyim",
                          "bulabilir miyiz", "açar mısın", "kapatır mısınız", "tekrar eder misiniz"])
        return sentence(joined(rng.choice(["bana", "lütfen", "acaba", "bize", ""]), thing(rng, "(y)I"), end), "?")
    return sentence(joined(rng.choice(["hangi", "kaç", "ne tür", "bu", "şu"]), rng.choice(words.THINGS),
                           rng.choice(["daha iyi olur", "gerekiyor", "kaldı", "size uygun", "satılık mı", "sizin mi"])), "?")


def quantity(rng):
    count = cardinal(rng.choice([rng.randint(1, 20), rng.randint(1, 1000), rng.randint(1, 2_000_000)]))
    unit = rng.choice(words.UNITS)
    what = rng.choice(words.FOODS + words.THINGS)
    ending = rng.choice(["aldık", "satıldı", "gerekiyor", "istiyorum", "kaldı", "sipariş ettim", "hazırlandı", "yeterli olur"])
    if rng.random() < 0.3:
        return sentence(f"{rng.choice(words.THINGS)} başına {decimal(rng)} {unit} {what} {ending}")
    return sentence(f"{count} {unit} {what} {ending}")


def price(rng):
    what = thing(rng, rng.choice(["(n)In", "(y)A"]))
    return sentence(rng.choice([
        f"{what} {amount_of_money(rng)} verdim",
        f"toplam tutar {amount_of_money(rng)}",
        f"hesabınıza {amount_of_money(rng)} yatırıldı",
        f"{name(rng.choice(words.CITIES), 'DA')} kiralar ortalama {amount_of_money(rng)} oldu",
        f"faturanız {amount_of_money(rng)}, son ödeme tarihi {rng.choice(words.DAYS)} günü",
        f"{ordinal(rng.randint(2, 30))} taksit {amount_of_money(rng)} olarak ödendi",
    ]))


def date(rng):
    day = f"{cardinal(rng.randint(1, 31))} {rng.choice(words.MONTHS)}"
    year = cardinal(rng.choice([rng.randint(1900, 2030), rng.randint(1071, 1999), rng.randint(2000, 2027)]))
    when = f"{day} {year}"
    return sentence(rng.choice([
        f"{when} tarihinde {place(rng, 'DA')} doğdu",
        f"toplantı {day} {rng.choice(words.DAYS)} günü saat {clock_time(rng)} için planlandı",
        f"{rng.choice(words.FIRST_NAMES)} {rng.choice(words.SURNAMES)} {when} tarihinde göreve başladı",
        f"sözleşme {when} tarihine kadar geçerlidir",
        f"{year} yılında {rng.choice(words.COUNTRIES)} ile {rng.choice(words.COUNTRIES)} anlaşma imzaladı",
        f"okullar {day} {rng.choice(words.DAYS)} günü açılacak",
        f"{place(rng, 'DA')} en son {year} yılında bulunmuştum",
        f"bugün günlerden {rng.choice(words.DAYS)}, {when}",
    ]))


def time_of_day(rng):
    time = clock_time(rng)
    return sentence(rng.choice([
        f"saat {time}", f"saat {time} gibi {place(rng, 'DA')} buluşalım",
        f"{rng.choice(words.VEHICLES)} saat {time} itibarıyla kalkacak",
        f"{rng.choice(words.TIMES)} saat {time} için randevu almak istiyorum",
        f"mağazamız saat {cardinal(rng.randint(7, 11))} ile {cardinal(rng.randint(17, 22))} arasında açıktır",
        f"yolculuk yaklaşık {cardinal(rng.randint(1, 20))} saat {cardinal(rng.randint(1, 59))} dakika sürüyor",
        f"{person(rng)} {time} olmadan {place(rng, '(y)A')} varmış olacak",
    ]))


def telephone(rng):
    return sentence(rng.choice([
        f"telefon numaram {phone_number(rng)}", f"beni {phone_number(rng)} numarasından arayabilirsiniz",
        f"müşteri numaranız {digits(str(rng.randint(10_000, 99_999_999)))}",
        f"doğrulama kodunuz {digits(f'{rng.randint(0, 999_999):06d}')}",
        f"sipariş numarası {cardinal(rng.randint(1000, 999_999))}",
        f"kapı şifresi {digits(str(rng.randint(100, 9999)))}, lütfen kimseyle paylaşmayın",
    ]))


def address(rng):
    street = f"{rng.choice(words.STREETS)} {rng.choice(['Caddesi', 'Sokağı', 'Bulvarı', 'Mahallesi'])}"
    town = f"{rng.choice(words.DISTRICTS)} {rng.choice(words.CITIES)}"
    return sentence(rng.choice([
        f"{street} numara {cardinal(rng.randint(1, 300))} daire {cardinal(rng.randint(1, 60))} {town}",
        f"adresim {street}, {town}", f"{rng.choice(words.STREETS)} Apartmanı {ordinal(rng.randint(1, 25))} katta oturuyoruz",
        f"kargonuz {street} üzerindeki şubemizdedir", f"{street} üzerinden sağa dönün, {cardinal(rng.randint(1, 9)) } yüz metre ilerleyin",
    ]))


def announcement(rng):
    service = rng.choice(words.SERVICES)
    city = rng.choice(words.CITIES)
    return sentence(rng.choice([
        f"{service} için lütfen {rng.choice(['bire', 'ikiye', 'üçe', 'dörde', 'beşe', 'altıya', 'dokuza', 'sıfıra'])} basın",
        f"sayın yolcularımız, {city} yönüne giden {rng.choice(words.VEHICLES)} {ordinal(rng.randint(1, 20))} perondan kalkacaktır",
        f"{name(city, 'DAn')} gelen {rng.choice(words.VEHICLES)} {cardinal(rng.randint(5, 90))} dakika rötar yapmıştır",
        f"görüşmeniz kalite standartları gereği kayıt altına alınmaktadır, {service} hattına bağlanıyorsunuz",
        f"{name(city, 'DA')} yarın hava {rng.choice(words.WEATHER)}, en yüksek sıcaklık {cardinal(rng.randint(0, 45))} derece",
        f"şu anda tüm temsilcilerimiz meşgul, tahmini bekleme süresi {cardinal(rng.randint(1, 30))} dakika",
        f"sıradaki istasyon {rng.choice(words.DISTRICTS)}, kapılar {rng.choice(['sağ', 'sol'])} taraftan açılacaktır",
        f"{service} bölümümüz hafta içi {cardinal(rng.randint(7, 10))} ile {cardinal(rng.randint(16, 20))} arasında hizmet vermektedir",
        f"dikkat, {place(rng, 'DA')} {thing(rng)} bulunmuştur",
        f"değerli müşterimiz, {rng.choice(words.THINGS)} siparişiniz {rng.choice(words.DAYS)} günü teslim edilecektir",
        f"bu hizmet {rng.choice(words.TIMES)} bakım nedeniyle kullanılamayacaktır",
        f"{name(city, 'DA')} trafik yoğunluğu yüzde {cardinal(rng.randint(10, 99))} seviyesinde",
    ]))


def small_talk(rng):
    who = rng.choice(words.FIRST_NAMES)
    return rng.choice([
        f"Merhaba {who}, nasılsın?", f"Günaydın {who} {rng.choice(['Bey', 'Hanım'])}, bugün nasılsınız?",
        f"Teşekkür ederim, ben de {rng.choice(['iyiyim', 'çok iyiyim', 'fena değilim', 'biraz yorgunum'])}.",
        f"Benim adım {who} {rng.choice(words.SURNAMES)}, {name(rng.choice(words.CITIES), 'DA')} yaşıyorum.",
        f"{sentence(place(rng, '(y)A'), '')} gidiyorum, bir şey ister misin {who}?",
        f"Kusura bakma {who}, {rng.choice(words.TIMES)} {noun(rng.choice(words.PLACES), 'DA')} olacağım.",
        f"Sizinle tanıştığıma memnun oldum {who} {rng.choice(['Bey', 'Hanım'])}.",
        f"{who}, {thing(rng, '(y)I')} bana uzatır mısın?",
        f"Doğum günün kutlu olsun {who}, nice mutlu yıllara!",
        f"Hoşça kal {who}, {rng.choice(words.TIMES)} görüşürüz.",
        f"Tabii ki, {thing(rng, '(y)I')} {rng.choice(words.TIMES)} getiririm.",
        f"Evet, {rng.choice(words.SUBJECTS)} dersi {rng.choice(words.DAYS)} günü saat {clock_time(rng)}.",
        f"Hayır, {noun(rng.choice(words.PEOPLE), '(I)m')} {cardinal(rng.randint(5, 95))} yaşında.",
        f"Affedersiniz, en yakın {rng.choice(words.PLACES)} nerede acaba?",
    ])


def enumeration(rng):
    items = rng.sample(words.FOODS + words.THINGS, rng.randint(3, 5))
    listed = ", ".join(items[:-1]) + " ve " + items[-1]
    return sentence(rng.choice([
        f"{rng.choice(words.PLACES)} için {listed} aldım", f"listede {listed} var", f"{listed} lazım",
        f"{person(rng)} {listed} getirdi",
    ]))


def fact(rng):
    city = rng.choice(words.CITIES)
    number = cardinal(rng.randint(2, 900) * rng.choice([1, 1, 10, 1000]))
    return sentence(rng.choice([
        f"{name(city, '(n)In')} nüfusu yaklaşık {number} kişi", f"{name(city, 'DAn')} {name(rng.choice(words.CITIES), '(y)A')} {number} kilometre var",
        f"{rng.choice(words.COUNTRIES)} ekonomisi yüzde {decimal(rng)} büyüdü",
        f"{rng.choice(words.SUBJECTS)} bölümüne {number} öğrenci kayıt oldu",
        f"{name(rng.choice(words.COUNTRIES), 'DAn')} gelen turist sayısı {number} oldu",
        f"{rng.choice(words.FIRST_NAMES)} {rng.choice(words.SURNAMES)} {ordinal(rng.randint(1, 99))} sırada yarışı tamamladı",
        f"{name(city, 'DA')} {rng.choice(words.SUBJECTS)} ve {rng.choice(words.SUBJECTS)} okudum",
        f"maç {cardinal(rng.randint(0, 7))} {cardinal(rng.randint(0, 7))} berabere bitti",
    ]))


GENERATORS = [
    (statement, 18), (two_clauses, 10), (question, 12), (description, 8), (quantity, 6), (price, 6), (date, 7),
    (time_of_day, 6), (telephone, 4), (address, 5), (announcement, 8), (small_talk, 8), (enumeration, 4), (fact, 6),
]


def own_sentences(rng, count):
    """Returns `count` different sentences in random order of their kinds."""
    kinds = [kind for kind, _ in GENERATORS]
    weights = [weight for _, weight in GENERATORS]
    found = {}
    while len(found) < count:
        found[rng.choices(kinds, weights)[0](rng)] = None
    return list(found)
