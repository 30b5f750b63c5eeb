import { readFileSync } from "node:fs";
import path from "node:path/posix";
import { parse } from "yaml";

type Layer =
  | readonly string[]
  | { readonly imports: readonly string[]; readonly typesOf: readonly string[] };

/** The name under which a table lists the files of its own folder. */
export const OWN_FILES = "(files)";

/** Who may import whom, by the folder that holds them: the tables of layers.yaml, which says what they mean. */
export const layers: Readonly<Record<string, Readonly<Record<string, Layer>>>> = parse(
  readFileSync(new URL("layers.yaml", import.meta.url), "utf8"),
);

/** How deep files may lie below a folder that a table names. */
const DEEPEST = 6;

/** A pattern of closed imports, as the linter's rule `no-restricted-imports` takes it. */
interface RestrictedImport {
  readonly regex: string;
  readonly allowTypeImports?: boolean;
  readonly message: string;
}

/**
 * Returns what is closed to the files of each folder at each depth, outer folders before the folders in them: the linter
 * takes the last that matches a file, so each repeats what the folders around it close.
 */
export function restrictions(): { files: string; patterns: RestrictedImport[] }[] {
  return Object.keys(layers)
    .toSorted((a, b) => depthOf(a) - depthOf(b))
    .flatMap((folder) =>
      Object.keys(layers[folder]!).flatMap((part) =>
        Array.from({ length: part === OWN_FILES ? 1 : DEEPEST }, (_, below) => ({
          files: path.join(
            folder,
            part === OWN_FILES ? "" : part,
            "*/".repeat(below),
            "*.{ts,tsx}",
          ),
          patterns: patternsOf(folder, part, below),
        })),
      ),
    );
}

/** The patterns closed to the files of `part` in `folder`, `below` folders deep in it, with those of the folders around. */
function patternsOf(folder: string, part: string, below: number): RestrictedImport[] {
  const own = layers[folder]?.[part] === undefined ? [] : closedTo(folder, part, below);
  if (folder === ".") return own;
  const deeper = part === OWN_FILES ? below : below + 1;
  return [...own, ...patternsOf(path.dirname(folder), path.basename(folder), deeper)];
}

function closedTo(folder: string, part: string, below: number): RestrictedImport[] {
  const table = layers[folder]!;
  const layer = table[part]!;
  const { imports, typesOf } = "imports" in layer ? layer : { imports: layer, typesOf: [] };
  const open = new Set([part, ...imports, ...typesOf]);
  const closed = [...Object.keys(table), OWN_FILES].filter((other) => !open.has(other));
  const up = part === OWN_FILES ? "\\./" : `(?:\\.\\./){${below + depthOf(part)}}`;
  const into = folder === "." ? `(?:${up}|#)` : `(?:${up}|#${folder}/)`;
  const regex = (names: readonly string[]): string =>
    `^${into}(?:${names.map((name) => pathInto(folder, name, open)).join("|")})`;
  const allowed = ["itself", ...imports, ...typesOf.map((other) => `types of ${other}`)].join(", ");
  const message = `${path.join(folder, part)} may import ${allowed} (see layers.yaml)`;
  return [
    ...(closed.length > 0 ? [{ regex: regex(closed), message }] : []),
    ...(typesOf.length > 0 ? [{ regex: regex(typesOf), allowTypeImports: true, message }] : []),
  ];
}

const OWN_FILE = "[^/]+\\.tsx?$";

/** The pattern of paths into `name` in `folder`, those into folders in it that are open left out. */
function pathInto(folder: string, name: string, open: ReadonlySet<string>): string {
  if (name === OWN_FILES) return OWN_FILE;
  const inside = Object.keys(layers[path.join(folder, name)] ?? {});
  const closed = inside.filter((one) => !open.has(`${name}/${one}`));
  if (closed.length === inside.length) return `${name}/`;
  return `${name}/(?:${closed.map((one) => (one === OWN_FILES ? OWN_FILE : `${one}/`)).join("|")})`;
}

function depthOf(folder: string): number {
  return folder === "." ? 0 : folder.split("/").length;
}
