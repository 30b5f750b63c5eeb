import type { Language } from "../page.ts";

const turkish = {
  docs: "Belgeler",
  fileTitle: "Dosyadan yazıya",
  speechTitle: "Yazıdan sese",
  docsLead: "Her istek bir API anahtarı taşır. Aşağıdaki komutlar doğrudan çalışır.",
  docsKey: "Anahtar",
  docsKeyText:
    "İlk açılışta bir anahtar üretilir ve veri klasöründeki bootstrap-api-key dosyasına yazılır.",
  endpoints: "Uç noktalar",
  endpointsDocuments: "Her alanı, sınırı ve hata koduyla, makinelerin de okuduğu iki belgede:",
  endpointFile:
    "Ses dosyasını yazıya döker (WAV, MP3, FLAC, Ogg Vorbis ve Opus, WebM, M4A; json, text, verbose_json, srt, vtt).",
  endpointStream: "Canlı sesi yazıya döker; ara sonuçlar ve tek bir son metin.",
  endpointSpeech: "Metni seslendirir (mp3, opus, aac, flac, wav, pcm; varsayılan mp3).",
  endpointVoices: "Hazır sesleri listeler.",
  endpointSavedVoices:
    "İzinle kaydedilmiş 3–30 saniyelik bir kayıttan ses saklar; /v1/voices/{id}: GET, PATCH, DELETE.",
  endpointPronunciations:
    "Bir sözcüğün nasıl okunacağını saklar (alias ya da ipa); /v1/pronunciations/{id}: GET, PATCH, DELETE.",
  endpointPreview: "Metnin okunuşlar uygulandıktan sonraki halini gösterir.",
  endpointModels: "Modelleri listeler.",
  endpointSessions: "On dakikalık deneme oturumu açar.",
  endpointUsage: "Son 30 günün kullanımı.",
  endpointHealth: "Seslendirme modellerinin durumu.",
  streamProtocol: "Canlı akış",
  streamProtocolText:
    "Adres parametreleri: encoding (pcm_s16le, pcm_f32le, mulaw, alaw), sample_rate (8000–48000), channels, interim_results, endpointing_ms, words. İkili çerçeveler sestir; metin çerçeveleri: config, finalize, keepalive, end.",
  errors: "Hata kodları",
  errorsText: "Her hata aynı gövdeyi taşır; istemciler code alanına bakar.",
  code: "Kod",
  meaning: "Anlamı (İngilizce)",
  status: "Durum",
};

/** The texts of the docs, in one language. */
export type Texts = Readonly<Record<keyof typeof turkish, string>>;

const english: Texts = {
  docs: "Docs",
  fileTitle: "File to text",
  speechTitle: "Text to speech",
  docsLead: "Every request carries an API key. The commands below work as they are.",
  docsKey: "Key",
  docsKeyText:
    "The first start makes a key and writes it to the file bootstrap-api-key in the data directory.",
  endpoints: "Endpoints",
  endpointsDocuments:
    "With every field, limit and error code, in two documents that machines read too:",
  endpointFile:
    "Transcribes an audio file (WAV, MP3, FLAC, Ogg Vorbis and Opus, WebM, M4A; json, text, verbose_json, srt, vtt).",
  endpointStream: "Transcribes live audio; interim results and one final transcript.",
  endpointSpeech: "Speaks a text (mp3, opus, aac, flac, wav, pcm; mp3 is the default).",
  endpointVoices: "Lists the built-in voices.",
  endpointSavedVoices:
    "Saves a voice from 3 to 30 seconds recorded with consent; /v1/voices/{id}: GET, PATCH, DELETE.",
  endpointPronunciations:
    "Saves how a word is spoken (alias or ipa); /v1/pronunciations/{id}: GET, PATCH, DELETE.",
  endpointPreview: "Shows a text with the pronunciations applied.",
  endpointModels: "Lists the models.",
  endpointSessions: "Begins a demo session of ten minutes.",
  endpointUsage: "Usage of the last 30 days.",
  endpointHealth: "State of the synthesis models.",
  streamProtocol: "Live stream",
  streamProtocolText:
    "Parameters in the address: encoding (pcm_s16le, pcm_f32le, mulaw, alaw), sample_rate (8000–48000), channels, interim_results, endpointing_ms, words. Binary frames are audio; text frames: config, finalize, keepalive, end.",
  errors: "Error codes",
  errorsText: "Every error has the same body; clients branch on its code.",
  code: "Code",
  meaning: "Meaning",
  status: "Status",
};

export const TEXTS: Readonly<Record<Language, Texts>> = { tr: turkish, en: english };
