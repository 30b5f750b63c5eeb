import type { Database } from "#migrations/status/schema.ts";
import { shiftsOf } from "#monitor/alerts/rota.ts";
import { readOnCallOverrides } from "#monitor/store/on-call-overrides.ts";
import { readAlertConfiguration } from "./configuration.ts";

/** A shift with the name of its person, and of whoever is stood in for; null where nobody is. */
export type NamedShift = RotaShifts["shifts"][number];

/** A rota with its people and its shifts. */
export type RotaShifts = Awaited<ReturnType<typeof readShifts>>["rotas"][number];

/** Reads the shifts of every rota from `fromMs` to `toMs`, and everybody who may be on call. */
export async function readShifts(db: Database, fromMs: number, toMs: number) {
  const { rotas, people } = await readAlertConfiguration(db);
  const overrides = await readOnCallOverrides(db, fromMs, toMs);
  const byId = new Map(people.map((person) => [person.id, person]));
  const nameOf = (id: string): string => byId.get(id)?.name ?? id;
  return {
    rotas: rotas.map((rota) => ({
      rota,
      people: rota.people.flatMap((id) => byId.get(id) ?? []),
      shifts: shiftsOf(rota, overrides, fromMs, toMs).map((shift) => ({
        ...shift,
        name: nameOf(shift.personId),
        insteadOf: shift.overrideId === null ? null : nameOf(shift.turnOf),
      })),
    })),
    people,
  };
}
