import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "#migrations/status/schema.ts";
import { isConfiguredCheck } from "#monitor/store/checks-now.ts";
import {
  readKeptAudio,
  readKeptRun,
  readKeptRuns,
  readLastGoodRun,
} from "#monitor/store/kept-runs.ts";
import type { ConsoleContent } from "../page/page-view-console.ts";
import { mayAct } from "../settings/console-people.ts";
import { readAskingForRuns } from "./asked-run-routes.ts";
import { forRole } from "./for-role.ts";

interface RunRouteOptions {
  readonly db: Database;
  readonly nowMs: () => number;
  readonly show: (
    request: FastifyRequest,
    reply: FastifyReply,
    content: ConsoleContent,
  ) => FastifyReply;
}

const MOST_RUNS = 50;

/** Serves the runs of which evidence is kept: those of a check, one opened, and its audio to play. */
export function runRoutes(app: FastifyInstance, { db, nowMs, show }: RunRouteOptions): void {
  app.get<{ Params: { check: string } }>(
    "/console/checks/:check/runs",
    forRole("viewer"),
    async (request, reply) => {
      const { check } = request.params;
      const runs = await readKeptRuns(db, check, MOST_RUNS);
      return show(request, reply, { kind: "runs", view: { checkId: check, runs } });
    },
  );

  app.get<{ Params: { id: string } }>(
    "/console/runs/:id",
    forRole("viewer"),
    async (request, reply) => {
      const run = await readKeptRun(db, request.params.id);
      if (run === undefined) {
        return show(request, reply.code(404), { kind: "run", view: null });
      }
      const lastGood = run.passed ? undefined : await readLastGoodRun(db, run);
      const mayAsk =
        mayAct(request.consoleSession!.role, "responder") && (await mayBeReplayed(db, run));
      const asking = mayAsk ? await readAskingForRuns(db, nowMs()) : null;
      const view = { run, lastGoodId: lastGood?.id ?? null, asking };
      return show(request, reply, { kind: "run", view });
    },
  );

  app.get<{ Params: { id: string; name: string } }>(
    "/console/runs/:id/audio/:name",
    forRole("viewer"),
    async (request, reply) => {
      const { id, name } = request.params;
      const isName = name === "sent" || name === "received";
      const audio = isName ? await readKeptAudio(db, id, name) : undefined;
      if (audio === undefined) return reply.code(404).send();
      return reply
        .header("content-type", audio.contentType)
        .header("x-content-type-options", "nosniff")
        .send(Buffer.from(audio.content));
    },
  );
}

/** Whether what a run sent is all kept, and its check still there. */
async function mayBeReplayed(
  db: Database,
  { checkId, facts }: NonNullable<Awaited<ReturnType<typeof readKeptRun>>>,
): Promise<boolean> {
  const isWhole = facts !== null && !facts.cut.includes("sent");
  return isWhole && (await isConfiguredCheck(db, checkId));
}
