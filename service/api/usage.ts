import { DAY_MS } from "#units/time.ts";
import type { FastifyInstance } from "fastify";
import type { DayRange } from "../access/quota/usage-days.ts";
import type { UsageDay } from "../access/quota/usage-sums.ts";
import { ApiError } from "../contract/errors.ts";
import { accountOf } from "../access/guard.ts";
import { nothingLeft } from "../contract/schema.ts";
import { usageOperations } from "../contract/usage.ts";
import { routesOf } from "./http/routes.ts";
import type { ApiServices } from "./http/services.ts";

const DAYS = 30;
const MAX_DAYS = 366;

/**
 * Registers `GET /v1/usage`: the usage of the account of the caller's key, by day, product and key, and in total.
 *
 * `start_day` and `end_day`, both included, select other days than the last 30, at most 366.
 */
export async function usageRoutes(
  app: FastifyInstance,
  { guard, usage }: ApiServices,
): Promise<void> {
  const route = routesOf(app, guard);
  route(usageOperations.readUsage).answer(async ({ query }, request) => {
    const { start_day, end_day, ...rest } = query;
    nothingLeft(rest);
    const range = chosenDays(start_day, end_day, new Date());
    const days = await usage.read(accountOf(request).accountId, range);
    return {
      object: "list",
      start_day: range.first,
      end_day: range.last,
      data: days.map(dayJson),
      total: total(days),
      has_more: false,
    };
  });
}

/** Returns the last UTC days, today included. */
export function lastDays(now: Date, days: number): DayRange {
  const last = now.toISOString().slice(0, 10);
  return { first: daysFrom(last, 1 - days), last };
}

/** Returns the days that a query selects; throws ApiError. */
export function chosenDays(
  startDay: string | undefined,
  endDay: string | undefined,
  now: Date,
): DayRange {
  const last = realDay(endDay, "end_day") ?? now.toISOString().slice(0, 10);
  const first = realDay(startDay, "start_day") ?? daysFrom(last, 1 - DAYS);
  if (first > last || first <= daysFrom(last, -MAX_DAYS)) {
    throw new ApiError(
      "invalid_request",
      `start_day has to be at most ${MAX_DAYS - 1} days before end_day.`,
      "start_day",
    );
  }
  return { first, last };
}

function realDay(day: string | undefined, param: string): string | undefined {
  if (day === undefined) return undefined;
  const time = Date.parse(`${day}T00:00:00Z`);
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(day)) return day;
  throw new ApiError("invalid_request", `${param}: there is no day ${day}.`, param);
}

function daysFrom(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function dayJson({ day, product, keyId, requests, audioSeconds, characters }: UsageDay) {
  return {
    day,
    product,
    api_key_id: keyId,
    requests,
    audio_seconds: audioSeconds,
    characters,
  };
}

function total(days: readonly UsageDay[]) {
  const sum = (of: (day: UsageDay) => number) => days.reduce((before, day) => before + of(day), 0);
  return {
    requests: sum(({ requests }) => requests),
    audio_seconds: sum(({ audioSeconds }) => audioSeconds),
    characters: sum(({ characters }) => characters),
  };
}
