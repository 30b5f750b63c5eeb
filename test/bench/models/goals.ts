/** What the bundled models must reach, what they aim at, and how figures compare with that. */

export interface Goal {
  readonly what: string;
  readonly unit: "%" | "× real time" | "ms" | "MB" | "semitones" | "dB";
  readonly better: "lower" | "higher";
  /** One figure, or character and word error. */
  readonly must: readonly number[];
  readonly aim: readonly number[];
}

/** A goal and what was measured, in the goal's unit. */
export interface Outcome {
  readonly goal: Goal;
  /** Tells outcomes of the same goal apart. */
  readonly detail: string;
  readonly measured: readonly number[];
}

const errors = (what: string, must: readonly number[], aim: readonly number[]): Goal => ({
  what,
  unit: "%",
  better: "lower",
  must,
  aim,
});

const away = (unit: "semitones" | "%" | "dB", must: number, aim: number): Goal => ({
  what: "manner: how far what is heard is from what was asked for",
  unit,
  better: "lower",
  must: [must],
  aim: [aim],
});

const nearer = (what: string, must: number): Goal => ({
  what: `clones of held-out speakers nearer to them than ${what}`,
  unit: "%",
  better: "higher",
  must: [must],
  aim: [100],
});

export const GOALS = {
  trainedVariants: errors("letters / words wrong, variants training heard", [2.5, 10], [1, 4]),
  newVariants: errors("letters / words wrong, variants it never heard", [5, 18], [2, 8]),
  badAudio: errors("letters / words wrong, those in worse audio", [8, 25], [4, 12]),
  recognitionSpeed: {
    what: "recognition, file to text, one core",
    unit: "× real time",
    better: "higher",
    must: [100],
    aim: [300],
  },
  finalTranscript: {
    what: "final transcript after a stream's end",
    unit: "ms",
    better: "lower",
    must: [300],
    aim: [100],
  },
  heardSpeech: errors("letters wrong, synthesis heard by recognition", [4], [1.5]),
  semitones: away("semitones", 1, 0.3),
  parts: away("%", 10, 5),
  decibels: away("dB", 2, 1),
  whisper: errors("manner: part of the speech that is voiced", [5], [1]),
  nearerThanBuiltIn: nearer("to every built-in voice", 80),
  nearerInBadAudio: nearer("to every built-in voice, from worse audio", 40),
  nearerThanClones: nearer("others' clones are", 80),
  synthesisSpeed: {
    what: "synthesis, one core",
    unit: "× real time",
    better: "higher",
    must: [10],
    aim: [50],
  },
  firstAudio: {
    what: "first audio of a ten-word sentence",
    unit: "ms",
    better: "lower",
    must: [150],
    aim: [40],
  },
  modelSize: { what: "model size", unit: "MB", better: "lower", must: [10], aim: [3] },
} as const satisfies Readonly<Record<string, Goal>>;

/** How good an outcome is. */
export type Met = "no" | "must" | "aim";

export function met({ goal, measured }: Outcome): Met {
  if (reaches(goal, measured, goal.aim)) return "aim";
  return reaches(goal, measured, goal.must) ? "must" : "no";
}

export const HEADING = ["", "", "must reach", "aim", "measured", "met"] as const;

/** Returns the cells of an outcome under HEADING. */
export function cells(outcome: Outcome): readonly string[] {
  const { goal, detail, measured } = outcome;
  const written = (figures: readonly number[]) =>
    `${figures.map((figure) => figure.toLocaleString("en", { maximumFractionDigits: digits(goal) })).join(" / ")} ${goal.unit}`;
  return [
    goal.what,
    detail,
    written(goal.must),
    written(goal.aim),
    written(measured),
    { aim: "yes, and the aim", must: "yes", no: "NO" }[met(outcome)],
  ];
}

function digits({ unit }: Goal): number {
  return unit === "ms" || unit === "× real time" ? 0 : 1;
}

function reaches(goal: Goal, measured: readonly number[], wanted: readonly number[]): boolean {
  const isBetter = (figure: number, limit: number) =>
    goal.better === "lower" ? figure <= limit : figure >= limit;
  return wanted.every((limit, at) => isBetter(measured[at] ?? Number.NaN, limit));
}
