import { readFileSync } from "node:fs";
import path from "node:path/posix";
import { parse } from "yaml";

type Layer =
  | readonly string[]
  | { readonly imports: readonly string[]; readonly typesOf: readonly string[] };

/** The name under which a table lists the files of its own folder. */
export const OWN_FILES = "(files)";

/** The tables of layers.yaml by folder: what each of its parts may import. That file explains the format. */
export const layers: Readonly<Record<string, Readonly<Record<string, Layer>>>> = parse(
  readFileSync(new URL("layers.yaml", import.meta.url), "utf8"),
);

/** The maximum depth of files below a folder that a table names. */
const DEEPEST = 6;

/** A pattern of forbidden imports, as the linter's rule `no-restricted-imports` takes it. */
interface RestrictedImport {
  readonly regex: string;
  readonly allowTypeImports?: boolean;
  readonly message: string;
}

/**
 * Returns the imports that are forbidden to the files of each folder at each depth, outer folders before inner ones. The
 * linter applies only the last entry that matches a file, so each repeats what the folders around it forbid.
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

/** Returns the patterns forbidden to files `below` folders deep in `part` of `folder`, with those of enclosing folders. */
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

/** Returns the pattern of import paths into `name` in `folder`, except those into subfolders that are open. */
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
