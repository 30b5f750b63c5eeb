import type { Language } from "#web-kit/language/languages.ts";
import type { SpeechExample } from "./examples.ts";
import type { FigureName } from "./figures.ts";

interface Pair {
  readonly title: string;
  readonly text: string;
}

type FeatureName =
  | "file"
  | "live"
  | "speech"
  | "voices"
  | "cloning"
  | "pronunciations"
  | "compatible"
  | "own";

const turkish = {
  tagline: "Türkçe için konuşma API'si",
  lead: "Kayıtları yazıya döker, canlı konuşmayı sürerken yazar, metni seslendirir. OpenAI ses API'siyle uyumludur; kendi makinenizde, tek işlemci çekirdeğinde çalışır.",
  quickStart: "Hızlı başlangıç",
  demo: "Deneyin",
  sampleTitle: "Örnek",
  sampleSpoken: (voice: string) => `synth-v2 seslendirdi (${voice}), transcribe-1 yazıya döktü.`,
  play: "Dinle",
  pause: "Duraklat",
  audioLabel: "Örnek kayıt",
  again: "Şimdi yeniden yazıya dök",
  againBusy: "Yazıya dökülüyor…",
  againDone: (ms: number) => `${ms} ms içinde, az önce:`,
  failed: "Olmadı; biraz sonra yeniden deneyin.",
  featuresTitle: "Neler yapar",
  features: {
    file: {
      title: "Dosyadan yazıya",
      text: "WAV, MP3, FLAC, Ogg, WebM, M4A; iki saate kadar. Metin, sözcük zamanları ya da altyazı.",
    },
    live: {
      title: "Canlı yazıya dökme",
      text: "WebSocket üzerinden ses gider, metin konuşma sürerken gelir; sonda tek bir son metin.",
    },
    speech: {
      title: "Yazıdan sese",
      text: "Ses cümle cümle akar. Sayılar, tarihler, paralar Türkçede okunduğu gibi söylenir.",
    },
    voices: {
      title: "Hazır ve tasarlanan sesler",
      text: "Hazır seslerden birini seçin ya da sesi tarif edin; nasıl söyleyeceğini de belirtin.",
    },
    cloning: {
      title: "Klonlanan ve kaydedilen sesler",
      text: "Kişinin izniyle 3–30 saniyelik kayıttan. Kayıt saklanmaz, iznin kendisi saklanır.",
    },
    pronunciations: {
      title: "Okunuşlar",
      text: "Adların ve kısaltmaların nasıl okunacağını sözcüklerle ya da IPA ile bildirin.",
    },
    compatible: {
      title: "OpenAI ile uyumlu",
      text: "openai kitaplıkları temel adres değiştirilerek çalışır; realtime dili de vardır.",
    },
    own: {
      title: "Sizin makinenizde",
      text: "Kayıtlar dışarı gitmez. Açık kaynaktır; başka modeller bir klasör olarak eklenir.",
    },
  } satisfies Record<FeatureName, Pair>,
  liveTitle: "Dinleyin",
  liveText:
    "Her cümle, siz bastığınızda bir deneme oturumunda seslendirilir; önceden kaydedilmemiştir.",
  liveMore: "Kendi metninizle ve mikrofonunuzla: deneme sayfası",
  examples: {
    voice: "Hazır bir ses",
    manner: "Söyleyişi belirtilmiş",
    designed: "Tarifle tasarlanmış ses",
    numbers: "Sayılar, saat, para",
  } satisfies Record<SpeechExample["name"], string>,
  speaking: "Hazırlanıyor…",
  spokenIn: (ms: number) => `${ms} ms`,
  codeTitle: "Üç satırla başlayın",
  codeText: "Anahtarı panelden alın, örneği kopyalayın.",
  modelsTitle: "Modeller ve ne bekleyebilirsiniz",
  modelsText:
    "Birlikte gelen modeller küçüktür ve yalnızca yapay konuşmayla eğitilmiştir. Yazıya dökme hiç gerçek bir insan duymamıştır; gerçek kayıtlarda çok yanılacağını hesaba katın. Sesler, onları eğiten formant sentezleyici gibi tınlar: anlaşılır ama yapay. Daha iyi modeller bir klasör olarak eklenir, API aynı kalır.",
  voiceCount: (model: string, count: number) => `${model}: ${count} hazır ses`,
  figuresTitle: "Ölçülen",
  whatColumn: "Ne",
  valueColumn: "Değer",
  figures: {
    known: "Hata; eğitimde duyduğu türden seslerle, hiç görmediği cümlelerde",
    telephone: "Aynı cümlelerde, telefon bandında",
    newspapers: "Gazete, deneme ve roman cümlelerinde",
    voices: "Her hazır sesin söylediğinde, yazıya dökmenin yanıldığı",
    fileSpeed: "Bir çekirdekte dosyadan yazıya, gerçek zamana göre",
    streams: "Bir çekirdeğin taşıdığı canlı akış; son metin 300 ms içinde",
    speechSpeed: "Bir çekirdekte seslendirme (synth-v2), gerçek zamana göre",
    firstAudio: "İlk sese kadar geçen süre (synth-v2)",
  } satisfies Record<FigureName, string>,
  limitsTitle: "Sınırlar",
  limitsText:
    "Dakikada 600 istek, 100 MB ve 2 saate kadar kayıt, istek başına 5.000 karakter metin. Hepsi, hata kodlarıyla:",
  limitsLink: "sınırlar sayfası",
  statusText: "Hizmetin şu anki durumu ve geçmişi:",
  statusLink: "durum sayfası",
};

