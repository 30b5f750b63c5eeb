import ordinary from "../language/ordinary-words.json" with { type: "json" };

const FINITE = new RegExp(
  [
    "(?:[ıiuü]yor|[dt][ıiuü]|m[ıiuü]ş|acak|ecek|m[ae]l[ıi]|[aeıiuü]r|m[ae]z)" +
      "(?:um|[ıiuü]m|sun|s[ıiuü]n|[ıiuü]z|uz|sunuz|s[ıiuü]n[ıiuü]z|lar|ler|m|n|k|n[ıiuü]z|t[ıiuü]r|d[ıiuü])?",
    "(?:acağım|eceğim|acağız|eceğiz)",
    "m[ae]m",
  ]
    .map((form) => `${form}$`)
    .join("|"),
);
const PREDICATES = new Set(["var", "yok", "değil", "lazım", "gerek", "vardı", "yoktu"]);
const NOMINALISED =
  /(?:[dt][ıiuü]ğ|acağ|eceğ|[dt][ıiuü]k(?=l)|acak(?=l)|ecek(?=l))(?:[ıiuü](?:m|n|m[ıiuü]z|n[ıiuü]z)?|l?ar[ıi]|ler[ıi])(?:n?[ıiuü]|n?[ae]|n?d[ae]n?)?$/;
const CONDITIONAL =
  /(?:[aeıiuü]r|m[ae]z|yor|acak|ecek|[dt][ıiuü]y|m[ıiuü]ş|^(?:ol|et|yap|gel|git|ver|al|de|iste|sor|baksa))s[ae](?:m|n|k|n[ıi]z|lar|ler|yd[ıi]\w*)?$/;
const FUTURE_NOUN = /(?:acağ|eceğ)[ıi](?:m|z)$/;

/** Returns whether a lower-case word looks like a verb with its tense, or another word that ends a clause. */
export function isPredicate(word: string): boolean {
  return PREDICATES.has(word) || FINITE.test(word);
}

/** Returns whether a word makes a whole clause a part of a sentence: "olduğunu", "gideceğimi". */
export function isNominalised(word: string): boolean {
  return NOMINALISED.test(word) && !FUTURE_NOUN.test(word);
}

/** Returns whether a word ends a condition: "gelirse", "istersen", "olsa". */
export function isConditional(word: string): boolean {
  return CONDITIONAL.test(word) || word === "varsa";
}

/** Returns whether a word ends in the past tense of the third person. */
export function isSimplePast(word: string): boolean {
  return /[aeıioöuü][^aeıioöuü]*[dt][ıiuü]$/.test(word);
}

const CLAUSE_ENDINGS = [
  "[ıiuü]yor(?:um|sun|uz|sunuz|lar|du|dum|duk)?",
  "(?:acağ|eceğ)[ıi][mz]",
  "(?:acak|ecek)(?:s[ıi]n(?:[ıi]z)?|lar|ler)",
  "[fskçşhpt]t[ıiuü](?:m|n|k|lar|ler|n[ıiuü]z)?",
  "[aeıioöuü]\\p{L}*[aeıiuülnryvmğz]d[ıiuü](?:m|n|k|lar|ler|n[ıiuü]z)?",
].join("|");
const CLAUSE_ENDS = [
  "(?:nasıl|nerede|kim|nereli)s[ıi]n(?:[ıi]z)?",
  "m[ıiuü](?:s[ıiuü]n(?:[ıiuü]z)?)?",
  "var|yok|değil|lazım",
].join("|");
const CLAUSE_END = new RegExp(`^(?:\\p{L}*(?:${CLAUSE_ENDINGS})|${CLAUSE_ENDS})$`, "u");
const NOUNS_LIKE_PAST: ReadonlySet<string> = new Set(ordinary.likePastTense);

/** Returns whether a word nearly always ends a clause: verbs in forms that no noun shares. */
export function endsClause(word: string): boolean {
  return CLAUSE_END.test(word) && !NOUNS_LIKE_PAST.has(word);
}
