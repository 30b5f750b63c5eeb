import { realpathSync } from "node:fs";
import path from "node:path";

/** Permissions and limits of a child process; its code and the packages of the project it may always read. */
export interface Confinement {
  /** Files and folders that it may read, and folders that it may write to. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Whether it loads native addons. */
  readonly hasAddons: boolean;
  /** Limit of its JavaScript heap (old space); buffers are not counted. */
  readonly heapMegabytes: number;
}

const PROJECT = path.resolve(import.meta.dirname, "../../..");
/** The code that every child process may read. */
const CODE = [
  "service/engine",
  "schema-reader",
  "turkish",
  "units",
  "node_modules",
  "package.json",
].map((name) => path.join(PROJECT, name));

/** Environment variables passed on: the locations of Node, libraries and temporary files, but no setting of the service. */
const PASSED_ON = [
  "TMPDIR",
  "TMP",
  "TEMP",
  "LD_LIBRARY_PATH",
  "SystemRoot",
  "NODE_COMPILE_CACHE",
] as const;

/** Returns the environment of a child process: those variables of this process that it cannot run without. */
export function confinedEnvironment(): NodeJS.ProcessEnv {
  const kept = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(kept);
}

/** The young generation can be small, because addons do most of the work. */
const SEMI_SPACE_MEGABYTES = 4;

/** Returns the flags with which Node restricts a child process to what it may use. */
export function confiningFlags({
  reads,
  writes,
  hasAddons,
  heapMegabytes,
}: Confinement): readonly string[] {
  return [
    `--max-old-space-size=${heapMegabytes}`,
    // Node grows the young generation in steps, even hours after the start, and never gives that memory back.
    `--max-semi-space-size=${SEMI_SPACE_MEGABYTES}`,
    "--permission",
    // Each child would warn that these limits do not apply to addons.
    "--disable-warning=SecurityWarning",
    ...[...CODE, ...reads].flatMap(namesOf).map((place) => `--allow-fs-read=${place}`),
    ...writes.flatMap(namesOf).map((place) => `--allow-fs-write=${place}`),
    ...(hasAddons ? ["--allow-addons"] : []),
  ];
}

/** Returns a path as given and with links resolved: Node reads code by the resolved path, and files by the given one. */
function namesOf(place: string): string[] {
  return [...new Set([path.resolve(place), realpathSync(place)])];
}
