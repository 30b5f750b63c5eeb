import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { isServerFault } from "#runtime/server-fault.ts";
import { createHash, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Database } from "#migrations/status/schema.ts";
import { readOpenRequestedRuns } from "#monitor/store/requested-runs.ts";
import { readLocations } from "#monitor/store/checks-now.ts";
import type { RequestedRunAnswer } from "../admin/requested-runs.ts";
import type { AskingForRuns, ConsoleRequestedRunView } from "../page/page-view-requested-run.ts";
import { sendError } from "../routes/errors.ts";
import { type ById, type ConsoleContext, type Form, forRole } from "./console-context.ts";
import { refusalIn } from "./forms.ts";

const PATH = CONSOLE_PATHS.requestedRuns;

/** Serves requests for a run of a check, with new input or that of a kept run, and shows the progress of the run. */
export function requestedRunRoutes(app: FastifyInstance, { db, nowMs }: ConsoleContext): void {
  const show = (reply: FastifyReply, view: ConsoleRequestedRunView) =>
    reply.showConsole({ kind: "requestedRun", view });

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
      const answer = await request.askAdmin("POST", path, { body, key });
      const refusal = refusalIn(answer);
      if (refusal === null) {
        return reply.redirect(`${PATH}/${answer.json<RequestedRunAnswer>().id}`, 303);
      }
      const open = answer.statusCode === 409 ? await readOpenRequestedRuns(db, nowMs()) : [];
      const same = open.find((one) => one.checkId === check && one.location === location);
      return show(reply.code(answer.statusCode), {
        kind: "refused",
        checkId: check,
        refusal,
        openId: same?.id ?? null,
      });
    },
  );

  app.get<ById>(`${PATH}/:id`, forRole("viewer"), async (request, reply) => {
    const path = `/admin/requested-runs/${encodeURIComponent(request.params.id)}`;
    const answer = await request.askAdmin("GET", path);
    if (answer.statusCode === 404) return show(reply.code(404), { kind: "gone" });
    if (isServerFault(answer.statusCode)) return sendError(reply, "database_away");
    return show(reply, { kind: "run", run: answer.json<RequestedRunAnswer>() });
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
