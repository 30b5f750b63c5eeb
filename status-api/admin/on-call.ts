import { DAY_MS } from "#units/time.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import type { DatabaseTransaction } from "#migrations/status/schema.ts";
import type { OnCallOverride } from "#monitor/alerts/rota.ts";
import { ON_CALL_LIMITS } from "#monitor/domain/on-call.ts";
import { newId } from "#monitor/store/new-id.ts";
import {
  countOnCallOverrides,
  endOnCallOverride,
  insertOnCallOverride,
  readOnCallOverride,
} from "#monitor/store/on-call-overrides.ts";
import { readAlertConfiguration } from "../alerts/configuration.ts";
import { readShifts, type RotaShifts } from "../alerts/on-call.ts";
import { object } from "../documents/document-schemas.ts";
import { invalidField, notFound, wrongState } from "./admin-error.ts";
import type { AdminContext } from "./admin-context.ts";
import { type OnCallOverrideAnswer, pageOf, type RotaAnswer } from "./answers.ts";
import { type Requested, type Change, changesOf } from "./change.ts";
import { timeField, timeOf } from "./request-fields.ts";

const NewOverride = object({
  person: Type.String({ minLength: 1, maxLength: 100 }),
  begins_at: Type.Optional(timeField),
  ends_at: timeField,
});

/** Serves who is on call, and who stands in for whom. */
export const onCallRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (app, context) => {
  app.get("/on-call", async () => {
    const nowMs = context.nowMs();
    const toMs = nowMs + ON_CALL_LIMITS.listedDays * DAY_MS;
    const { rotas } = await readShifts(context.db, nowMs, toMs);
    return pageOf(rotas.map(rotaAnswer), rotas.length);
  });

  const change = changesOf(app, context);
  change("POST /on-call/:id/overrides", {
    action: "on_call.override",
    body: NewOverride,
    make: override,
  });
  change("DELETE /on-call/overrides/:id", { action: "on_call.end", make: end });
};

async function override(
  tx: DatabaseTransaction,
  { id: rotaId, body: requested, actor, nowMs }: Requested<typeof NewOverride>,
): Promise<Change> {
  const { rotas, people } = await readAlertConfiguration(tx);
  const known = (items: readonly { readonly id: string }[]): string =>
    items.map(({ id }) => id).join(", ") || "none";
  if (!rotas.some(({ id }) => id === rotaId)) {
    throw notFound(`rota ${rotaId}; monitor.yaml has: ${known(rotas)}`);
  }
  if (!people.some(({ id }) => id === requested.person)) {
    throw invalidField("person", `is "${requested.person}"; monitor.yaml has: ${known(people)}`);
  }
  const fromMs = timeOf("begins_at", requested.begins_at) ?? nowMs;
  const toMs = timeOf("ends_at", requested.ends_at);
  refuseTimes(fromMs, toMs, nowMs);
  if ((await countOnCallOverrides(tx, nowMs)) >= ON_CALL_LIMITS.overrides) {
    throw wrongState(
      `there are ${ON_CALL_LIMITS.overrides} overrides that are not over, and there can be no more`,
      "overrides",
    );
  }
  const made: OnCallOverride = {
    id: newId(),
    rotaId,
    personId: requested.person,
    fromMs,
    toMs,
    saidBy: actor,
    createdAtMs: nowMs,
  };
  await insertOnCallOverride(tx, made);
  return { before: null, after: overrideAnswer(made) };
}

function refuseTimes(fromMs: number, toMs: number, nowMs: number): void {
  const { days, aheadDays } = ON_CALL_LIMITS;
  if (fromMs > nowMs + aheadDays * DAY_MS) {
    throw invalidField("begins_at", `takes a time at most ${aheadDays} days from now`);
  }
  if (toMs <= Math.max(nowMs, fromMs)) {
    throw invalidField("ends_at", "takes a time after now and after begins_at");
  }
  if (toMs > Math.max(nowMs, fromMs) + days * DAY_MS) {
    throw invalidField("ends_at", `takes a time at most ${days} days after begins_at`);
  }
}

async function end(tx: DatabaseTransaction, { id, nowMs }: Requested): Promise<Change> {
  const found = await readOnCallOverride(tx, id);
  if (found === undefined) throw notFound(`override ${id}`);
  const before = overrideAnswer(found);
  if (found.toMs <= nowMs) return { before, after: before };
  await endOnCallOverride(tx, found, nowMs);
  return { before, after: overrideAnswer({ ...found, toMs: Math.max(found.fromMs, nowMs) }) };
}

function overrideAnswer(made: OnCallOverride): OnCallOverrideAnswer {
  return {
    id: made.id,
    rota: made.rotaId,
    person: made.personId,
    begins_at: new Date(made.fromMs).toISOString(),
    ends_at: new Date(made.toMs).toISOString(),
    said_by: made.saidBy,
  };
}

function rotaAnswer({ rota, people, shifts }: RotaShifts): RotaAnswer {
  return {
    id: rota.id,
    time_zone: rota.timeZone,
    rrule: rota.rule,
    next_after_minutes: rota.nextAfterMinutes,
    people: people.map(({ id, name }) => ({ id, name })),
    shifts: shifts.map(({ personId, name, fromMs, toMs, overrideId, turnOf }) => ({
      person: personId,
      name,
      begins_at: new Date(fromMs).toISOString(),
      ends_at: new Date(toMs).toISOString(),
      override: overrideId,
      instead_of: overrideId === null ? null : turnOf,
    })),
  };
}