/** The texts of the website, in one language. */
export type Texts = typeof turkish;

const english: Texts = {
  tagline: "A speech API for Turkish",
  lead: "It transcribes recordings, writes live speech down while it is spoken, and reads text aloud. Compatible with the OpenAI audio API; runs on a machine of your own, on one core.",
  quickStart: "Quick start",
  demo: "Try it",
  sampleTitle: "An example",
  sampleSpoken: (voice) => `Spoken by synth-v2 (${voice}), transcribed by transcribe-1.`,
  play: "Play",
  pause: "Pause",
  audioLabel: "The recording",
  again: "Transcribe it again now",
  againBusy: "Transcribing…",
  againDone: (ms) => `In ${ms} ms, just now:`,
  failed: "That did not work; try again in a moment.",
  featuresTitle: "What it does",
  features: {
    file: {
      title: "Files to text",
      text: "WAV, MP3, FLAC, Ogg, WebM, M4A, up to two hours. Text, word times or subtitles.",
    },
    live: {
      title: "Live transcription",
      text: "Audio goes over a WebSocket, text comes while the speech goes on, one final transcript at the end.",
    },
    speech: {
      title: "Text to speech",
      text: "Audio streams sentence by sentence. Numbers, dates and money are read as Turkish reads them.",
    },
    voices: {
      title: "Built-in and designed voices",
      text: "Choose a built-in voice or describe one, and say how it is to speak.",
    },
    cloning: {
      title: "Cloned and saved voices",
      text: "From 3 to 30 seconds, with the person's consent. The recording is not kept, the consent is.",
    },
    pronunciations: {
      title: "Pronunciations",
      text: "Say how names and abbreviations are spoken, in words or in IPA.",
    },
    compatible: {
      title: "OpenAI-compatible",
      text: "The openai libraries work with another base address; the realtime dialect is there too.",
    },
    own: {
      title: "On your machine",
      text: "Recordings stay with you. Open source; other models are added as a folder.",
    },
  },
  liveTitle: "Listen",
  liveText:
    "Each sentence is spoken when you press, in a demo session; nothing is recorded before.",
  liveMore: "With your own text and microphone: the demo",
  examples: {
    voice: "A built-in voice",
    manner: "Told how to speak",
    designed: "A voice designed from a description",
    numbers: "Numbers, a time, money",
  },
  speaking: "Getting ready…",
  spokenIn: (ms) => `${ms} ms`,
  codeTitle: "Begin with three lines",
  codeText: "Take a key from the dashboard, copy the example.",
  modelsTitle: "The models, and what to expect of them",
  modelsText:
    "The bundled models are small and were trained on synthetic speech alone. Recognition has never heard a person; expect many errors on real recordings. The voices sound like the formant synthesizer that taught them: clear, but synthetic. Better models are added as a folder, and the API stays the same.",
  voiceCount: (model, count) => `${model}: ${count} built-in voices`,
  figuresTitle: "Measured",
  whatColumn: "What",
  valueColumn: "Value",
  figures: {
    known: "Errors, on held-out sentences in voices of the kind that training heard",
    telephone: "On the same sentences, in telephone quality",
    newspapers: "On sentences of newspapers, essays and novels",
    voices: "What recognition mishears of each built-in voice",
    fileSpeed: "Files to text on one core, against real time",
    streams: "Live streams that one core carries, final transcript within 300 ms",
    speechSpeed: "Text to speech on one core (synth-v2), against real time",
    firstAudio: "Until the first audio (synth-v2)",
  },
  limitsTitle: "Limits",
  limitsText:
    "600 requests a minute, recordings of up to 100 MB and 2 hours, 5,000 characters of text in a request. All of them, with their error codes:",
  limitsLink: "the limits",
  statusText: "How the service is now, and how it was:",
  statusLink: "the status page",
};

export const TEXTS: Readonly<Record<Language, Texts>> = { tr: turkish, en: english };
