import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import type { Database } from "#migrations/status/schema.ts";
import {
  type ComponentOverride,
  MAX_OVERRIDE_MS,
  overrideAt,
  OVERRIDE_STATUSES,
} from "#monitor/domain/component-override.ts";
import { writeOverride } from "#monitor/store/component-overrides.ts";
import { readComponents, readComponentStates } from "#monitor/store/components.ts";
import { object } from "../documents/document-schemas.ts";
import { invalidField, notFound } from "./admin-error.ts";
import type { AdminContext } from "./admin-context.ts";
import { pageOf } from "./answers.ts";
import { type Requested, type Change, changesOf } from "./change.ts";
import { timeField, timeOf } from "./request-fields.ts";

const NewStatus = object({ status: Type.Enum([...OVERRIDE_STATUSES]), until: timeField });

/** Serves the statuses of components, which a person may override until a time. */
export const componentRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (app, context) => {
  const { db, nowMs } = context;

  app.get("/components", async () => {
    const answers = await readAnswers(db, nowMs());
    return pageOf(answers, answers.length);
  });

  const change = changesOf(app, context);
  change("POST /components/:id/status", {
    action: "component.override",
    body: NewStatus,
    make: (tx, requested) => {
      const { status, until } = requested.body;
      const untilMs = timeOf("until", until);
      if (untilMs <= requested.nowMs || untilMs > requested.nowMs + MAX_OVERRIDE_MS) {
        const takes = "it takes a time from now on, 7 days ahead at most";
        throw invalidField("until", `is "${until}"; ${takes}`);
      }
      return override(tx, requested, { status, sinceMs: requested.nowMs, untilMs });
    },
  });
  change("DELETE /components/:id/status", { action: "component.follow", make: override });
};

async function override(
  db: Database,
  { id, nowMs }: Requested,
  said: ComponentOverride | null = null,
): Promise<Change> {
  const before = await readAnswer(db, id, nowMs);
  if (said === null && before.override === null) return { before, after: before };
  await writeOverride(db, id, said);
  return { before, after: await readAnswer(db, id, nowMs) };
}

async function readAnswer(db: Database, id: string, nowMs: number) {
  const answer = (await readAnswers(db, nowMs)).find((one) => one.id === id);
  if (answer !== undefined) return answer;
  throw notFound(`component ${id}`);
}

async function readAnswers(db: Database, nowMs: number) {
  return (await readOverridden(db, nowMs)).map(({ id, name, found, override }) => ({
    id,
    name: name.en,
    /** The status that its checks found. */
    found_status: found,
    /** The status set by a person, which is shown instead; null while that of the checks is shown. */
    override: override && {
      status: override.status,
      since: new Date(override.sinceMs).toISOString(),
      until: new Date(override.untilMs).toISOString(),
    },
  }));
}

/** Reads the components with the statuses that their checks found, and those that people set instead. */
export async function readOverridden(db: Database, nowMs: number) {
  const found = new Map((await readComponentStates(db)).map(({ id, status }) => [id, status]));
  return (await readComponents(db)).map(({ id, name, override }) => ({
    id,
    name,
    found: found.get(id) ?? ("unknown" as const),
    override: overrideAt(override, nowMs),
  }));
}
