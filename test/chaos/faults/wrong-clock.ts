import type { Fault } from "../fault.ts";
import type { Place } from "../places.ts";
import type { Supervised } from "../system/supervised.ts";
import type { System } from "../system/system.ts";
import { lasting } from "./lasting.ts";

const FOR_MS = 12_000;

export const proberClock = ahead("prober", ({ prober }) => prober, []);
export const serviceClock = ahead("service", ({ service }) => service, []);
export const statusApiClock = ahead("status API", ({ statusApi }) => statusApi, []);

/** The program's clock alone: those of its database and of all others are right. */
function ahead(
  hits: string,
  programOf: (system: System) => Supervised,
  hurts: readonly Place[],
): Fault {
  return {
    name: `clock of the ${hits} two hours ahead`,
    hits,
    hurts,
    strike(system) {
      // system/jumping-clock.ts goes ahead at the first one, and back at the second.
      const jump = () => programOf(system).signal("SIGUSR2");
      return lasting(FOR_MS, jump, jump);
    },
  };
}
