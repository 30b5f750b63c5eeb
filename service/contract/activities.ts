import type { AccountLimitName } from "./limits.ts";

/** What usage is counted by. */
export type Product = "transcription" | "stream" | "speech";

/** What an account keeps with the service, which costs requests alone. */
export const COLLECTIONS = ["voices", "pronunciations"] as const;

export type Collection = (typeof COLLECTIONS)[number];

/** What a month's quota is counted in. */
export type Meter = "audio" | "characters";

interface ActivityKind {
  readonly product: Product;
  /** How many of it one key may have at the same time. */
  readonly concurrency: AccountLimitName;
  /** What several of it are called. */
  readonly plural: string;
}

/** What a key may be doing. */
export const ACTIVITIES = {
  transcription: {
    product: "transcription",
    concurrency: "concurrentTranscriptions",
    plural: "transcriptions",
  },
  stream: { product: "stream", concurrency: "concurrentStreams", plural: "live streams" },
  speech: {
    product: "speech",
    concurrency: "concurrentSpeechRequests",
    plural: "requests for speech",
  },
  speechSocket: {
    product: "speech",
    concurrency: "concurrentSpeechSockets",
    plural: "synthesis sockets",
  },
} as const satisfies Readonly<Record<string, ActivityKind>>;

export type Activity = keyof typeof ACTIVITIES;

/** What a product uses of a month's quota. */
export function meterOf(product: Product): Meter {
  return product === "speech" ? "characters" : "audio";
}
