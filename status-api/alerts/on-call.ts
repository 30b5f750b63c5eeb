import type { Database } from "#migrations/status/schema.ts";
import type { AlertConfiguration, OnCallPerson, Rota } from "#monitor/alerts/configuration.ts";
import { type Shift, shiftsOf } from "#monitor/alerts/rota.ts";
import { readOnCallOverrides } from "#monitor/store/on-call-overrides.ts";
import { readAlertConfiguration } from "./configuration.ts";

/** A rota with its people and its shifts. */
export interface RotaShifts {
  readonly rota: Rota;
  readonly people: readonly OnCallPerson[];
  readonly shifts: readonly Shift[];
}

/** Reads the shifts of every rota from `fromMs` to `toMs`, and everybody who may be on call. */
export async function readShifts(
  db: Database,
  fromMs: number,
  toMs: number,
): Promise<{ readonly rotas: readonly RotaShifts[]; readonly people: readonly OnCallPerson[] }> {
  const configuration = await readAlertConfiguration(db);
  const overrides = await readOnCallOverrides(db, fromMs, toMs);
  const rotas = configuration.rotas.map((rota) => ({
    rota,
    people: peopleOf(configuration, rota),
    shifts: shiftsOf(rota, overrides, fromMs, toMs),
  }));
  return { rotas, people: configuration.people };
}

function peopleOf({ people }: Pick<AlertConfiguration, "people">, rota: Rota): OnCallPerson[] {
  return rota.people.flatMap((id) => people.find((person) => person.id === id) ?? []);
}
