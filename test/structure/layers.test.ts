import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";

import { layers, OWN_FILES } from "../../layers.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Each case: what is wrong, the file that does it, its text, the linter's message. */
const refused = [
  [
    "the prober importing the service",
    "probes/a.ts",
    `import { x } from "../service/app.ts"; x();`,
    "probes may import",
  ],
  [
    "a type across the same border",
    "probes/b.ts",
    `import type { X } from "../service/app.ts"; export type Y = X;`,
    "probes may import",
  ],
  ["a dynamic import", "probes/c.ts", `await import("../service/app.ts");`, "probes may import"],
  [
    "a subpath import",
    "status-api/a.ts",
    `import { x } from "#probes/run/run-check.ts"; x();`,
    "status-api may import",
  ],
  [
    "the service importing the monitor",
    "service/speech/a.ts",
    `import { x } from "../../probes/run/run-check.ts"; x();`,
    "service may import",
  ],
  [
    "the engine importing a use case",
    "service/engine/kinds/a.ts",
    `import { x } from "../../speech/synthesize.ts"; x();`,
    "service/engine may import",
  ],
  [
    "a kind of model importing the pool above it",
    "service/engine/kinds/b.ts",
    `import { x } from "../pool/pool.ts"; x();`,
    "service/engine/kinds may import",
  ],
  [
    "the page importing code of the status API",
    "status-page/a.ts",
    `import { x } from "../status-api/snapshot.ts"; x();`,
    "status-page may import",
  ],
  [
    "the web kit importing one of the webs",
    "web-kit/a.ts",
    `import { x } from "../service/web/site-document.tsx"; x();`,
    "web-kit may import",
  ],
  [
    "the prober importing the web kit",
    "probes/f.ts",
    `import { x } from "../web-kit/page-state.ts"; x();`,
    "probes may import",
  ],
  [
    "a migration importing the product",
    "migrations/status/a.ts",
    `import { x } from "../../probes/run/run-check.ts"; x();`,
    "migrations may import",
  ],
  [
    "a folder importing the program above it",
    "probes/d.ts",
    `import { x } from "../main.ts"; x();`,
    "probes may import",
  ],
  [
    "a folder deep inside importing a roof far above it",
    "service/engine/audio/decoder/a.ts",
    `import { x } from "../../../app.ts"; x();`,
    "service/engine may import itself",
  ],
  [
    "a folder with a table of its own importing across the product",
    "service/engine/b.ts",
    `import { x } from "#status-api/app.ts"; x();`,
    "service may import",
  ],
  [
    "the page importing the store",
    "status-page/c.ts",
    `import { x } from "#monitor/store/revision.ts"; x();`,
    "status-page may import",
  ],
  [
    "the domain importing the store",
    "monitor/domain/a.ts",
    `import { x } from "../store/revision.ts"; x();`,
    "monitor/domain may import",
  ],
] as const;

const allowed = [
  [
    "types of the status API in the page",
    "status-page/b.ts",
    `import type { X } from "../status-api/snapshot.ts"; export type Y = X;`,
  ],
  [
    "the database in the prober",
    "probes/e.ts",
    `import { x } from "../database/open-database.ts"; x();`,
  ],
  [
    "the engine in a use case",
    "service/speech/b.ts",
    `import { x } from "../engine/model.ts"; x();`,
  ],
  [
    "the domain in the page",
    "status-page/d.ts",
    `import { x } from "#monitor/domain/overall.ts"; x();`,
  ],
] as const;

/** The linter's messages by file; a run takes two seconds, so all files are in one. */
let said: ReadonlyMap<string, string>;
beforeAll(async () => {
  said = await lint([...refused, ...allowed].map(([, file, source]) => [file, source]));
});

/** Lints files of a house that has the product's rules and nothing else. */
async function lint(
  files: readonly (readonly [file: string, source: string])[],
): Promise<ReadonlyMap<string, string>> {
  const house = await mkdtemp(path.join(tmpdir(), "layers-"));
  try {
    await symlink(path.join(root, "node_modules"), path.join(house, "node_modules"));
    for (const file of [
      "oxlint.config.ts",
      "layers.ts",
      "layers.yaml",
      "package.json",
      "tsconfig.json",
    ]) {
      await copyFile(path.join(root, file), path.join(house, file));
    }
    for (const [file, source] of files) {
      const target = path.join(house, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, source);
    }
    const program = path.join(root, "node_modules/oxlint/bin/oxlint");
    const names = files.map(([file]) => file);
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [program, "-f", "json", ...names], { cwd: house }, (_, stdout) =>
        resolve(stdout),
      );
    });
    const { diagnostics, number_of_files } = JSON.parse(output) as {
      readonly diagnostics: readonly { readonly filename: string; readonly help?: string }[];
      readonly number_of_files: number;
    };
    expect(number_of_files).toBe(names.length);
    return new Map(
      names.map((name) => [
        name,
        diagnostics
          .filter(({ filename }) => filename === name)
          .map(({ help }) => help ?? "")
          .join("\n"),
      ]),
    );
  } finally {
    await rm(house, { recursive: true, force: true });
  }
}

async function productFiles(): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)("git", ["ls-files", "*.ts", "*.tsx"], { cwd: root });
  return stdout.split("\n").filter((file) => file !== "");
}

describe("the linter refuses", () => {
  test.each(refused)("%s", (_what, file, _source, message) => {
    expect(said.get(file)).toContain(message);
  });
});

test.each(Object.keys(layers))("every folder in %s stands in its table", async (folder) => {
  const inFolder = (await productFiles())
    .filter((file) => folder === "." || file.startsWith(`${folder}/`))
    .map((file) => (folder === "." ? file : file.slice(folder.length + 1)).split("/"));
  const folders = new Set(inFolder.filter((parts) => parts.length > 1).map((parts) => parts[0]!));
  // A table around may name a folder in one of its folders, which is none of that one's.
  const isNamedAround = (name: string) => layers["."]![`${folder}/${name}`] !== undefined;
  const listed = Object.keys(layers[folder]!).filter((name) => name !== OWN_FILES);
  const missing = [...folders].filter((name) => !listed.includes(name) && !isNamedAround(name));
  expect(missing).toEqual([]);
});

describe("the linter allows", () => {
  test.each(allowed)("%s", (_what, file) => {
    expect(said.get(file)).toBeDefined();
    expect(said.get(file)).not.toContain("may import");
  });
});
