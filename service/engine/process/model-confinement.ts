import type { Confinement } from "../confinement/confined.ts";
import { PROCESSOR_FILES } from "../model/processors.ts";

/** Several times the heap that a model needs while all its places are busy. */
const HEAP_MEGABYTES = 1024;

/** What the process of the model in a folder may do: read that folder, and learn what its processors can do. */
export function modelConfinement(folder: string): Confinement {
  return {
    reads: [folder, ...PROCESSOR_FILES],
    writes: [],
    hasAddons: true,
    heapMegabytes: HEAP_MEGABYTES,
  };
}
