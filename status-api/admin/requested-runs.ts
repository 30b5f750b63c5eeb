import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import type { Database } from "#migrations/status/schema.ts";
import { REQUESTED_RUN_LIMITS, type RequestedRunState } from "#monitor/domain/requested-run.ts";
import {
  type RequestedFor,
  type RequestedRun,
  insertRequestedRun,
  readRequestedRun,
  readOpenRequestedRuns,
} from "#monitor/store/requested-runs.ts";
import { isConfiguredCheck, readLocations } from "#monitor/store/checks-now.ts";
import { readKeptRun } from "#monitor/store/kept-runs.ts";
import { object } from "../documents/document-schemas.ts";
import { optionalTimestamp, timestamp } from "../documents/timestamp.ts";
import { AdminError, invalidField, notFound, wrongState } from "./admin-error.ts";
import type { AdminContext } from "./admin-context.ts";
import { changesOf } from "./change.ts";
import { OneById } from "./request-fields.ts";

const MAX_ID_CHARACTERS = 100;
const TAKEN_WITHIN_SECONDS = REQUESTED_RUN_LIMITS.takenWithinMs / 1000;

const NewRun = object({
  location: Type.String({ minLength: 1, maxLength: MAX_ID_CHARACTERS }),
  /** The id of the evidence whose input is sent again. */
  replay: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_ID_CHARACTERS })),
});

/** Serves runs of checks on request, in addition to the scheduled ones. */
export const requestedRunRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (app, context) => {
  const { db, nowMs } = context;

  changesOf(app, context)("POST /checks/:id/runs", {
    action: "check.run",
    code: 201,
    body: NewRun,
    make: async (tx, { id: checkId, body, actor: requestedBy, nowMs: atMs }) => {
      const { location, replay: replays = null } = body;
      const requested = { checkId, location, replays, requestedBy };
      await refuseWrong(tx, requested, atMs);
      const run = await insertRequestedRun(tx, requested, atMs);
      return { before: null, after: requestedRunAnswer(run) };
    },
  });

  app.get("/requested-runs/:id", { schema: { params: OneById } }, async (request) => {
    const { id } = request.params;
    const run = await readRequestedRun(db, id, nowMs());
    if (run !== undefined) return requestedRunAnswer(run);
    throw notFound(`run ${id} that was asked for; they are kept for a day`);
  });
};

/** Throws AdminError where such a run cannot be requested. */
async function refuseWrong(db: Database, requested: RequestedFor, nowMs: number): Promise<void> {
  const { checkId, location, replays } = requested;
  if (!(await isConfiguredCheck(db, checkId))) throw notFound(`check ${checkId}`);
  const known = (await readLocations(db, nowMs)).map((one) => one.location);
  if (!known.includes(location)) {
    const allowed = known.length === 0 ? "none at all" : known.join(", ");
    const takes = `it takes one that a prober was heard from within a day: ${allowed}`;
    throw invalidField("location", `is "${location}"; ${takes}`);
  }
  if (replays !== null) await refuseWrongReplay(db, replays, checkId);
  const open = await readOpenRequestedRuns(db, nowMs);
  const same = open.find((one) => one.checkId === checkId && one.location === location);
  if (same !== undefined) {
    throw wrongState(
      `a run of ${checkId} at ${location} is ${same.state} already: ${same.id}; there may be one at a time`,
      "location",
    );
  }
  if (open.length >= REQUESTED_RUN_LIMITS.maxOpen) {
    throw new AdminError(
      "too_many_runs",
      `${open.length} runs wait or are running; there may be ${REQUESTED_RUN_LIMITS.maxOpen} at a time`,
      { retryAfterSeconds: TAKEN_WITHIN_SECONDS },
    );
  }
}

async function refuseWrongReplay(db: Database, id: string, checkId: string): Promise<void> {
  const refuse = (why: string): never => {
    throw invalidField("replay", `is "${id}", ${why}; it takes the id of evidence of ${checkId}`);
  };
  const kept = await readKeptRun(db, id);
  if (kept === undefined) return refuse("which is not kept, or not any more");
  if (kept.checkId !== checkId) return refuse(`which is of ${kept.checkId}`);
  if (kept.facts === null) return refuse("which another version kept");
  if (kept.facts.cut.includes("sent")) {
    return refuse("of which only the beginning of what was sent is kept");
  }
}

/** A run that somebody requested; times are ISO 8601 in UTC. */
export type RequestedRunAnswer = Readonly<ReturnType<typeof requestedRunAnswer>>;

function requestedRunAnswer(run: RequestedRun) {
  return {
    id: run.id,
    check: run.checkId,
    location: run.location,
    /** The id of the evidence whose input is sent again; null for a new input. */
    replay: run.replays,
    state: run.state,
    asked_by: run.requestedBy,
    asked_at: timestamp(run.requestedAtMs),
    taken_at: optionalTimestamp(run.takenAtMs),
    done_at: optionalTimestamp(run.doneAtMs),
    result: run.result,
    reason: run.reason,
    /** The message of the run, or why there is no result. */
    message: run.message ?? whyNothing(run.state, run.location),
    attempt: run.attempt,
    duration_ms: run.durationMs,
    phases: run.phases,
    measures: run.measures,
    /** The id of its evidence; null where its kind of check keeps none. */
    evidence: run.evidenceId,
  };
}

function whyNothing(state: RequestedRunState, location: string): string | null {
  if (state === "not_taken") {
    return `not taken: no prober at ${location} took it within ${TAKEN_WITHIN_SECONDS} s`;
  }
  if (state === "never_ended") {
    return `never ended: the prober at ${location} that took it was stopped or is cut off`;
  }
  return null;
}
