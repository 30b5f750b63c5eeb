/**
 * What a folder may import of the folders beside it, or of a folder in one of them, as `monitor/domain`; `typesOf` lists
 * those of which it may import types alone.
 */
export type Layer =
  | readonly string[]
  | { readonly imports: readonly string[]; readonly typesOf: readonly string[] };

/** The name under which a table lists the files of its own folder. */
export const OWN_FILES = "(files)";

/**
 * Who may import whom, by the folder that holds them; the linter is configured from this table.
 *
 * A table names every folder in its folder. OWN_FILES are the files that lie in the folder itself: without an entry they
 * are its roof, which may import all and which none of the folders may import.
 */
export const layers: Readonly<Record<string, Readonly<Record<string, Layer>>>> = {
  ".": {
    migrations: [],
    settings: [],
    fixtures: [],
    "web-kit": [],
    service: ["settings", "migrations", "web-kit"],
    monitor: ["migrations", "web-kit/language"],
    probes: ["monitor", "settings", "migrations", "web-kit/language"],
    "status-api": ["monitor", "settings", "migrations", "web-kit"],
    "status-page": { imports: ["monitor/domain", "web-kit"], typesOf: ["status-api"] },
    launch: {
      imports: ["monitor", "probes", "status-api", "migrations", "settings", "web-kit"],
      typesOf: ["service"],
    },
    test: [
      "migrations",
      "settings",
      "monitor",
      "fixtures",
      "web-kit",
      "service",
      "probes",
      "status-api",
      "status-page",
      "launch",
      OWN_FILES,
    ],
  },
  "web-kit": {
    [OWN_FILES]: [],
    api: [],
    audio: [],
    language: [],
    hydration: [],
    locale: ["language"],
    document: ["language"],
    chart: [OWN_FILES, "hydration", "language", "locale"],
  },
  "status-page": {
    texts: [],
    paths: [],
    reader: ["texts"],
    status: ["reader"],
    live: ["reader"],
    strip: ["paths", "reader", "status", "texts"],
    incidents: ["paths", "reader", "status", "texts"],
    badges: ["reader", "texts"],
    components: ["paths", "reader", "status", "strip"],
    component: ["badges", "components", "incidents", "paths", "reader", "status", "strip", "texts"],
    history: ["incidents", "reader", "texts"],
    banner: ["incidents", "paths", "reader", "status"],
    overview: ["banner", "components", "incidents", "reader"],
    subscribe: ["paths", "reader", "texts"],
    frame: ["badges", "reader", "status", "subscribe", "texts"],
    subscription: ["frame", "paths", "reader", "subscribe", "texts"],
    page: ["banner", "component", "frame", "history", "incidents", "overview", "reader", "status"],
  },
  monitor: {
    [OWN_FILES]: [],
    domain: [],
    store: ["domain"],
  },
  probes: {
    check: [],
    network: ["check"],
    speech: ["check", "network"],
    kinds: ["check", "network", "speech"],
    run: ["check", "kinds"],
    schedule: [],
    results: [],
    metrics: ["kinds"],
    spool: { imports: ["results"], typesOf: ["metrics"] },
    evidence: ["run", "speech"],
    "monitor-file": ["check", "kinds", "run", "schedule", "results"],
    [OWN_FILES]: [
      "check",
      "run",
      "schedule",
      "results",
      "metrics",
      "spool",
      "evidence",
      "monitor-file",
    ],
    command: ["speech", "run", "schedule", "evidence", "monitor-file", OWN_FILES],
  },
  "status-api": {
    texts: [],
    representation: [],
    snapshot: [],
    documents: ["snapshot"],
    feeds: ["documents", "representation", "snapshot", "texts"],
    badges: ["feeds", "snapshot", "texts"],
    notify: ["documents", "representation", "texts"],
    settings: ["notify"],
    page: ["notify", "representation", "settings", "snapshot"],
    publication: ["documents", "page", "representation", "snapshot"],
    metrics: ["publication"],
    access: [],
    admin: ["access", "notify", "texts"],
    routes: [
      "access",
      "badges",
      "documents",
      "feeds",
      "notify",
      "page",
      "publication",
      "representation",
      "snapshot",
    ],
    command: ["admin", "settings"],
  },
  "status-api/notify": {
    sending: [],
    messages: [],
    channels: ["messages", "sending"],
  },
  service: {
    models: [],
    training: ["engine", "speech", "accounts", "models"],
    engine: [],
    contract: ["engine"],
    accounts: ["contract"],
    access: ["contract", "accounts"],
    speech: ["engine", "contract", "accounts", "access"],
    web: { imports: [], typesOf: ["contract"] },
    api: {
      imports: ["engine", "contract", "accounts", "access", "speech"],
      typesOf: ["web"],
    },
    command: ["contract", "accounts", "access"],
  },
  "service/speech": {
    language: [],
    normalize: ["language"],
    "written-form": ["language"],
    voice: ["language"],
    pronunciations: ["normalize"],
    "saved-voices": ["voice"],
  },
  "service/contract": {
    [OWN_FILES]: [],
    sockets: [OWN_FILES],
    documents: [OWN_FILES, "sockets"],
  },
  "service/access": {
    limits: [],
    quota: [],
    [OWN_FILES]: ["limits", "quota"],
  },
  "service/api": {
    http: [],
    sockets: ["http"],
    pages: ["http"],
    [OWN_FILES]: ["http", "sockets"],
    dashboard: ["http", "pages", OWN_FILES],
  },
  "service/api/sockets": {
    [OWN_FILES]: [],
    live: [OWN_FILES],
    realtime: [OWN_FILES, "live"],
    speech: [OWN_FILES],
  },
  "service/web": {
    texts: [],
    session: [],
    frame: [],
    code: ["texts"],
    docs: ["texts", "code", "session", "frame"],
    website: ["texts", "code", "session", "frame"],
    demo: ["texts", "session", "frame"],
    dashboard: ["texts", "frame"],
  },
  "service/web/docs": {
    documents: [],
    frame: ["documents"],
    "try-it": ["documents"],
    tables: ["frame"],
    guides: ["frame", "tables"],
    reference: ["frame", "documents", "try-it"],
    pages: ["frame", "documents", "guides", "reference"],
    search: ["frame", "pages"],
  },
  "service/web/demo": {
    frame: [],
    transcript: [],
    take: ["frame", "transcript"],
    live: ["frame", "transcript"],
    file: ["frame", "transcript", "take"],
    speech: ["frame", "take"],
    design: ["frame", "take"],
  },
  "service/web/dashboard": {
    api: [],
    frame: ["api"],
    "sign-in": ["frame"],
    keys: ["frame"],
    usage: ["frame"],
    pronunciations: ["api", "frame"],
    voices: ["api", "frame"],
  },
  "service/engine": {
    model: [],
    audio: [],
    signal: [],
    synthesis: ["model", "audio", "signal"],
    transcription: ["model", "signal"],
    kinds: ["model", "audio", "signal", "synthesis", "transcription"],
    process: ["model", "audio", "kinds"],
    pool: ["model", "process"],
  },
};

