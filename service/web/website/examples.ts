/** A sentence that the website lets the service speak, and what the request has beside it. */
export interface SpeechExample {
  readonly name: "voice" | "manner" | "designed" | "numbers";
  readonly request: Readonly<Record<string, string>>;
}

/** In the order in which they are shown. */
export const SPEECH_EXAMPLES: readonly SpeechExample[] = [
  { name: "voice", request: { voice: "selin", input: "Merhaba, size nasıl yardımcı olabilirim?" } },
  {
    name: "manner",
    request: {
      voice: "kerem",
      instructions: "fısıldayarak, yavaş",
      input: "Sessiz olalım, bebek uyuyor.",
    },
  },
  {
    name: "designed",
    request: {
      voice_description: "yaşlı, kalın sesli, sakin bir dede",
      input: "Bir varmış, bir yokmuş.",
    },
  },
  {
    name: "numbers",
    request: { voice: "ozan", input: "Toplantı 15.30'da; bilet %20 indirimle 1.250 TL." },
  },
];
