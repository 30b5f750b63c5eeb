const MEBIBYTE = 1024 * 1024;
const HOUR_MS = 60 * 60_000;

/** What is kept of speech runs, and how much of it; what is oldest makes room for what is new. */
export interface EvidenceLimits {
  /** Of a recording that is sent or received; of a longer one this much is kept from its beginning. */
  readonly maxAudioBytes: number;
  /** Of each text. */
  readonly maxTextCharacters: number;
  /** Of all audio together. */
  readonly maxTotalBytes: number;
  readonly maxAgeMs: number;
  /** How old the last good run of a check may be, before a newer one takes its place. */
  readonly goodRunEveryMs: number;
}

/** The limits of a prober. */
export const evidenceLimits: EvidenceLimits = {
  maxAudioBytes: 8 * MEBIBYTE,
  maxTextCharacters: 10_000,
  maxTotalBytes: 256 * MEBIBYTE,
  maxAgeMs: 30 * 24 * HOUR_MS,
  goodRunEveryMs: HOUR_MS,
};
