import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import dates from "../language/dates.json" with { type: "json" };
import { normalize } from "../normalize/normalize.ts";
import { cardinal, digitByDigit } from "../normalize/numbers.ts";
import { textOf, writtenWords } from "../written-form/written-words.ts";
import { withFigures } from "./figures.ts";

/** Words of 0.2 s, one each 0.3 s. */
function heard(text: string) {
  return text
    .split(" ")
    .map((word, at) => ({ text: word, start: 0.3 * at, end: 0.3 * at + 0.2, confidence: 0.9 }));
}

function inFigures(text: string): string {
  return textOf(withFigures(writtenWords(heard(text), { isComplete: true })));
}

describe("numbers become figures", () => {
  test.each([
    ["yüz yirmi üç lira ödedim", "123 lira ödedim."],
    ["üç lira borcum var", "3 lira borcum var."],
    ["bin iki yüz elli lira elli kuruş tuttu", "1.250 lira 50 kuruş tuttu."],
    ["iki milyon beş yüz bin dolara satıldı", "2.500.000 dolara satıldı."],
    ["üç milyar iki yüz milyon avro", "3.200.000.000 avro."],
    ["on beş bin metrede uçuyoruz", "15.000 metrede uçuyoruz."],
    ["beş kilo elma aldım", "5 kilo elma aldım."],
    ["iki buçuk litre su iç", "2,5 litre su iç."],
    ["iki buçuk milyon insan yaşıyor", "2,5 milyon insan yaşıyor."],
    ["otuz yedi virgül beş derece ateşi var", "37,5 derece ateşi var."],
    ["sıfır virgül sıfır beş", "0,05."],
    ["iki virgül beş milyon lira", "2,5 milyon lira."],
    ["bir virgül iki milyar dolara satıldı", "1,2 milyar dolara satıldı."],
    ["üç virgül bir dört bir beş dokuz", "3,14159."],
    ["otuz dokuz virgül dokuz üç üç dört derece kuzey", "39,9334 derece kuzey."],
    ["üç virgül beş bin", "Üç virgül beş bin."],
    ["on iki sıfır sıfır sıfır beş", "On iki sıfır sıfır sıfır beş."],
    [
      "etkinliğe on iki ülkeden yüz yetmiş altı sporcu katıldı",
      "Etkinliğe 12 ülkeden 176 sporcu katıldı.",
    ],
    ["elli kişi bekliyor", "50 kişi bekliyor."],
    ["yüz seksen dokuzuncu madde geçerli", "189. madde geçerli."],
    ["yirmi birinci yüzyılda yaşıyoruz", "21. yüzyılda yaşıyoruz."],
    ["on ikiden sonra geldi", "12'den sonra geldi."],
    ["yüz kırk dördü aradım", "144'ü aradım."],
    ["elli binada yüz on iki daire var", "50 binada 112 daire var."],
    ["ona yüz yirmi lira verdim", "Ona 120 lira verdim."],
    ["iki bin yirmi altıda başladı", "2026'da başladı."],
    ["bin dokuz yüz seksen dörtte doğdu", "1984'te doğdu."],
    ["bin dört yüz elli üçten beri", "1453'ten beri."],
  ])("%s", (spoken, written) => {
    expect(inFigures(spoken)).toBe(written);
  });
});

describe("percentages, times, dates", () => {
  test.each([
    ["yüzde yirmi beşi geldi", "%25'i geldi."],
    ["faiz yüzde üç virgül iki arttı", "Faiz %3,2 arttı."],
    ["yüzde bir buçuk düştü", "%1,5 düştü."],
    ["yüzde yüz eminim", "%100 eminim."],
    ["saat on dört otuzda görüşelim", "Saat 14.30'da görüşelim."],
    ["saat dokuzda gel", "Saat 9'da gel."],
    ["saat yedi kırk beşte kalkıyorum", "Saat 07.45'te kalkıyorum."],
    ["on dokuz mayıs bin dokuz yüz on dokuz", "19 Mayıs 1919."],
    ["bir temmuzda başlatıldı", "1 Temmuz'da başlatıldı."],
    ["otuz ağustos iki bin yirmi altıda bitti", "30 Ağustos 2026'da bitti."],
  ])("%s", (spoken, written) => {
    expect(inFigures(spoken)).toBe(written);
  });
});

