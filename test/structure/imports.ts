import { readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

/** An import of one file of the project by another; paths from the project's root. */
export interface FileImport {
  readonly from: string;
  readonly to: string;
}

/** A name that `package.json` maps to a folder: `#monitor/*`. */
type ImportMap = Readonly<Record<string, string>>;

/**
 * Returns the imports among the named files: static, dynamic, re-exporting and type-only ones, as the parser gives them.
 *
 * @param files paths from `root`
 */
export function importsAmong(root: string, files: readonly string[]): FileImport[] {
  const known = new Set(files);
  const { imports } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    imports: ImportMap;
  };
  return files.flatMap((from) =>
    specifiersOf(from, readFileSync(path.join(root, from), "utf8"))
      .map((specifier) => resolved(specifier, from, imports))
      .filter((to) => to !== undefined && known.has(to))
      .map((to) => ({ from, to: to! })),
  );
}

function specifiersOf(file: string, text: string): string[] {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    ),
    // The parser does not list types that are imported in place: `import("./a.ts").A`.
    ...[...text.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, specifier]) => specifier!),
  ];
}

function resolved(specifier: string, from: string, imports: ImportMap): string | undefined {
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(from), specifier);
  for (const [name, target] of Object.entries(imports)) {
    const prefix = name.slice(0, -1);
    if (specifier.startsWith(prefix)) {
      return path.posix.join(target.slice(0, -1), specifier.slice(prefix.length));
    }
  }
  return undefined;
}
