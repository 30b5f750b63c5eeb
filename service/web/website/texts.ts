import type { Language } from "../page.ts";

const turkish = {
  tagline: "Sesi yazıya, yazıyı sese çevirin.",
  websiteLead:
    "Türkçe için bir konuşma arayüzü: ses dosyalarını yazıya döker, canlı konuşmayı yazarken izler, metni seslendirir. OpenAI ses arayüzünün istemcileri adres değiştirilerek çalışır.",
  websiteHonest:
    "Birlikte gelen modeller küçüktür ve yapay konuşmayla eğitilmiştir; gerçek kayıtlarda yanılırlar. Daha iyi modeller bir klasör olarak eklenir.",
  fileTitle: "Dosyadan yazıya",
  fileText: "Bir ses dosyası yükleyin; metni, sözcük zamanlarını ya da altyazıyı alın.",
  streamTitle: "Canlı yazıya dökme",
  streamText: "Sesi WebSocket ile gönderin; metin konuşma sürerken gelir.",
  speechTitle: "Yazıdan sese",
  speechText: "İki kuşak ses modeli, cümle cümle akan ses.",
  tryIt: "Şimdi dene",
  readDocs: "Belgeleri oku",
};

/** The texts of the website, in one language. */
export type Texts = Readonly<Record<keyof typeof turkish, string>>;

const english: Texts = {
  tagline: "Turn speech into text and text into speech.",
  websiteLead:
    "A speech API for Turkish: it transcribes audio files, follows live speech while it is spoken, and reads text aloud. Clients of the OpenAI audio API work with another base address.",
  websiteHonest:
    "The bundled models are small and were trained on synthetic speech; on real recordings they err. Better models are added as a folder.",
  fileTitle: "File to text",
  fileText: "Upload an audio file; get the text, word times or subtitles.",
  streamTitle: "Live transcription",
  streamText: "Send audio over a WebSocket; the text comes while the speech goes on.",
  speechTitle: "Text to speech",
  speechText: "Two generations of voices, audio that streams sentence by sentence.",
  tryIt: "Try it now",
  readDocs: "Read the docs",
};

export const TEXTS: Readonly<Record<Language, Texts>> = { tr: turkish, en: english };
