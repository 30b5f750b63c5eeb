import { ServiceClient } from "./service-client.ts";
import type { Fault, Row } from "./row.ts";

/** The service that rows are run against. */
export interface Subject {
  readonly url: string;
  readonly key: string;
  /** Faults that somebody has made, with what each hands to its rows. */
  readonly faults: ReadonlyMap<Fault, string>;
}

/** What came of a row. */
export interface Outcome {
  readonly row: Row;
  readonly result: "passed" | "failed" | "not run";
  /** Why it failed, or which fault it waits for. */
  readonly reason: string;
  readonly requests: number;
  readonly seconds: number;
}

/** Runs a row that the subject is ready for; a row that made no request does not pass. */
export async function runRow(row: Row, subject: Subject): Promise<Outcome> {
  const handed = row.fault === undefined ? "" : subject.faults.get(row.fault);
  if (handed === undefined) {
    return { row, result: "not run", reason: `needs ${row.fault}`, requests: 0, seconds: 0 };
  }
  const startedAtMs = performance.now();
  using client = new ServiceClient(subject.url, subject.key);
  const failure = await row.check({ client, handed }).then(
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
