/** A word of the sample, and when it is said. */
export interface SampleWord {
  readonly word: string;
  /** Seconds from the start. */
  readonly start: number;
  readonly end: number;
}

/** What `merhaba.mp3` is: spoken by synth-v2, transcribed by transcribe-1; a test lets the service hear it again. */
export const SAMPLE = {
  voice: "ayla",
  text: "Merhaba söylediğiniz her sözcük siz konuşurken yazıya dönüşür.",
  durationSeconds: 5.57,
  words: [
    { word: "Merhaba", start: 0.03, end: 0.7 },
    { word: "söylediğiniz", start: 1.03, end: 1.9 },
    { word: "her", start: 1.91, end: 2.22 },
    { word: "sözcük", start: 2.22, end: 2.82 },
    { word: "siz", start: 2.99, end: 3.3 },
    { word: "konuşurken", start: 3.31, end: 4.18 },
    { word: "yazıya", start: 4.18, end: 4.66 },
    { word: "dönüşür", start: 4.66, end: 5.3 },
  ] satisfies readonly SampleWord[],
  /** How loud it is, from 0 to 1, in stretches of equal length. */
  peaks: [
    0.08, 0.25, 0.31, 0.22, 0.05, 0.06, 0.52, 0.67, 0.62, 0.31, 0.17, 0.29, 0.4, 0.35, 0.23, 0.0,
    0.0, 0.0, 0.0, 0.0, 0.0, 0.15, 0.22, 0.32, 0.3, 0.1, 0.17, 0.38, 0.27, 0.09, 0.38, 0.37, 0.28,
    0.35, 0.23, 0.34, 0.82, 0.77, 0.27, 0.09, 0.05, 0.11, 0.49, 0.51, 0.36, 0.11, 0.09, 0.23, 0.24,
    0.32, 0.24, 0.07, 0.07, 0.12, 0.27, 0.46, 0.29, 0.19, 0.05, 0.04, 0.0, 0.0, 0.0, 0.08, 0.2,
    0.41, 0.81, 0.77, 0.24, 0.09, 0.07, 0.07, 0.54, 0.63, 0.22, 0.31, 0.23, 0.24, 0.32, 0.53, 0.5,
    0.27, 0.08, 0.05, 0.13, 0.36, 0.43, 0.32, 0.13, 0.13, 0.43, 0.44, 0.23, 0.14, 0.24, 0.19, 0.31,
    0.7, 0.59, 0.26, 0.19, 0.3, 0.2, 0.19, 0.21, 0.16, 0.24, 0.2, 0.37, 0.36, 0.32, 0.26, 0.09,
    0.06, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
  ],
} as const;
