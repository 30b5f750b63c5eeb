import type { Row, Trait } from "./row.ts";

/** Ways of speaking that belong to an occasion or an occupation. */
export const OCCASION_WORDS: readonly Row<Trait>[] = [
  {
    means: { rangeFactor: 0.9, paceFactor: 1.07, brightnessDb: 1.5 },
    turkish:
      "spiker, haber spiker, haber sunucu, haber bülten, haber oku-, haber sun-, haber, haberci, muhabir",
    english:
      "newsreader, news reader, news anchor, newscaster, news presenter, anchor, anchorman, anchorwoman, news, reporter",
  },
  {
    means: { rangeFactor: 1.15, paceFactor: 1.02, brightnessDb: 1 },
    turkish:
      "sunucu, sun-, takdimci, asistan, çağrı merkez, müşteri temsilci, müşteri hizmet, anons",
    english:
      "presenter, announcer, host, assistant, call center, call centre, customer service, announcement",
  },
  {
    means: { rangeFactor: 1.35, paceFactor: 0.88, brightnessDb: -1 },
    turkish:
      "masal, masalcı, masal anlat-, masal oku-, hikaye, hikaye anlat-, hikayeci, öykü, öykü anlat-, meddah",
    english:
      "storyteller, story teller, storytelling, tell story, telling story, story, fairy tale, bedtime story, tale",
  },
  {
    means: { rangeFactor: 1.1, paceFactor: 0.93 },
    turkish: "anlatıcı, sesli kitap, seslendirmen, seslendir-",
    english: "narrator, narration, narrate, audiobook, audio book, voice over, voiceover",
  },
  {
    means: { pitchSemitones: -1, rangeFactor: 0.95, paceFactor: 0.9 },
    turkish: "belgesel, belgesel anlat-",
    english: "documentary, documentary narrator",
  },
  {
    means: { pitchSemitones: 3, rangeFactor: 1.5, paceFactor: 1.25, brightnessDb: 3 },
    turkish: "maç spiker, spor spiker, maç anlat-",
    english: "sports commentator, sportscaster, commentator, sports announcer",
  },
  {
    means: { pitchSemitones: -3, rangeFactor: 1.2, paceFactor: 0.85, tractLengthFactor: 1.04 },
    turkish: "fragman, film fragman",
    english: "trailer, movie trailer",
  },
  {
    means: { pitchSemitones: 1, rangeFactor: 1.4, paceFactor: 1.08, brightnessDb: 2 },
    turkish: "reklam, reklam spiker, tanıtım, radyo, radyocu, dj",
    english: "commercial, advertisement, advert, ad, radio, radio host, dj, salesman, sales",
  },
  {
    means: { rangeFactor: 1.15, paceFactor: 0.9, brightnessDb: 1 },
    turkish: "öğretmen, hoca, eğitmen, ders anlat-, açıkla-, öğret-",
    english: "teacher, lecturer, lecture, professor, instructor, tutorial, explaining, explain",
  },
  {
    means: { rangeFactor: 1.2, paceFactor: 0.82, brightnessDb: -1 },
    turkish: "şiir, şiir oku-, şair, dua, dua et-",
    english: "poem, poetry, poetic, poet, prayer, praying",
  },
  {
    means: { pitchSemitones: -0.5, rangeFactor: 0.7, paceFactor: 1.05, brightnessDb: 3 },
    turkish: "asker, askeri, komutan",
    english: "military, commander, soldier, drill sergeant, sergeant",
  },
];