/** How deep files may lie below a folder that a table names. */
const DEEPEST = 6;

/** A pattern of imports that are closed, as the linter's rule `no-restricted-imports` takes it. */
export interface RestrictedImport {
  readonly regex: string;
  readonly allowTypeImports?: boolean;
  readonly message: string;
}

/** The files of a folder at one depth, and the imports that are closed to them. */
export interface Restriction {
  readonly files: string;
  readonly patterns: readonly RestrictedImport[];
}

/**
 * Returns what is closed to the files of each folder, outer folders before the folders in them: the linter takes the last
 * that matches a file, so each repeats what the folders around it close.
 */
export function restrictions(): readonly Restriction[] {
  return Object.keys(layers)
    .toSorted((a, b) => depthOf(a) - depthOf(b))
    .flatMap((folder) =>
      Object.keys(layers[folder]!).flatMap((part) =>
        part === OWN_FILES
          ? [{ files: globOf(folder, 0), patterns: patternsOf(folder, part, 0) }]
          : Array.from({ length: DEEPEST }, (_, below) => ({
              files: globOf(join(folder, part), below),
              patterns: patternsOf(folder, part, below),
            })),
      ),
    );
}

/** The patterns closed to the files of `part` in `folder`, `below` folders deep in it, with those of the folders around. */
function patternsOf(folder: string, part: string, below: number): RestrictedImport[] {
  const own = closedTo(folder, part, below);
  if (folder === ".") return own;
  const around = folder.split("/");
  const depth = part === OWN_FILES ? below : below + 1;
  return [...around.keys()].reduce<RestrictedImport[]>((patterns, index) => {
    const parent = around.slice(0, index).join("/") || ".";
    return layers[parent]?.[around[index]!] === undefined
      ? patterns
      : [...patterns, ...closedTo(parent, around[index]!, depth + around.length - index - 1)];
  }, own);
}

const ownFiles = "[^/]+\\.tsx?$";

function closedTo(folder: string, part: string, below: number): RestrictedImport[] {
  const table = layers[folder]!;
  const { imports, typesOf } = readLayer(table[part]!);
  const open = new Set([part, ...imports, ...typesOf]);
  const closed = [...Object.keys(table), OWN_FILES].filter((other) => !open.has(other));
  const up = part === OWN_FILES ? "\\./" : `(?:\\.\\./){${below + 1}}`;
  const into = folder === "." ? `(?:${up}|#)` : `(?:${up}|#${folder}/)`;
  const allowed = ["itself", ...imports, ...typesOf.map((other) => `types of ${other}`)].join(", ");
  const message = `${join(folder, part)} may import ${allowed} (see layers.ts)`;
  const pathInto = (name: string): string => {
    if (name === OWN_FILES) return ownFiles;
    // A folder in it may be open while the others are closed.
    const inside = Object.keys(layers[join(folder, name)] ?? {});
    const closedInside = inside.filter((one) => !open.has(`${name}/${one}`));
    return closedInside.length === inside.length
      ? `${name}/`
      : `${name}/(?:${closedInside.map((one) => (one === OWN_FILES ? ownFiles : `${one}/`)).join("|")})`;
  };
  const regex = (names: readonly string[]) => `^${into}(?:${names.map(pathInto).join("|")})`;
  return [
    ...(closed.length > 0 ? [{ regex: regex(closed), message }] : []),
    ...(typesOf.length > 0 ? [{ regex: regex(typesOf), allowTypeImports: true, message }] : []),
  ];
}

function readLayer(layer: Layer) {
  return "imports" in layer ? layer : { imports: layer, typesOf: [] };
}

const join = (folder: string, part: string) => (folder === "." ? part : `${folder}/${part}`);
const depthOf = (folder: string) => (folder === "." ? 0 : folder.split("/").length);
const globOf = (folder: string, below: number) =>
  `${folder === "." ? "" : `${folder}/`}${"*/".repeat(below)}*.{ts,tsx}`;
