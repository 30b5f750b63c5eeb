import { isNominalised, isPredicate } from "./verb-forms.ts";

/** What somebody says of a question that they do not ask, whatever stands before it. */
const NOT_KNOWN =
  /^(?:bilmiyor(?:um|uz|du|dum|lar)?|bilm(?:em|ez|eyiz|ezler|edim|eden)|bilemi(?:yorum|yoruz)|hatırlamıyor(?:um|uz)|anlamıyor(?:um|uz)|anla(?:ya)?madı[mk]?|bilinmiyor|bilinmez|belirsiz|emin|diye)$/;
/** What a whole question can be the object of. */
const REPORTED =
  /^(?:sor(?:du[mk]?|dular|uyor(?:um|uz|lar)?|muş|acağım|arım|alım|ayım)|söyle(?:yin|di|dim)?|anlat(?:ın|tı)?|öğren(?:elim|eyim|dim|in)?|göster(?:in|di)?|merak|unut(?:tum|tuk|muş)|bil(?:iyorum|iyoruz|irim|ir|elim|se)|bak(?:ayım|alım)|belli|fark|görelim|konuş(?:tuk|alım))$/;
/** A subject that no clause inside the question has, as it would be in the genitive there. */
const OWN_SUBJECT = /^(?:ben|sen|biz|siz|kimse|herkes)$/;
const ASKS_OPINION = /^(?:san|düşün|zanned)[ıiuü]yorsun(?:uz)?$/;

/**
 * Says whether a question word is only told of: "ne dedi bilmiyorum", "nerede olduğunu söyledi".
 *
 * Takes the words behind it; a question that comes after them, as in "… biliyor musun", is looked at on its own.
 */
export function isToldOf(rest: readonly string[]): boolean {
  if (ASKS_OPINION.test(rest.at(-1) ?? "")) return false;
  const hasOwnSubject = OWN_SUBJECT.test(rest[0] ?? "");
  return rest.some((word, at) => {
    if (NOT_KNOWN.test(word) || (word === "belli" && rest[at + 1] === "değil")) return true;
    // "kimin geldiği" alone is no clause yet: something is said of it.
    if (isNominalised(word)) return !hasOwnSubject && at < rest.length - 1;
    return REPORTED.test(word) && at > 0 && isPredicate(rest[at - 1] ?? "");
  });
}
