import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { isServerFault } from "#runtime/server-fault.ts";
import { createHash, randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Database } from "#migrations/status/schema.ts";
import { readOpenRequestedRuns } from "#monitor/store/requested-runs.ts";
import { readLocations } from "#monitor/store/checks-now.ts";
import type { RequestedRunAnswer } from "../admin/requested-runs.ts";
import type { AskingForRuns } from "../page/page-view-requested-run.ts";
import { sendError } from "../routes/errors.ts";
import { type ById, type ConsoleContext, type Form, forRole } from "./console-context.ts";
import { outcomeOf } from "./forms.ts";

const PATH = CONSOLE_PATHS.requestedRuns;

/** Serves requests for a run of a check, with new input or that of a kept run, and shows the progress of the run. */
export function requestedRunRoutes(app: FastifyInstance, { db, nowMs }: ConsoleContext): void {
  app.post<Form & { Params: { check: string } }>(
    `${CONSOLE_PATHS.checks}/:check/runs`,
    forRole("responder"),
    async (request, reply) => {
      const { check } = request.params;
      const location = request.body.get("location") ?? "";
      const replay = request.body.get("replay");
      const body = { location, ...(replay !== null && { replay }) };
      const path = `/admin/checks/${encodeURIComponent(check)}/runs`;
      const key = keyOf(request.body.get("key"), [check, location, replay]);
      const outcome = await outcomeOf(async () => request.askAdmin("POST", path, { body, key }));
      if (outcome.problem === null) {
        return reply.redirect(`${PATH}/${outcome.answer.json<RequestedRunAnswer>().id}`, 303);
      }
      const open = outcome.code === 409 ? await readOpenRequestedRuns(db, nowMs()) : [];
      const same = open.find((one) => one.checkId === check && one.location === location);
      const view = { kind: "refused", checkId: check, openId: same?.id ?? null } as const;
      reply.code(outcome.code).problem = outcome.problem;
      return reply.showConsole("requestedRun", view);
    },
  );

  app.get<ById>(`${PATH}/:id`, forRole("viewer"), async (request, reply) => {
    const path = `/admin/requested-runs/${encodeURIComponent(request.params.id)}`;
    const answer = await request.askAdmin("GET", path);
    if (answer.statusCode === 404) {
      return reply.code(404).showConsole("requestedRun", { kind: "gone" });
    }
    if (isServerFault(answer.statusCode)) return sendError(reply, "database_away");
    const run = answer.json<RequestedRunAnswer>();
    return reply.showConsole("requestedRun", { kind: "run", run });
  });
}

/** Reads what forms for requesting a run need; each page gets a new key. */
export async function readAskingForRuns(db: Database, nowMs: number): Promise<AskingForRuns> {
  const locations = await readLocations(db, nowMs);
  return { key: randomUUID(), locations: locations.map(({ location }) => location) };
}

/** Returns one idempotency key for each run that a page can request; all forms of a page share the page's key. */
function keyOf(ofPage: string | null, parts: readonly (string | null)[]): string {
  const text = JSON.stringify([ofPage ?? randomUUID(), ...parts]);
  return createHash("sha256").update(text).digest("base64url");
}
