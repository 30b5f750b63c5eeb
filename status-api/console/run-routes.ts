import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "#migrations/status/schema.ts";
import {
  readKeptAudio,
  readKeptRun,
  readKeptRuns,
  readLastGoodRun,
} from "#monitor/store/kept-runs.ts";
import type { ConsoleContent } from "../page/page-view-console.ts";
import { forRole } from "./for-role.ts";

type Show = (request: FastifyRequest, reply: FastifyReply, content: ConsoleContent) => FastifyReply;

const MOST_RUNS = 50;

/** Serves the runs of which evidence is kept: those of a check, one opened, and its audio to play. */
export function runRoutes(app: FastifyInstance, db: Database, show: Show): void {
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
      return show(request, reply, { kind: "run", view: { run, lastGoodId: lastGood?.id ?? null } });
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
