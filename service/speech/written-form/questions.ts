import { readName } from "./name-reading.ts";
import { isConditional, isNominalised, isPredicate, isSimplePast } from "./verb-forms.ts";

/** Returns whether the words of a sentence are a question: by "mı", "mi", "mu", "mü", or by a word such as "ne". */
export function isQuestion(words: readonly string[]): boolean {
  return asksByParticle(words) || asksByWord(words);
}

const PARTICLE =
  /^m(?:ı(?:y[ıd]ı?[mzk]?|sın|sınız|dır|ydı|ydım|ydın|ydık|ydınız|ymış)?|i(?:yi[mz]|sin|siniz|dir|ydi|ydim|ydin|ydik|ydiniz|ymiş)?|u(?:yu[mz]|sun|sunuz|dur|ydu|ydum|ydun|yduk|ydunuz|ymuş)?|ü(?:yü[mz]|sün|sünüz|dür|ydü|ydüm|ydün|ydük|ydünüz|ymüş)?)$/;
/** The particle written together with a tense before it; no other word ends like this. */
const JOINED_TO_TENSE =
  /(?:yor|[ıiuüae]r|m[ae]z|acak|ecek|m[ıiuü]ş)(?:m[ıiuü]s[ıiuü]n(?:[ıiuü]z)?|m[ıiuü]y[ıiuü][mz])$|(?:[ıiuü]yor|yorlar|acaklar|ecekler)m[ıiuü]$/;
const JOINED_WORDS = new Set(["değilmi", "varmı", "yokmu", "olurmu", "olmazmı", "öylemi"]);

function asksByParticle(words: readonly string[]): boolean {
  return words.some((word, at) => {
    if (JOINED_WORDS.has(word) || JOINED_TO_TENSE.test(word)) return true;
    if (at === 0 || !PARTICLE.test(word)) return false;
    const rest = words.slice(at + 1);
    return !isNotifiedOf(rest) && !isEmphasis(words, at) && !isMoment(words[at - 1] ?? "", rest);
  });
}

/** "güzel mi güzel": very beautiful. */
function isEmphasis(words: readonly string[], at: number): boolean {
  return words[at - 1] === words[at + 1];
}

/** "akşam oldu mu eve döner": as soon as. */
function isMoment(before: string, rest: readonly string[]): boolean {
  const last = rest.at(-1) ?? "";
  const asksAgain = rest.some((word) => PARTICLE.test(word));
  return isSimplePast(before) && !asksAgain && isPredicate(last) && !isSimplePast(last);
}

const ALWAYS_ASKING =
  /^(?:niçin|niye|ner(?:e)?(?:de|den|ye)|nere(?:si|sin|sini|sinde|sinden|sine|deki|den|nin|yi|li|lisin|lisiniz|desin|desiniz|deydi|deydin|dedir|deyim|dir)|kim(?:in|e|den|le|ler|lerin|lere|leri|sin|siniz|dir|di|miş|inle|de|deki)?|hangi(?:si|sini|sine|sinde|leri|niz|miz)?|nasıl(?:sın|sınız|dı|dır|mış|lar|ız)?|ne(?:ler|leri|lerden|yi|ye|yin|yle|dir|ydi|ymiş|si|yiniz|yiz|lere)|kaç(?:a|ta|tan|ı|ıncı|tır|ınız|ımız|lık)|acaba)$/;

function asksByWord(words: readonly string[]): boolean {
  return words.some((word, at) => {
    if (!isQuestionWord(word, words, at)) return false;
    // "ne diye" is one word in all but spelling.
    const rest = words.slice(word === "ne" && words[at + 1] === "diye" ? at + 2 : at + 1);
    return !rest.some(isCondition) && !isNotifiedOf(rest);
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

const ASKING_VERB =
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
  if (after === "kadar") return !(ASKING_VERB.test(next) || /^(?:da|de)$/.test(next));
  if (after === "" && /^(?:bana|sana|ona|bize|size|onlara)$/.test(before)) return false;
  return !ASKING_VERB.test(after);
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

/** "kaç" counts what follows it or what was named before it; elsewhere it is the imperative "run". */
function isAskingKaç(words: readonly string[], at: number): boolean {
  const [before, after] = [words[at - 1] ?? "", words[at + 1] ?? ""];
  if (before === "bir") return false;
  const isPredicateLast = isPredicate(after) && at + 2 === words.length;
  const endsHere = after === "" || isPredicateLast || after === "acaba";
  if (endsHere) return COUNTED.test(before);
  const isAway = /[dt][ae]n$/.test(after) && at + 2 === words.length;
  return !isAway && !/^(?:hemen|çabuk|artık|gel|git|hadi|haydi)$/.test(after);
}

/** "kimi" asks right before its verb; in "kimi insanlar" it means "some". */
function isAskingKimi(words: readonly string[], at: number): boolean {
  const after = words[at + 1] ?? "";
  const isOnly = words.filter((word) => word === "kimi").length === 1;
  return isOnly && (after === "" || (isPredicate(after) && !/l[ae]r$/.test(after)));
}

function isLastOf(words: readonly string[], at: number, word: string): boolean {
  return words[at] === word && at === words.length - 1;
}

/** Words that make a question indirect, whatever stands before them. */
const NOT_KNOWN =
  /^(?:bilmiyor(?:um|uz|du|dum|lar)?|bilm(?:em|ez|eyiz|ezler|edim|eden)|bilemi(?:yorum|yoruz)|hatırlamıyor(?:um|uz)|anlamıyor(?:um|uz)|anla(?:ya)?madı[mk]?|bilinmiyor|bilinmez|belirsiz|emin|diye)$/;
/** Words that make a question indirect after a predicate, as they can have a whole question as their object. */
const REPORTED =
  /^(?:sor(?:du[mk]?|dular|uyor(?:um|uz|lar)?|muş|acağım|arım|alım|ayım)|söyle(?:yin|di|dim)?|anlat(?:ın|tı)?|öğren(?:elim|eyim|dim|in)?|göster(?:in|di)?|merak|unut(?:tum|tuk|muş)|bil(?:iyorum|iyoruz|irim|ir|elim|se)|bak(?:ayım|alım)|belli|fark|görelim|konuş(?:tuk|alım))$/;
/** Subjects that belong to the question itself: in a clause inside it, they would be in the genitive. */
const OWN_SUBJECT = /^(?:ben|sen|biz|siz|kimse|herkes)$/;
const ASKS_OPINION = /^(?:san|düşün|zanned)[ıiuü]yorsun(?:uz)?$/;

/** Returns whether the words after a question word make it indirect: "ne dedi bilmiyorum", "nerede olduğunu söyledi". */
function isNotifiedOf(rest: readonly string[]): boolean {
  if (ASKS_OPINION.test(rest.at(-1) ?? "")) return false;
  const hasOwnSubject = OWN_SUBJECT.test(rest[0] ?? "");
  return rest.some((word, at) => {
    if (NOT_KNOWN.test(word) || (word === "belli" && rest[at + 1] === "değil")) return true;
    // "kimin geldiği" makes the question indirect only if something follows it.
    if (isNominalised(word)) return !hasOwnSubject && at < rest.length - 1;
    return REPORTED.test(word) && at > 0 && isPredicate(rest[at - 1] ?? "");
  });
}
