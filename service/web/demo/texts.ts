import type { Language } from "../page.ts";

const turkish = {
  demo: "Deneme",
  demoLead: "Kayıt gerekmez; deneme oturumu on dakika sürer.",
  demoSpeak: "Yazıdan sese",
  demoText: "Metin",
  demoSentence: "Merhaba, bu cümle şimdi sizin için seslendirildi.",
  demoVoice: "Ses",
  demoSpeakButton: "Seslendir",
  demoTranscribe: "Dosyadan yazıya",
  demoFile: "Ses dosyası",
  demoTranscribeButton: "Yazıya dök",
  demoWorking: "Çalışıyor…",
  demoEmpty: "(konuşma duyulmadı)",
  demoFailed: "Olmadı",
  demoNeedsScript: "Denemeler için tarayıcıda JavaScript gerekir.",
};

/** The texts of the demo, in one language. */
export type Texts = Readonly<Record<keyof typeof turkish, string>>;

const english: Texts = {
  demo: "Demo",
  demoLead: "No sign-up; a demo session lasts ten minutes.",
  demoSpeak: "Text to speech",
  demoText: "Text",
  demoSentence: "Merhaba, bu cümle şimdi sizin için seslendirildi.",
  demoVoice: "Voice",
  demoSpeakButton: "Speak",
  demoTranscribe: "File to text",
  demoFile: "Audio file",
  demoTranscribeButton: "Transcribe",
  demoWorking: "Working…",
  demoEmpty: "(no speech was heard)",
  demoFailed: "That did not work",
  demoNeedsScript: "The demos need JavaScript in the browser.",
};

export const TEXTS: Readonly<Record<Language, Texts>> = { tr: turkish, en: english };
