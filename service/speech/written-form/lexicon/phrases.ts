import { listed } from "./listed.ts";

/** A name of several words; those that take no apostrophe are institutions. */
export interface NamePhrase {
  readonly words: readonly string[];
  readonly takesApostrophe: boolean;
}

const WITH_APOSTROPHE = `
  amerika birleşik devletleri, birleşik arap emirlikleri, güney kore, kuzey kore, güney afrika, kuzey kıbrıs,
  suudi arabistan, yeni zelanda, bosna hersek, sri lanka, new york, los angeles, iç anadolu, doğu anadolu,
  güneydoğu anadolu, orta asya, ramazan bayramı, kurban bayramı, cumhuriyet bayramı, zafer bayramı,
  türkiye cumhuriyeti, kız kulesi, galata kulesi, boğaziçi köprüsü, tuz gölü, van gölü, ağrı dağı, ege denizi,
  marmara denizi, istanbul boğazı, çanakkale boğazı, sabiha gökçen, nasrettin hoca, yunus emre, orhan pamuk,
  yaşar kemal, mustafa kemal atatürk, aziz sancar, topkapı sarayı, dolmabahçe sarayı, kapalı çarşı
`;
const INSTITUTIONS = `
  türkiye büyük millet meclisi, avrupa birliği, birleşmiş milletler, türk dil kurumu, türk hava yolları, merkez bankası,
  ziraat bankası, halk bankası, iş bankası, dünya sağlık örgütü, dünya bankası, kuzey atlantik antlaşması örgütü,
  boğaziçi üniversitesi, orta doğu teknik üniversitesi, istanbul teknik üniversitesi, hacettepe üniversitesi,
  sağlık bakanlığı, milli eğitim bakanlığı, adalet bakanlığı, içişleri bakanlığı, dışişleri bakanlığı,
  ulaştırma bakanlığı, anadolu ajansı, türk kızılayı, anayasa mahkemesi, sosyal güvenlik kurumu, büyük millet meclisi
`;

/** Names of several words, longest first. */
export const NAME_PHRASES: readonly NamePhrase[] = [
  ...phrases(WITH_APOSTROPHE, true),
  ...phrases(INSTITUTIONS, false),
].toSorted((one, other) => other.words.length - one.words.length);

/** What makes a name of the name before it: İstiklal Caddesi'nde. */
export const PLACE_HEADS = listed(`
  caddesi sokağı bulvarı mahallesi meydanı havalimanı gölü dağı nehri apartmanı köprüsü körfezi kalesi adası
`);

/** The same for institutions, which take no apostrophe: Ankara Üniversitesinde. */
export const INSTITUTION_HEADS = listed(
  "üniversitesi belediyesi valiliği kaymakamlığı büyükelçiliği lisesi",
);

/** What streets and squares are named after, beside persons and places. */
export const NAMESAKES = listed(`
  atatürk cumhuriyet istiklal hürriyet inönü mevlana bağdat gazi fatih mimar söğüt istasyon okul hastane sahil çarşı
`);

function phrases(list: string, takesApostrophe: boolean): readonly NamePhrase[] {
  return list.split(",").map((phrase) => ({ words: phrase.trim().split(/\s+/), takesApostrophe }));
}
