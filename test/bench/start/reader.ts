import { setTimeout as sleep } from "node:timers/promises";

/** Documents that the database is asked for each time. */
const documents = [
  "/history",
  "/api/v2/components/stt-file/timeline.csv",
  "/api/v2/components/stt-file/latency.json",
  "/api/v2/incidents.json",
];
const PAUSE_MS = 250;

/** Asks a status page for documents, one after the other, until it is told to stop. */
export async function readAlong(statusUrl: string, stop: AbortSignal): Promise<void> {
  for (let turn = 0; !stop.aborted; turn += 1) {
    const document = documents[turn % documents.length];
    const answer = await fetch(`${statusUrl}${document}`);
    if (!answer.ok) throw new Error(`${document} was answered with ${answer.status}`);
    await answer.arrayBuffer();
    await sleep(PAUSE_MS);
  }
}
