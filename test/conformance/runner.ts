import { ServiceClient } from "./service-client.ts";
import type { Fault, Row } from "./row.ts";

/** The service that rows are run against. */
export interface Subject {
  readonly url: string;
  readonly key: string;
  /** {tts_url}. */
  readonly ttsUrl: string;
  /** {status_url}; undefined leaves the rows of the status page unasked. */
  readonly statusUrl: string | undefined;
  /** The second name of transcribe-1. */
  readonly compatModel: string;
  /** Faults that somebody has made, with what each hands to its rows. */
  readonly faults: ReadonlyMap<Fault, string>;
}

/** What came of a row. */
export interface Outcome {
  readonly row: Row;
  readonly result: "passed" | "failed" | "not run" | "not asked";
  /** Why it failed, or what it waits for. */
  readonly reason: string;
  readonly requests: number;
  readonly seconds: number;
}

/** Runs a row that the subject is ready for; a row that made no request does not pass. */
export async function runRow(row: Row, subject: Subject): Promise<Outcome> {
  const { statusUrl, faults, compatModel } = subject;
  const handed = row.fault === undefined ? "" : faults.get(row.fault);
  if (handed === undefined) return untried(row, "not run", `needs ${row.fault}`);
  if (row.asksStatusPage === true && statusUrl === undefined) {
    return untried(row, "not asked", "needs --status-url");
  }
  const startedAtMs = performance.now();
  using client = new ServiceClient(subject.url, subject.key);
  const failure = await row
    .check({
      client,
      ttsUrl: withoutSlash(subject.ttsUrl),
      statusUrl: withoutSlash(statusUrl ?? ""),
      compatModel,
      handed,
    })
    .then(
      () => (client.requests === 0 ? "it made no request" : undefined),
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  return {
    row,
    result: failure === undefined ? "passed" : "failed",
    reason: failure ?? "",
    requests: client.requests,
    seconds: (performance.now() - startedAtMs) / 1000,
  };
}

/** Runs rows one after the other, for they count each other's requests. */
export async function* runRows(rows: readonly Row[], subject: Subject): AsyncGenerator<Outcome> {
  for (const row of rows) yield await runRow(row, subject);
}

function untried(row: Row, result: "not run" | "not asked", reason: string): Outcome {
  return { row, result, reason, requests: 0, seconds: 0 };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
