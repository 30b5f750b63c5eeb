/** What usage is counted by: what it costs of a month's quota, and which way its audio goes. */
export const PRODUCTS = {
  transcription: { meter: "audio", direction: "in" },
  stream: { meter: "audio", direction: "in" },
  speech: { meter: "characters", direction: "out" },
} as const satisfies Readonly<
  Record<string, { readonly meter: "audio" | "characters"; readonly direction: "in" | "out" }>
>;

export type Product = keyof typeof PRODUCTS;
/** What a month's quota is counted in. */
export type Meter = (typeof PRODUCTS)[Product]["meter"];

interface ActivityKind {
  readonly product: Product;
  /** The account limit of how many of it one key may run at the same time, and its default. */
  readonly limitName: string;
  readonly concurrent: number;
  /** What several of it are called. */
  readonly plural: string;
}

/** What a key may be doing, each with a limit of its own for what runs at the same time. */
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

/** What an account keeps with the service, which costs requests alone. */
export const COLLECTIONS = ["voices", "pronunciations"] as const;

export type Collection = (typeof COLLECTIONS)[number];

/** The account limits of how much of it an account may keep: their defaults, their fields in `/v1/limits`, the errors beyond them. */
export const KEPT = {
  savedVoices: { most: 50, field: "saved_voices", error: "voice_limit_reached" },
  pronunciations: { most: 500, field: "pronunciations", error: "pronunciation_limit_reached" },
} as const;

/** The keys of a table, with their type. */
export function keysOf<Table extends object>(table: Table): readonly (keyof Table & string)[] {
  return Object.keys(table) as (keyof Table & string)[];
}

export function meterOf(product: Product): Meter {
  return PRODUCTS[product].meter;
}
