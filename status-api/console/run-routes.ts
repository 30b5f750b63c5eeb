import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { FastifyInstance } from "fastify";
import type { Database } from "#migrations/status/schema.ts";
import { framesOf, readWavHeader, unlessWavError } from "#monitor/domain/wav-header.ts";
import { isConfiguredCheck } from "#monitor/store/checks-now.ts";
import { readKeptRun, readKeptRuns, readLastGoodRun } from "#monitor/store/kept-runs.ts";
import type { KeptAudio, OpenedRun } from "../page/page-view-console.ts";
import { readAskingForRuns } from "./requested-run-routes.ts";
import { type ById, type ConsoleContext, forRole, may } from "./console-context.ts";
import { Gone } from "./forms.ts";

const MAX_RUNS = 50;

/** Serves the runs with kept evidence: those of a check, and a single one beside the last good one. */
export function runRoutes(app: FastifyInstance, { db, nowMs }: ConsoleContext): void {
  app.get<{ Params: { check: string } }>(
    `${CONSOLE_PATHS.checks}/:check/runs`,
    forRole("viewer"),
    async (request, reply) => {
      const { check } = request.params;
      const runs = await readKeptRuns(db, check, MAX_RUNS);
      return reply.showConsole("runs", { checkId: check, runs });
    },
  );

  app.get<ById>(`${CONSOLE_PATHS.runs}/:id`, forRole("viewer"), async (request, reply) => {
    const run = await openRun(db, request.params.id);
    if (run === undefined) throw new Gone("run");
    const good = run.passed ? undefined : await readLastGoodRun(db, run);
    const lastGood = (good && (await openRun(db, good.id))) ?? null;
    const mayAsk = may(request, "responder") && (await mayBeReplayed(db, run));
    const asking = mayAsk ? await readAskingForRuns(db, nowMs()) : null;
    return reply.showConsole("run", { run, lastGood, asking });
  });
}

async function openRun(db: Database, id: string): Promise<OpenedRun | undefined> {
  const run = await readKeptRun(db, id);
  return (
    run && {
      ...run,
      audio: run.audio.map(({ name, head, bytes }) => ({ name, sound: soundOf(head, bytes) })),
    }
  );
}

function soundOf(head: Uint8Array, bytes: number): KeptAudio["sound"] {
  const header = unlessWavError(() => readWavHeader(head, bytes));
  const frames = header === undefined ? 0 : framesOf(header);
  if (header === undefined || frames === 0) return null;
  const { sampleRateHz } = header;
  return { sampleRateHz, seconds: frames / sampleRateHz };
}

/** Returns whether a run can be replayed: all of what it sent is kept, and its check is still configured. */
async function mayBeReplayed(db: Database, { checkId, facts }: OpenedRun): Promise<boolean> {
  const isWhole = facts !== null && !facts.cut.includes("sent");
  return isWhole && (await isConfiguredCheck(db, checkId));
}
