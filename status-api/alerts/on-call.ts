import type { Database } from "#migrations/status/schema.ts";
import type { OnCallPerson, Rota } from "#monitor/alerts/configuration.ts";
import { type Shift, shiftsOf } from "#monitor/alerts/rota.ts";
import { readOnCallOverrides } from "#monitor/store/on-call-overrides.ts";
import { readAlertConfiguration } from "./configuration.ts";

/** A shift with the name of its person, and of whoever is stood in for; null where nobody is. */
export interface NamedShift extends Shift {
  readonly name: string;
  readonly insteadOf: string | null;
}

/** A rota with its people and its shifts. */
export interface RotaShifts {
  readonly rota: Rota;
  readonly people: readonly OnCallPerson[];
  readonly shifts: readonly NamedShift[];
}

/** Reads the shifts of every rota from `fromMs` to `toMs`, and everybody who may be on call. */
export async function readShifts(
  db: Database,
  fromMs: number,
  toMs: number,
): Promise<{ readonly rotas: readonly RotaShifts[]; readonly people: readonly OnCallPerson[] }> {
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