describe("telephone numbers, codes, addresses", () => {
  test.each([
    ["sıfır beş yüz otuz iki üç yüz bir yetmiş iki seksen", "0532 301 72 80."],
    ["sıfır iki yüz on iki dört yüz elli sıfır bir sıfır dokuz", "0212 450 01 09."],
    ["kodunuz dört sekiz iki dokuz bir üç", "Kodunuz 482913."],
    ["şifre sıfır sıfır yedi bir", "Şifre 0071."],
    ["ali nokta veli et gmail nokta com", "ali.veli@gmail.com."],
    [
      "bana destek et ornek nokta com nokta tr adresinden yaz",
      "Bana destek@ornek.com.tr adresinden yaz.",
    ],
    ["www nokta ornek nokta com nokta tr", "www.ornek.com.tr."],
  ])("%s", (spoken, written) => {
    expect(inFigures(spoken)).toBe(written);
  });
});

describe("what could mean something else stays in words", () => {
  test.each([
    "İki üç kişi geldi.",
    "Elli altısı değil.",
    "On ikişer lira verdi.",
    "Beş altı yüz kişi vardı.",
    "On on beş gün sürer.",
    "On beş yirmi lira verdim.",
    "Bir elma yedi.",
    "Bir kilo aldım.",
    "Masanın altında yedi elma duruyor.",
    "Otobüse bin.",
    "Yüz yüze görüştük.",
    "Yüzünü yıka.",
    "Yüzde kalan izler.",
    "Onda bir şey var.",
    "Onu gördüm.",
    "Kırk yılda olmaz.",
    "Bin bir gece masalı.",
    "Üçüncü kattayım.",
    "İkinci dönem başladı.",
    "Saat beşi on geçiyor.",
    "Saat on ikiye çeyrek var.",
    "Saat iki buçukta.",
    "Saat on iki buçukta.",
    "Saat beşe on kala.",
    "Bir et ve iki ekmek aldım.",
    "Son nokta bu.",
    "Sonuna nokta de.",
    "İki saat yedi.",
    "Yarım saat yedi.",
    "Dokuz yüz katrilyon bir.",
  ])("%s", (sentence) => {
    const spoken = sentence.toLocaleLowerCase("tr").replace(/\.$/, "");
    expect(inFigures(spoken)).toBe(sentence);
  });
});

/** Returns the same numbers each time. */
function randomNumbers(count: number, seed: number): readonly number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  });
}

describe("every number comes back from its words", () => {
  const grouped = (value: number) => value.toLocaleString("tr");

  test("amounts up to a trillion", () => {
    for (const random of randomNumbers(2000, 11)) {
      const value = Math.floor(10 ** (12 * random)) + 1;
      expect(inFigures(`tam ${cardinal(String(value))} lira`)).toBe(
        value === 1 ? "Tam bir lira." : `Tam ${grouped(value)} lira.`,
      );
    }
  });

  test("percentages, with a fraction of two digits", () => {
    for (let value = 0; value <= 100; value += 1) {
      expect(inFigures(`tam yüzde ${cardinal(String(value))} arttı`)).toBe(`Tam %${value} arttı.`);
      const fraction = String((37 * value) % 100).padStart(2, "0");
      const digits = fraction.startsWith("0") ? digitByDigit(fraction) : cardinal(fraction);
      expect(inFigures(`tam ${cardinal(String(value))} virgül ${digits} arttı`)).toBe(
        `Tam ${value},${fraction} arttı.`,
      );
    }
  });

  test("years, times and days", () => {
    for (let year = 1071; year < 2100; year += 1) {
      if (year % 100 === 0 && year % 1000 === 0) continue;
      expect(inFigures(`sonra ${cardinal(String(year))} yılında`)).toBe(`Sonra ${year} yılında.`);
    }
    for (let minutes = 60; minutes < 24 * 60; minutes += 7) {
      const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
      if (minute < 10) continue;
      const said = `${cardinal(String(hour))} ${cardinal(String(minute))}`;
      expect(inFigures(`tam saat ${said}`)).toBe(
        `Tam saat ${String(hour).padStart(2, "0")}.${minute}.`,
      );
    }
    for (const month of dates.months) {
      for (let day = 1; day <= 30; day += 1) {
        const said = `toplantı ${cardinal(String(day))} ${month} bin dokuz yüz elli`;
        const name = month.at(0)!.toLocaleUpperCase("tr") + month.slice(1);
        expect(inFigures(said)).toBe(`Toplantı ${day} ${name} 1950.`);
      }
    }
  });

  test("codes of four to eight digits", () => {
    for (const random of randomNumbers(300, 5)) {
      const code = String(Math.floor(random * 1e8)).padStart(4, "0");
      expect(inFigures(`kod ${digitByDigit(code)} budur`)).toBe(`Kod ${code} budur.`);
    }
  });
});

