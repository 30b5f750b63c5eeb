/** Where a figure was measured: a model's card, or the README. */
export type FigureSource = "transcribe-1" | "synth-v2" | "readme";

/** Where a figure of the website comes from: its source has the `quote`, which a test looks for. */
export interface Figure {
  readonly name: FigureName;
  readonly source: FigureSource;
  readonly quote: string;
}

export type FigureName =
  | "known"
  | "telephone"
  | "newspapers"
  | "voices"
  | "fileSpeed"
  | "streams"
  | "speechSpeed"
  | "firstAudio";

/** The measured figures of the website, in order; languages/{language}/site/website.json has their values. */
export const FIGURES: readonly Figure[] = [
  {
    name: "known",
    source: "transcribe-1",
    quote: "| variants of the voice that training heard (167) | 0.6 % / 4.1 % |",
  },
  {
    name: "telephone",
    source: "transcribe-1",
    quote: "| 1.2 % / 6.0 % |",
  },
  {
    name: "newspapers",
    source: "transcribe-1",
    quote: "| sentences of newspapers, essays and novels (200) | 1.5 % / 9.1 % |",
  },
  {
    name: "voices",
    source: "synth-v2",
    quote: "| kerem | 1.2 % |",
  },
  { name: "fileSpeed", source: "readme", quote: "720 × real time" },
  { name: "streams", source: "readme", quote: "224 live streams" },
  {
    name: "speechSpeed",
    source: "readme",
    quote: "54 × real time (synth-v2)",
  },
  {
    name: "firstAudio",
    source: "readme",
    quote: "the first audio after 18 and 21 ms",
  },
];
