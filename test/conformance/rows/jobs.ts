import { setTimeout as passed } from "node:timers/promises";
import { same } from "../mismatch.ts";
import { CLIP, formOf, NO_AUDIO, spokenFor } from "../recordings.ts";
import { refused } from "../refusal.ts";
import { works, type Row, type RowContext } from "../row.ts";
import type { Answer } from "../service-client.ts";
import { JOBS, succeeded } from "./asking.ts";

const model = "transcribe-1";
const MAX_UNFINISHED = 100;
const LOOK_EVERY_MS = 500;
/** Two hours of speech, which no service has transcribed before the others are created. */
const LONG_JOBS = 3;
const LONG_SECONDS = 2400;

function create({ client }: RowContext, file: Buffer): Promise<Answer> {
  return client.ask(JOBS, { form: formOf({ model, file }) });
}

/** Waits for a new job to end, and gives its answer. */
async function ended(context: RowContext, file: Buffer): Promise<Answer> {
  const { json } = succeeded(await create(context, file), 201);
  for (;;) {
    const answer = succeeded(await context.client.ask(`${JOBS}/${String(json["id"])}`), 200);
    if (answer.json["ended_at"] !== null) return answer;
    await passed(LOOK_EVERY_MS);
  }
}

/** Creates jobs until one is refused, the first of which keep the others waiting, and takes them away. */
async function fillUp(context: RowContext): Promise<Answer> {
  const mine: string[] = [];
  try {
    for (;;) {
      const answer = await create(
        context,
        mine.length < LONG_JOBS ? spokenFor(LONG_SECONDS) : CLIP,
      );
      if (answer.status !== 201) return answer;
      mine.push(String(answer.json["id"]));
      if (mine.length > 2 * MAX_UNFINISHED) throw new Error(`${mine.length} were taken`);
    }
  } finally {
    for (const id of mine) await context.client.ask(`${JOBS}/${id}`, { method: "DELETE" });
  }
}

/** Transcription jobs, which the service has beside the interface. */
export const JOB_ROWS: readonly Row[] = [
  works("endpoints", "a job: made, listed, read, with its transcript, deleted", async (context) => {
    const { client } = context;
    const { json } = await ended(context, CLIP);
    const address = `${JOBS}/${String(json["id"])}`;
    same("status", [json["status"], json["progress"]], ["succeeded", 1]);
    const list = succeeded(await client.ask(`${JOBS}?limit=1`), 200).json;
    same("listed", list["first_id"], json["id"]);
    succeeded(await client.ask(`${address}/transcript`), 200);
    succeeded(await client.ask(address, { method: "DELETE" }), 200);
    same("after that", (await client.ask(address)).status, 404);
  }),
  refused({ code: "unknown_job", title: "a job that does not exist", param: "id" }, ({ client }) =>
    client.ask(`${JOBS}/job_none`),
  ),
  refused({ code: "no_transcript", title: "of a job that failed" }, async (context) => {
    const { json } = await ended(context, NO_AUDIO);
    return context.client.ask(`${JOBS}/${String(json["id"])}/transcript`);
  }),
  {
    ...refused(
      { code: "job_limit_reached", part: "limits", title: "a 101st unfinished job" },
      fillUp,
    ),
    isLong: true,
  },
];
