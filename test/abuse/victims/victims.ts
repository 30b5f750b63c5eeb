import type { VictimName } from "../attack.ts";
import type { VictimProgram } from "./attacked.ts";
import { prober } from "./prober.ts";
import { service } from "./service.ts";
import { statusPage } from "./status-page.ts";

export const VICTIMS: Readonly<Record<VictimName, VictimProgram>> = {
  service,
  "status page": statusPage,
  prober,
};
