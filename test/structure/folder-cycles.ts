import type { FileImport } from "./imports.ts";

/** Parts of one folder that import each other in a circle. */
export interface FolderCycle {
  /** The folder whose parts they are; `.` is the project. */
  readonly folder: string;
  /** Its folders, and `(files)` for the files that lie in it directly. */
  readonly parts: readonly string[];
  /** One import for each step that the circle is made of. */
  readonly imports: readonly FileImport[];
}

const OWN_FILES = "(files)";

/** Returns the imports that lie on circles of files, or between two circles; none where there is no circle. */
export function importsInCircles(imports: readonly FileImport[]): readonly FileImport[] {
  const importers = new Set(imports.map(({ from }) => from));
  const imported = new Set(imports.map(({ to }) => to));
  const left = imports.filter(({ from, to }) => importers.has(to) && imported.has(from));
  return left.length === imports.length ? left : importsInCircles(left);
}

/**
 * Finds circles between folders at every depth: in each folder, its subfolders (with all that is in them) and its own files
 * (as one part) may import each other in one direction only.
 */
export function folderCycles(imports: readonly FileImport[]): FolderCycle[] {
  const cycles: FolderCycle[] = [];
  for (const [folder, edges] of edgesByFolder(imports)) {
    for (const parts of knotsOf(edges)) {
      const within = edges.filter(({ from, to }) => parts.includes(from) && parts.includes(to));
      const onePerStep = new Map(within.map((edge) => [`${edge.from}\0${edge.to}`, edge.example]));
      cycles.push({ folder, parts, imports: [...onePerStep.values()] });
    }
  }
  return cycles;
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly example: FileImport;
}

/** Each import as a step between two parts of the deepest folder that holds both files. */
function edgesByFolder(imports: readonly FileImport[]): Map<string, Edge[]> {
  const byFolder = new Map<string, Edge[]>();
  for (const example of imports) {
    const from = example.from.split("/");
    const to = example.to.split("/");
    const shared = sharedFolders(from, to);
    const edge = { from: partOf(from, shared), to: partOf(to, shared), example };
    if (edge.from === edge.to) continue;
    const folder = from.slice(0, shared).join("/") || ".";
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), edge]);
  }
  return byFolder;
}

function sharedFolders(a: readonly string[], b: readonly string[]): number {
  const max = Math.min(a.length, b.length) - 1;
  let shared = 0;
  while (shared < max && a[shared] === b[shared]) shared++;
  return shared;
}

function partOf(file: readonly string[], depth: number): string {
  return file.length === depth + 1 ? OWN_FILES : file[depth]!;
}

/** The sets of parts that reach each other, of two parts or more. */
function knotsOf(edges: readonly Edge[]): string[][] {
  const parts = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].sort();
  const reach = new Map(parts.map((part) => [part, reachableFrom(part, edges)]));
  const knots: string[][] = [];
  const placed = new Set<string>();
  for (const part of parts) {
    if (placed.has(part)) continue;
    const knot = parts.filter(
      (other) => other === part || (reach.get(part)!.has(other) && reach.get(other)!.has(part)),
    );
    for (const member of knot) placed.add(member);
    if (knot.length > 1) knots.push(knot);
  }
  return knots;
}

function reachableFrom(start: string, edges: readonly Edge[]): Set<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    for (const { from, to } of edges) {
      if (from !== part || reached.has(to)) continue;
      reached.add(to);
      open.push(to);
    }
  }
  return reached;
}
