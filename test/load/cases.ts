import type { LoadCase } from "./load-case.ts";
import { overload } from "./overload/overload.ts";
import { manyConnections } from "./page/many-connections.ts";
import { soak } from "./soak/soak.ts";

/** All kinds of load, in the order in which they are run. */
export const CASES: readonly LoadCase[] = [overload, manyConnections, soak];
