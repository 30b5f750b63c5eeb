import type { SlotRun } from "#monitor/domain/observation.ts";

export const PERIOD_MS = 60_000;

/** The id of a check by its place in the list, from 0. */
export function checkIdOf(index: number): string {
  return `check-${index + 1}`;
}

/** What an ordinary run of a check by HTTPS leaves, in a slot at a location. */
export function runOf(checkId: string, slotMs: number, location: string): SlotRun {
  return {
    checkId,
    periodMs: PERIOD_MS,
    location,
    prober: `prober-${location}`,
    slotMs,
    attempts: [
      {
        attempt: 1,
        result: "ok",
        reason: null,
        message: null,
        phases: { dns: 0.4, connect: 2.1, tls: 9.3, first_byte: 60.2, transfer: 1.8 },
        measures: { tls_expiry_timestamp_seconds: 1_800_000_000 },
        startedAtMs: slotMs + 1_000,
        durationMs: 73.8,
      },
    ],
  };
}
