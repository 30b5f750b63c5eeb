import { readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

/** An import of one file of the project by another; paths from the project's root. */
export interface FileImport {
  readonly from: string;
  readonly to: string;
  /** Whether it is gone when the program runs. */
  readonly ofTypes: boolean;
}

/** An import of a file: a path, a name of `package.json` or a package. */
interface Specifier {
  readonly name: string;
  readonly ofTypes: boolean;
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
    specifiersOf(root, from).flatMap(({ name, ofTypes }) => {
      const to = resolved(name, from, imports);
      return to !== undefined && known.has(to) ? [{ from, to, ofTypes }] : [];
    }),
  );
}

/** Returns the packages that files load when they run, by `import` or `require`; without Node's own. */
export function packagesOf(root: string, files: readonly string[]): ReadonlySet<string> {
  const names = files.flatMap((file) => [
    ...specifiersOf(root, file).flatMap(({ name, ofTypes }) => (ofTypes ? [] : [name])),
    ...[...textOf(root, file).matchAll(/\b(?:require\.resolve|meta\.url\))\("([^"]+)"/g)].map(
      ([, name = ""]) => name,
    ),
  ]);
  const packages = names.flatMap(
    (name) => /^(?:@[\w.-]+\/)?[a-z][\w.-]*(?=\/|$)/.exec(name)?.[0] ?? [],
  );
  return new Set(packages);
}

const textOf = (root: string, file: string): string => readFileSync(path.join(root, file), "utf8");

function specifiersOf(root: string, file: string): Specifier[] {
  const text = textOf(root, file);
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`);
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      name: moduleRequest.value,
      ofTypes: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest === null ? [] : [{ name: moduleRequest.value, ofTypes: isType }],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => ({
      name: text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
      ofTypes: false,
    })),
    // The parser does not list types that are imported in place: `import("./a.ts").A`.
    ...[...text.matchAll(/\bimport\("([^"]+)"\)\./g)].map(([, name = ""]) => ({
      name,
      ofTypes: true,
    })),
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
