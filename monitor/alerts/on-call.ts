import { MINUTE_MS } from "#units/time.ts";
import type { AlertConfiguration, AlertRule, OnCallPerson } from "./configuration.ts";
import { isQuiet } from "./quiet-hours.ts";
import { type OnCallOverride, orderAt } from "./rota.ts";

/** The people of a rota in the order in which they are notified now. */
export interface RotaNow {
  readonly order: readonly OnCallPerson[];
  /** How long an alert may stay unacknowledged before the next person is notified too; null: nobody else is. */
  readonly nextAfterMinutes: number | null;
}

/** Returns whom each rota notifies at a moment, by its id. */
export function rotasNow(
  { rotas, people }: Pick<AlertConfiguration, "rotas" | "people">,
  overrides: readonly OnCallOverride[],
  nowMs: number,
): ReadonlyMap<string, RotaNow> {
  const personById = new Map(people.map((person) => [person.id, person]));
  return new Map(
    rotas.map((rota) => {
      const order = orderAt(rota, overrides, nowMs).flatMap((id) => personById.get(id) ?? []);
      return [rota.id, { order, nextAfterMinutes: rota.nextAfterMinutes }];
    }),
  );
}

/** The receivers that an alert reaches by rotas: of who is on call, and of those who are notified after them. */
export type ReachedByRota = ReturnType<typeof reachedByRotas>;

/**
 * Returns the receivers that an alert of a rule, first notified at `firstAtMs` (Infinity: not yet), reaches by rotas now. People in
 * their quiet hours are reached by critical alerts alone.
 */
export function reachedByRotas(
  { rotas: ids, severity }: AlertRule,
  rotas: ReadonlyMap<string, RotaNow>,
  firstAtMs: number,
  nowMs: number,
) {
  const isReached = ({ quietHours }: OnCallPerson): boolean =>
    severity === "critical" || quietHours === null || !isQuiet(quietHours, nowMs);
  const receiversOf = (people: readonly OnCallPerson[]): string[] => [
    ...new Set(people.filter(isReached).flatMap(({ receivers }) => receivers)),
  ];
  const named = ids.flatMap((id) => rotas.get(id) ?? []);
  return {
    first: receiversOf(named.flatMap(({ order }) => order.slice(0, 1))),
    next: receiversOf(
      named.flatMap(({ order, nextAfterMinutes }) => {
        if (nextAfterMinutes === null || firstAtMs > nowMs) return [];
        const steps = Math.floor((nowMs - firstAtMs) / (nextAfterMinutes * MINUTE_MS));
        return order.slice(1, 1 + steps);
      }),
    ),
  };
}
