import { isToldOf } from "./embedded-questions.ts";
import { readName } from "./name-reading.ts";
import { isConditional, isPredicate } from "./verb-forms.ts";

const ALWAYS_ASKING =
  /^(?:niçin|niye|ner(?:e)?(?:de|den|ye)|nere(?:si|sin|sini|sinde|sinden|sine|deki|den|nin|yi|li|lisin|lisiniz|desin|desiniz|deydi|deydin|dedir|deyim|dir)|kim(?:in|e|den|le|ler|lerin|lere|leri|sin|siniz|dir|di|miş|inle|de|deki)?|hangi(?:si|sini|sine|sinde|leri|niz|miz)?|nasıl(?:sın|sınız|dı|dır|mış|lar|ız)?|ne(?:ler|leri|lerden|yi|ye|yin|yle|dir|ydi|ymiş|si|yiniz|yiz|lere)|kaç(?:a|ta|tan|ı|ıncı|tır|ınız|ımız|lık)|acaba)$/;

/** Says whether a sentence asks by a word such as "ne", "kim" or "nasıl". */
export function asksByWord(words: readonly string[]): boolean {
  return words.some((word, at) => {
    if (!isQuestionWord(word, words, at)) return false;
    // "ne diye" is one word in all but spelling.
    const rest = words.slice(word === "ne" && words[at + 1] === "diye" ? at + 2 : at + 1);
    return !rest.some(isCondition) && !isToldOf(rest);
  });
}

/** A name with an ending may sound like a condition: "karsa". */
function isCondition(word: string): boolean {
  return isConditional(word) && readName(word)?.isCertain !== true;
}

function isQuestionWord(word: string, words: readonly string[], at: number): boolean {
  const [before, after] = [words[at - 1] ?? "", words[at + 1] ?? ""];
  if (before === "her" || before === "hiç" || isConditional(word)) return false;
  if (word === "ne") return isAskingNe(words, at);
  if (word === "neden") return isAskingNeden(words, at);
  if (word === "kaç") return isAskingKaç(words, at);
  if (word === "kimi") return isAskingKimi(words, at);
  if (word === "nasıl")
    return !/^(?:da|ki|olsa|oldu)$/.test(after) || isLastOf(words, at + 1, "oldu");
  if (word === "kim") return !after.startsWith("bilir");
  return ALWAYS_ASKING.test(word);
}

const WONDER =
  /^(?:güzel|iyi|hoş|tatlı|mutlu|yazık|çare|kötü|acı|büyük|garip|tuhaf|şanslı|harika|de|var|münasebet|olursa|olduysa|ki|ala|şirin|komik|rezalet|sıcak|soğuk|çabuk)$/;

/** "ne" neither asks in "ne … ne", nor in "ne güzel", nor in "bana ne". */
function isAskingNe(words: readonly string[], at: number): boolean {
  const [before, after, next] = [words[at - 1] ?? "", words[at + 1] ?? "", words[at + 2] ?? ""];
  const others = words.filter((word, index) => {
    return index !== at && word === "ne" && !/^(?:zaman|kadar|için)$/.test(words[index + 1] ?? "");
  });
  if (/^(?:zaman|için)$/.test(after)) return true;
  if (others.length > 0) return false;
  if (after === "var") return next !== "ki";
  if (after === "olur") return at > 0 || next === "";
  if (after === "kadar") return !(WONDER.test(next) || /^(?:da|de)$/.test(next));
  if (after === "" && /^(?:bana|sana|ona|bize|size|onlara)$/.test(before)) return false;
  return !WONDER.test(after);
}

/** "neden" is a cause in "bu neden", and in "kazaya neden oldu". */
function isAskingNeden(words: readonly string[], at: number): boolean {
  const [before, after] = [words[at - 1] ?? "", words[at + 1] ?? ""];
  if (/^(?:tek|asıl|bir|hiçbir|başlıca|temel|önemli|ana|birçok|birkaç|iki|üç)$/.test(before))
    return false;
  const causes = /^ol(?:du|an|uyor|acak|abilir|muş|maz|ur|mak|duğu)/.test(after);
  return !(causes && /[ae]$/.test(before));
}

const COUNTED =
  /^(?:saat|ayın|sıcaklık|derece|toplam|günün|bugün|tarih|(?:numara|fiyat|yaş|boy|kilo|ücret|tutar|kod|plaka|nüfus|puan)\p{L}*)$/u;

/** "kaç" counts what follows it or what was named before it; elsewhere somebody is to run. */
function isAskingKaç(words: readonly string[], at: number): boolean {
  const [before, after] = [words[at - 1] ?? "", words[at + 1] ?? ""];
  if (before === "bir") return false;
  const isPredicateLast = isPredicate(after) && at + 2 === words.length;
  const endsHere = after === "" || isPredicateLast || after === "acaba";
  if (endsHere) return COUNTED.test(before);
  const isAway = /[dt][ae]n$/.test(after) && at + 2 === words.length;
  return !isAway && !/^(?:hemen|çabuk|artık|gel|git|hadi|haydi)$/.test(after);
}

/** "kimi" asks right before its verb; "kimi insanlar" are some. */
function isAskingKimi(words: readonly string[], at: number): boolean {
  const after = words[at + 1] ?? "";
  const isOnly = words.filter((word) => word === "kimi").length === 1;
  return isOnly && (after === "" || (isPredicate(after) && !/l[ae]r$/.test(after)));
}

function isLastOf(words: readonly string[], at: number, word: string): boolean {
  return words[at] === word && at === words.length - 1;
}
