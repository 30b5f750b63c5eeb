/** Every limit of the service and its default. */
export const LIMITS = Object.freeze({
  /** Requests per minute, per key and product. */
  requestsPerMinute: 600,
  /** What one key may have running at the same time, by product. */
  concurrent: Object.freeze({ transcription: 3, stream: 2, speech: 8 }),
  /** Bytes of an uploaded recording. */
  uploadBytes: 100 * 1024 * 1024,
  /** Bytes of a request body that is not an upload. */
  bodyBytes: 1024 * 1024,
  /** Seconds of audio in a file or a live stream. */
  audioSeconds: 2 * 3600,
  /** Code points of a text to speak. */
  inputCharacters: 5000,
  /** Code points of instructions or of a voice description. */
  directionCharacters: 200,
  /** Code points of a word that a pronunciation is for. */
  pronouncedWordCharacters: 100,
  /** Code points of what is said in its place, as an alias or in IPA. */
  pronunciationCharacters: 200,
  /** Pronunciations that one request may bring or name. */
  pronunciationsPerRequest: 100,
  /** Code points that a text may grow to by aliases. */
  substitutedCharacters: 20_000,
  /** Bytes of one frame of a socket. */
  frameBytes: 1024 * 1024,
  /** Demo sessions that one address may begin in ten minutes. */
  sessionsPerAddress: 60,
  /** Attempts to sign in, per address and e-mail, in ten minutes. */
  signInAttempts: 30,
});
