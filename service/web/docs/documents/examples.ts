/** What the example of an endpoint sends; a value that begins with `$` is taken from the environment. */
export interface Example {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: Readonly<Record<string, unknown>>;
  /** Text fields of a form; one that begins with `@` is a file. */
  readonly form?: Readonly<Record<string, string>>;
  /** The file into which the answer is written; absent when it is shown. */
  readonly output?: string;
}

const voice = { path: { id: "$VOICE_ID" } };
const entry = { path: { id: "$PRONUNCIATION_ID" } };

/** By operation; one that is not named sends nothing but its credential. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  createTranscription: {
    form: { model: "transcribe-1", response_format: "json", file: "@merhaba.mp3" },
  },
  createSpeech: {
    json: { model: "synth-v2", voice: "ayla", input: "Yarın sabah dokuzda görüşürüz." },
    output: "konusma.mp3",
  },
  createVoice: {
    form: { name: "Deniz", consent: "true", reference_audio: "@merhaba.mp3" },
  },
  listVoices: { query: { type: "builtin" } },
  readVoice: voice,
  changeVoice: { ...voice, json: { name: "Deniz, sakin" } },
  deleteVoice: voice,
  createPronunciation: { json: { word: "ABD", alias: "Amerika" } },
  listPronunciations: { query: { limit: "10" } },
  readPronunciation: entry,
  changePronunciation: { ...entry, json: { alias: "Amerika Birleşik Devletleri" } },
  deletePronunciation: entry,
  previewPronunciations: {
    json: {
      input: "NATO toplantısı yarın.",
      pronunciations: [{ word: "NATO", alias: "Kuzey Atlantik Paktı" }],
    },
  },
};
