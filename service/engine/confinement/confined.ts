import { realpathSync } from "node:fs";
import path from "node:path";

/** What a child process may use beside its code and the packages of the project. */
export interface Confinement {
  /** Files and folders that it reads, and folders that it writes into. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Whether it loads code that is not JavaScript. */
  readonly hasAddons: boolean;
  /** What its objects may take, buffers not counted. */
  readonly heapMegabytes: number;
}

const PROJECT = path.resolve(import.meta.dirname, "../../..");
/** What all of them are made of. */
const CODE = ["service/engine", "node_modules", "package.json"].map((name) =>
  path.join(PROJECT, name),
);

/** Where Node, libraries and temporary files lie; no setting of the service is among them. */
const PASSED_ON = [
  "TMPDIR",
  "TMP",
  "TEMP",
  "LD_LIBRARY_PATH",
  "SystemRoot",
  "NODE_COMPILE_CACHE",
] as const;

/** The environment of a child process: of this one's, what it cannot run without. */
export function confinedEnvironment(): NodeJS.ProcessEnv {
  const kept = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(kept);
}

/** Young objects are few where the work is done by addons. */
const SEMI_SPACE_MEGABYTES = 4;

/** The flags with which Node holds a child process to what it may use. */
export function confiningFlags({
  reads,
  writes,
  hasAddons,
  heapMegabytes,
}: Confinement): readonly string[] {
  return [
    `--max-old-space-size=${heapMegabytes}`,
    // What Node keeps for young objects grows in steps, hours after the start too, and is never given back.
    `--max-semi-space-size=${SEMI_SPACE_MEGABYTES}`,
    "--permission",
    // Each child would warn that addons are not held to this.
    "--disable-warning=SecurityWarning",
    ...[...CODE, ...reads].flatMap(namesOf).map((place) => `--allow-fs-read=${place}`),
    ...writes.flatMap(namesOf).map((place) => `--allow-fs-write=${place}`),
    ...(hasAddons ? ["--allow-addons"] : []),
  ];
}

/** A place as it is named, and as links lead to it: code is read by the second, files by the first. */
function namesOf(place: string): string[] {
  return [...new Set([path.resolve(place), realpathSync(place)])];
}
