/** Capitalised words that go with a number before them: "2. Dünya Savaşı", "IV. Murat". */

const NOUNS = `
  Dünya Cadde Sokak Kat Bölüm Madde Ordu Lig Sınıf Etap Kısım Cilt Hafta Gün Yıl Yüzyıl Noter Bölge Kolordu Filo
  Köprü Havaliman Cumhurbaşkan Asliye Ağır İcra İdare Sulh Levent Senfoni Boğaz Daire Uluslararası Ulusal Olağan
  Geleneksel Tur Yarı El Adım Dönem`;

/** Rulers by the beginning of their name, as its end is spelled in several ways. */
const RULERS = `
  Mehmed Mehmet Abdülham Abdülmec Abdülaziz Murat Murad Selim Mahmut Mahmud Ahmet Ahmed Osman Mustafa Süleyman
  Beyaz Bayez Kılıçarslan Gıyas Alaeddin İzzeddin Keyk Elizabeth Charles Henry Louis Napol Nikola Petro Katerina
  Wilhelm Friedrich Franz George Philip Ramses Justin Theodos Teodos Konstantin Darius Dara Murşili Hattuşili
  Jean Papa Pius Otto Leopold Edward Richard William James Faruk Abdullah Hüseyin İvan Carlos Juan Felipe Aleks
  İskender Umberto İnönü`;

/** "Sınıfı", "Maddesinde", "Kattan", but not "Yarın" or "Elma". */
const NOUN_END = String.raw`(?:s?[ıiuü](?:n[ıiuü]n?|n[dt]?[ae]n?)?|[dt][ae]n?|l[ae]r)?(?!\p{L})`;

/**
 * A pattern part for the beginnings of such words. A number with a point before one of them is an ordinal; before
 * another capital its point ends a sentence.
 */
export const ORDINAL_NOUN = `(?:(?:${anyWord(NOUNS)})${NOUN_END}|${anyWord(RULERS)})`;

function anyWord(list: string): string {
  return list.trim().split(/\s+/u).join("|");
}

const AT_START = new RegExp(`^${ORDINAL_NOUN}`, "u");

/** Says whether a text starts with a word that goes with an ordinal. */
export function startsOrdinalNoun(text: string): boolean {
  return AT_START.test(text);
}
