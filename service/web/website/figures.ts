/** Where a figure was measured: a model's card, or the README. */
export type FigureSource = "transcribe-1" | "synth-v2" | "readme";

/** A measured figure; `source` says where it stands, in the words of `quote`, which a test looks for. */
export interface Figure {
  readonly name: FigureName;
  readonly value: { readonly tr: string; readonly en: string };
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

const both = (value: string) => ({ tr: value, en: value });

/** What the website says of the bundled models. */
export const FIGURES: readonly Figure[] = [
  {
    name: "known",
    value: { tr: "%0,6 harf, %4,1 sözcük", en: "0.6 % letters, 4.1 % words" },
    source: "transcribe-1",
    quote: "| variants of the voice that training heard (167) | 0.6 % / 4.1 % |",
  },
  {
    name: "telephone",
    value: { tr: "%1,2 harf, %6,0 sözcük", en: "1.2 % letters, 6.0 % words" },
    source: "transcribe-1",
    quote: "| 1.2 % / 6.0 % |",
  },
  {
    name: "newspapers",
    value: { tr: "%1,5 harf, %9,1 sözcük", en: "1.5 % letters, 9.1 % words" },
    source: "transcribe-1",
    quote: "| sentences of newspapers, essays and novels (200) | 1.5 % / 9.1 % |",
  },
  {
    name: "voices",
    value: { tr: "%0,3–%1,2 harf", en: "0.3 to 1.2 % letters" },
    source: "synth-v2",
    quote: "| kerem | 1.2 % |",
  },
  { name: "fileSpeed", value: both("720 ×"), source: "readme", quote: "720 × real time" },
  { name: "streams", value: both("224"), source: "readme", quote: "224 live streams" },
  {
    name: "speechSpeed",
    value: both("54 ×"),
    source: "readme",
    quote: "54 × real time (synth-v2)",
  },
  {
    name: "firstAudio",
    value: { tr: "21 ms", en: "21 ms" },
    source: "readme",
    quote: "the first audio after 18 and 21 ms",
  },
];
