/** A folder of the product and the folders it may import from; a file at the root and `test` may import all. */
export interface Layer {
  readonly imports: readonly string[];
  /** Folders of which it may import types alone. */
  readonly importsTypesOf?: readonly string[];
}

/** Who may import whom; the linter is configured from this table. */
export const layers: Readonly<Record<string, Layer>> = {
  migrations: { imports: [] },
  fixtures: { imports: [] },
  service: { imports: ["migrations", "web-kit"] },
  probes: { imports: ["migrations"] },
  "status-api": { imports: ["migrations"] },
  "status-page": { imports: ["web-kit"], importsTypesOf: ["status-api"] },
  "web-kit": { imports: [] },
};

/** Inside the speech service: requests go down, never up. */
export const serviceLayers: Readonly<Record<string, Layer>> = {
  engine: { imports: [] },
  accounts: { imports: [] },
  speech: { imports: ["engine", "accounts"] },
  http: { imports: ["engine", "accounts", "speech"] },
  stream: { imports: ["engine", "accounts", "speech", "http"] },
  routes: { imports: ["engine", "accounts", "speech", "http", "stream"], importsTypesOf: ["web"] },
  web: { imports: [], importsTypesOf: ["http"] },
};

const above = ["main.ts", "monitor.ts", "launch", "layers.ts", "test"];

interface RestrictedImport {
  readonly regex: string;
  readonly allowTypeImports?: boolean;
  readonly message: string;
}

/** The import patterns that are closed to each folder, by the glob of its files. */
export function restrictedImports(): Record<string, RestrictedImport[]> {
  return {
    ...restrictionsOf(layers, "", above),
    ...restrictionsOf(serviceLayers, "service/", ["main.ts", "app.ts"]),
  };
}

function restrictionsOf(
  table: Readonly<Record<string, Layer>>,
  parent: string,
  alwaysClosed: readonly string[],
): Record<string, RestrictedImport[]> {
  return Object.fromEntries(
    Object.entries(table).map(([folder, layer]) => {
      const typesOnly = layer.importsTypesOf ?? [];
      const open = new Set([folder, ...layer.imports, ...typesOnly]);
      const closed = [...Object.keys(table).filter((other) => !open.has(other)), ...alwaysClosed];
      const message = `${parent}${folder} may import ${allowedFor(layer)} (see layers.ts)`;
      return [
        `${parent}${folder}/**/*.{ts,tsx}`,
        [
          { regex: pathInto(parent, closed), message },
          ...(typesOnly.length > 0
            ? [{ regex: pathInto(parent, typesOnly), allowTypeImports: true, message }]
            : []),
        ],
      ];
    }),
  );
}

/** Matches a relative path, or a `#folder/` path, into one of the named folders or files. */
function pathInto(parent: string, names: readonly string[]): string {
  const alternatives = names.map((name) => name.replaceAll(".", "\\.")).join("|");
  const subpath = parent === "" ? "#" : `#${parent}`;
  return `^(?:(?:\\.\\./)+|${subpath})(?:${alternatives})(?:/|$)`;
}

function allowedFor({ imports, importsTypesOf = [] }: Layer): string {
  return ["itself", ...imports, ...importsTypesOf.map((other) => `types of ${other}`)].join(", ");
}
