/** Turkish endings after an expression whose spoken form differs from the written one. */

const BACK = "aıou";
const ROUND = "oöuü";
const HARD = "fstkçşhp";

/** Joins an ending to a spoken word as it stands: "üç", "te" gives "üçte". */
export function withSuffix(spoken: string, suffix: string | undefined): string {
  return suffix === undefined ? spoken : spoken + suffix;
}

/** Joins an ending that was written for another reading, its vowels and first consonant brought into harmony. */
export function withHarmonisedSuffix(spoken: string, suffix: string | undefined): string {
  if (suffix === undefined) return spoken;
  let last = spoken.match(/[aeıioöuü](?=[^aeıioöuü]*$)/u)?.[0] ?? "e";
  const fitted = Array.from(suffix).map((letter) => {
    if ("ae".includes(letter)) last = BACK.includes(last) ? "a" : "e";
    else if ("ıiuü".includes(letter))
      last = BACK.includes(last)
        ? ROUND.includes(last)
          ? "u"
          : "ı"
        : ROUND.includes(last)
          ? "ü"
          : "i";
    else return letter;
    return last;
  });
  if (/[dt]/.test(fitted[0] ?? "")) fitted[0] = HARD.includes(spoken.at(-1) ?? "") ? "t" : "d";
  return spoken + fitted.join("");
}
