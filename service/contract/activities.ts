/** The products that usage is counted by, with the monthly quota that each uses and the direction of its audio. */
export const PRODUCTS = {
  transcription: { meter: "audio", direction: "in" },
  stream: { meter: "audio", direction: "in" },
  speech: { meter: "characters", direction: "out" },
} as const satisfies Readonly<
  Record<string, { readonly meter: "audio" | "characters"; readonly direction: "in" | "out" }>
>;

export type Product = keyof typeof PRODUCTS;
/** The unit of a monthly quota. */
export type Meter = (typeof PRODUCTS)[Product]["meter"];

interface ActivityKind {
  readonly product: Product;
  /** The account limit for how many of them one API key may run concurrently, and its default. */
  readonly limitName: string;
  readonly concurrent: number;
  /** Its name in the plural. */
  readonly plural: string;
}

/** Kinds of work, each with its own concurrency limit per API key. */
export const ACTIVITIES = {
  transcription: {
    product: "transcription",
    limitName: "concurrentTranscriptions",
    concurrent: 3,
    plural: "transcriptions",
  },
  stream: {
    product: "stream",
    limitName: "concurrentStreams",
    concurrent: 2,
    plural: "live streams",
  },
  speech: {
    product: "speech",
    limitName: "concurrentSpeechRequests",
    concurrent: 8,
    plural: "requests for speech",
  },
  speech_stream: {
    product: "speech",
    limitName: "concurrentSpeechSockets",
    concurrent: 4,
    plural: "synthesis sockets",
  },
} as const satisfies Readonly<Record<string, ActivityKind>>;

export type Activity = keyof typeof ACTIVITIES;

/** Stored data of an account; using it counts as requests only. */
export const COLLECTIONS = ["voices", "pronunciations", "jobs"] as const;

export type Collection = (typeof COLLECTIONS)[number];

/** Account limits for stored data: the default, the field in `/v1/limits`, and the error when the limit is reached. */
export const KEPT = {
  savedVoices: { max: 50, field: "saved_voices", error: "voice_limit_reached" },
  pronunciations: { max: 500, field: "pronunciations", error: "pronunciation_limit_reached" },
  unfinishedJobs: { max: 100, field: "unfinished_jobs", error: "job_limit_reached" },
} as const;

/** Returns the keys of an object with their types. */
export function keysOf<Table extends object>(table: Table): readonly (keyof Table & string)[] {
  return Object.keys(table) as (keyof Table & string)[];
}

export function meterOf(product: Product): Meter {
  return PRODUCTS[product].meter;
}
