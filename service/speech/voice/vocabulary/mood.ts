import type { Row, Trait } from "./row.ts";

/** Feelings and attitudes, by what they do to a voice. */
export const MOOD_WORDS: readonly Row<Trait>[] = [
  {
    means: { pitchSemitones: 1.5, rangeFactor: 1.35, paceFactor: 1.07, brightnessDb: 2 },
    turkish:
      "neşe, şen, mutlu, mutluluk, keyif, sevinç, gülümse-, gül-, güler yüz, güleryüz, güle oynaya, şakacı, esprili, " +
      "muzip, eğlence, eğlenceli, pozitif, cıvıl cıvıl, şirin, sevimli, iyimser",
    english:
      "cheerful, happy, joy, joyful, joyous, merry, upbeat, jolly, playful, smile, smiling, bubbly, perky, glad, " +
      "delighted, amused, positive, fun, funny, cute, laugh, laughing, chirpy, optimistic, sunny, happiness",
  },
  {
    means: { rangeFactor: 1.2, paceFactor: 1.02, brightnessDb: -1 },
    turkish: "samimi, cana yakın, arkadaşça, dostane, dostça, sempatik, tatlı, sohbet, doğal",
    english: "friendly, kindly, casual, conversational, chatty, sweet, natural, welcoming, amiable",
  },
  {
    means: {
      pitchSemitones: -1.5,
      rangeFactor: 0.65,
      paceFactor: 0.84,
      brightnessDb: -2,
      breathiness: 0.1,
    },
    turkish:
      "üzgün, üzüntü, hüzün, keder, mahzun, melankoli, melankolik, kırgın, ağla-, ağlamaklı, mutsuz, acılı, " +
      "karamsar, umutsuz, dert, içli, buruk",
    english:
      "sad, sadness, sorrow, sorrowful, melancholy, melancholic, gloomy, unhappy, depressed, mournful, tearful, " +
      "cry, crying, somber, sombre, grieving, grief, heartbroken, hopeless, disappointed",
  },
  {
    means: { pitchSemitones: 2, rangeFactor: 1.5, paceFactor: 1.14, brightnessDb: 2 },
    turkish:
      "heyecan, coşku, coşkun, coş-, enerji, enerjik, tutku, heves, ateşli, hararet, gaza gel-",
    english:
      "excited, excitement, exciting, enthusiastic, enthusiasm, energetic, energy, thrilled, passionate, passion, " +
      "eager, hyper, hyped, high energy",
  },
  {
    means: { pitchSemitones: -0.5, rangeFactor: 0.8, paceFactor: 0.9, brightnessDb: -1.5 },
    turkish:
      "sakin, sakinleş-, sakinleştir-, huzur, dingin, rahat, rahatlat-, rahatla-, yatıştır-, ağırbaşlı, soğukkanlı, " +
      "sükunet, ölçülü, temkinli, sabır",
    english:
      "calm, calming, relaxed, relaxing, peaceful, peace, soothing, serene, tranquil, composed, meditative, chill, " +
      "laid back, easygoing, reassuring, calmed",
  },
  {
    means: { pitchSemitones: 1, rangeFactor: 1.3, paceFactor: 1.1, brightnessDb: 4 },
    turkish:
      "kızgın, kız-, öfke, öfkelen-, sinir, sinirlen-, hiddet, asabi, agresif, saldırgan, tehditkar, kavga",
    english:
      "angry, anger, furious, mad, aggressive, irritated, annoyed, enraged, rage, fierce, threatening",
  },
  {
    means: { pitchSemitones: 4, rangeFactor: 1.3, brightnessDb: 6, paceFactor: 0.97 },
    turkish: "bağır-, haykır-, çığlık, seslen-, yüksek ses, bas bas",
    english: "shout, shouting, yell, scream, loud, exclaim, high volume",
  },
  {
    means: { rangeFactor: 0.85, brightnessDb: -4, breathiness: 0.2 },
    turkish: "sessiz, usulca, usul, alçak ses, kısık ses, düşük ses, hafif ses, mırılda-, mırıltı",
    english: "quiet, soft spoken, softly spoken, low volume, murmur, mumble, gentle",
  },
  {
    means: { pitchSemitones: 2.5, rangeFactor: 1.2, paceFactor: 1.12, breathiness: 0.22 },
    turkish:
      "kork-, korku, korkmuş, ürkek, ürk-, endişe, endişelen-, tedirgin, panik, telaş, gergin, titre-, titrek",
    english:
      "scared, afraid, frightened, fear, fearful, nervous, anxious, worried, terrified, panic, panicked, panicky, " +
      "tense, trembling, shaky, shy, timid",
  },
  {
    means: {
      pitchSemitones: -1.5,
      rangeFactor: 0.65,
      paceFactor: 0.82,
      brightnessDb: -2,
      breathiness: 0.2,
    },
    turkish:
      "yorgun, bitkin, uyku, uykulu, bezgin, bıkkın, halsiz, mahmur, sıkıl-, sıkkın, hasta, bitik",
    english: "tired, sleepy, exhausted, weary, drowsy, bored, boring, sick, fatigued, lazy",
  },
  {
    means: { rangeFactor: 0.85, paceFactor: 0.95, brightnessDb: 1 },
    turkish:
      "resmî, ciddi, ciddiyet, kurumsal, profesyonel, mesafe, soğuk, vakur, saygı, tarafsız, nötr, düzgün",
    english:
      "formal, serious, professional, official, corporate, cold, distant, businesslike, solemn, neutral, polite",
  },
  {
    means: { pitchSemitones: -1, rangeFactor: 1.05, brightnessDb: 2 },
    turkish:
      "kendinden emin, emin, kararlı, güçlü, kuvvetli, otoriter, otorite, cesur, iddialı, net bir ses",
    english:
      "confident, firm, strong, powerful, assertive, bold, commanding, authoritative, authority, determined, brave",
  },
  {
    means: { rangeFactor: 0.75, brightnessDb: 3, pitchSemitones: -1, paceFactor: 1.03 },
    turkish: "sert, katı, acımasız, haşin, emir, emret-, azarla-",
    english: "harsh, stern, strict, hard, ruthless, scolding, tough",
  },
  {
    means: {
      pitchSemitones: 0.5,
      rangeFactor: 1.1,
      paceFactor: 0.92,
      brightnessDb: -2.5,
      breathiness: 0.15,
    },
    turkish:
      "şefkat, sevecen, nazik, kibar, romantik, aşık, sevgi, müşfik, ninni, merhamet, anaç, baştan çıkarıcı, çekici",
    english:
      "tender, loving, kind, caring, affectionate, romantic, intimate, seductive, sexy, sensual, sultry, lullaby, " +
      "compassionate, motherly, love",
  },
  {
    means: { pitchSemitones: 3, rangeFactor: 1.5, brightnessDb: 1 },
    turkish: "şaşkın, şaşır-, hayret, şok, merak",
    english: "surprised, surprise, amazed, astonished, shocked, curious, wonder",
  },
  {
    means: { rangeFactor: 1.25, paceFactor: 0.92, pitchSemitones: -0.5 },
    turkish: "alay, alaycı, iğneleyici, ironi, ironik, kinaye, kibir, ukala, küçümse-",
    english: "sarcastic, sarcasm, ironic, irony, mocking, arrogant, smug, sardonic, dry",
  },
  {
    means: {
      pitchSemitones: -1.5,
      rangeFactor: 0.8,
      paceFactor: 0.85,
      brightnessDb: -2,
      breathiness: 0.3,
    },
    turkish: "gizem, gizemli, esrarengiz, korkunç, ürkütücü, ürpertici",
    english: "mysterious, mystery, spooky, creepy, eerie, ominous, sinister, haunting, scary",
  },
];