test("a figure has the times of all its words, and the lowest of their confidences", () => {
  const words = heard("ona yüz yirmi lira verdim").map((word, at) => ({
    ...word,
    confidence: [0.9, 0.8, 0.6, 0.9, 0.9][at]!,
  }));
  const [, figure] = withFigures(writtenWords(words, { isComplete: true }));
  expect(figure).toEqual({ text: "120", start: 0.3, end: 0.8, confidence: 0.6, mark: "" });
});

test("words that the prompt spells stay as it spells them", () => {
  const words = writtenWords(heard("dün yirmi beş lira"), { isComplete: true });
  const spelled = words.map((word, at) => (at === 1 ? { ...word, isSpelled: true } : word));
  expect(textOf(withFigures(spelled))).toBe("Dün yirmi 5 lira.");
});

test("no code has more than 24 digits, and no address more than 8 names", () => {
  expect(inFigures("iki ".repeat(40).trim())).not.toMatch(/\d{25}/);
  expect(inFigures(`${"a nokta ".repeat(20)}com`)).not.toMatch(/(?:a\.){9}/);
});

test("a mark ends a number", () => {
  const words = writtenWords(heard("yirmi beş lira"), { isComplete: true });
  const parted = words.map((word, at) => (at === 0 ? { ...word, mark: "," } : word));
  expect(textOf(withFigures(parted))).toBe("20, 5 lira.");
});

describe("no figure changes what was said", () => {
  const folder = new URL("../../../fixtures/normalization/", import.meta.url);
  const plain = (text: string) =>
    text
      .toLocaleLowerCase("tr")
      .replaceAll(/[.,?!']/gu, "")
      .replaceAll("buçuk", "virgül beş")
      .trim();
  const sentences = [
    ...new Set(
      readdirSync(folder).flatMap((table) =>
        (JSON.parse(readFileSync(new URL(table, folder), "utf8")) as { spoken: string[] }[])
          .flatMap(({ spoken }) => spoken)
          .map((sentence) => sentence.toLocaleLowerCase("tr").replaceAll(/[.,?!']/gu, "")),
      ),
    ),
  ];

  test("read aloud, it is the same again, in every sentence of the readings", () => {
    expect(sentences.length).toBeGreaterThan(800);
    const changed = sentences.flatMap((sentence) => {
      const written = inFigures(sentence);
      if (plain(normalize(written).join(" ")) === plain(sentence)) return [];
      // A code is digits: how one reads it is another's choice.
      const codes = codesIn(sentence);
      const isCode = codes.length > 0 && codes.every((one) => written.includes(one));
      return isCode ? [] : [sentence, written];
    });
    expect(changed).toEqual([]);
  });

  /** Four digits or more that are said one by one, and not behind "virgül". */
  function codesIn(sentence: string): readonly string[] {
    const digits = Array.from({ length: 10 }, (_, one) => cardinal(String(one)));
    const digit = `(?:${digits.join("|")})`;
    const runs = sentence.match(
      new RegExp(`(?<!virgül |\\p{L})${digit}(?: ${digit}){3,}(?!\\p{L})`, "gu"),
    );
    return (runs ?? []).map((run) =>
      run
        .split(" ")
        .map((word) => digits.indexOf(word))
        .join(""),
    );
  }
});
