const digitWords = ["", "bir", "iki", "üç", "dört", "beş", "altı", "yedi", "sekiz", "dokuz"];
const tenWords = [
  "",
  "on",
  "yirmi",
  "otuz",
  "kırk",
  "elli",
  "altmış",
  "yetmiş",
  "seksen",
  "doksan",
];
const groupWords = ["", "bin", "milyon", "milyar", "trilyon"];
const GROUP_DIGITS = 3;
const MAX_NUMBER_DIGITS = GROUP_DIGITS * groupWords.length;

const circumflexes: Readonly<Record<string, string>> = { â: "a", î: "i", û: "u" };

/**
 * Brings a Turkish text to the form in which two texts that are read alike are equal.
 *
 * Lower case by Turkish rules (I → ı, İ → i), numbers in words, circumflexes folded, apostrophes
 * closed up (15'te is on beşte), everything that is not a letter a space.
 */
export function normalizeTurkish(text: string): string {
  return text
    .normalize("NFC")
    .toLocaleLowerCase("tr")
    .replace(/[âîû]/g, (letter) => circumflexes[letter] ?? letter)
    .replace(/%\s*(?=\d)/g, "yüzde ")
    .replace(/(?<=\d)\.(?=\d{3}(?!\d))/g, "")
    .replace(/(?<=\d),(?=\d)/g, " virgül ")
    .replace(/\d+(?=[’'ʼ`]\p{L})/gu, (digits) => ` ${numberWords(digits)}`)
    .replace(/\d+/g, (digits) => ` ${numberWords(digits)} `)
    .replace(/[’'ʼ`]/g, "")
    .replace(/[^\p{L}]+/gu, " ")
    .trim();
}

/**
 * Writes a cardinal number as separate Turkish words, e.g. 1905 as `bin dokuz yüz beş`.
 *
 * Digits that begin with zero, or are too many for a number, are read one by one.
 */
export function numberWords(digits: string): string {
  if ((digits.startsWith("0") && digits.length > 1) || digits.length > MAX_NUMBER_DIGITS) {
    return Array.from(digits)
      .map((digit) => digitWords[Number(digit)] || "sıfır")
      .join(" ");
  }
  if (digits === "0") return "sıfır";
  const groups: string[] = [];
  for (let end = digits.length, group = 0; end > 0; end -= GROUP_DIGITS, group += 1) {
    const value = Number(digits.slice(Math.max(0, end - GROUP_DIGITS), end));
    if (value === 0) continue;
    // A thousand is `bin`, never `bir bin`.
    const count = group === 1 && value === 1 ? "" : hundredsWords(value);
    groups.unshift(`${count} ${groupWords[group] ?? ""}`.trim());
  }
  return groups.join(" ");
}

function hundredsWords(value: number): string {
  const hundreds = Math.floor(value / 100);
  const words = [
    hundreds > 1 ? digitWords[hundreds] : "",
    hundreds > 0 ? "yüz" : "",
    tenWords[Math.floor(value / 10) % 10],
    digitWords[value % 10],
  ];
  return words.filter((word) => word !== "" && word !== undefined).join(" ");
}
