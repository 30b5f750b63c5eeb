import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path/posix";
import { expect, test } from "vitest";
import { projectRoot } from "../support/program.ts";
import { importsAmong, packagesOf } from "./imports.ts";
import { productFiles } from "./product-files.ts";

const read = (file: string): string => readFileSync(path.join(projectRoot, file), "utf8");
const dockerfile = read("deploy/Dockerfile");
const manifest = JSON.parse(read("package.json")) as Readonly<
  Record<"scripts" | "dependencies" | "devDependencies", Readonly<Record<string, string>>>
>;
const launcher = "launch/start.mjs";

/** What people and containers start: by scripts that measure and test nothing, by compose.yaml and by the image itself. */
const programs = [...Object.values(manifest.scripts), read("deploy/compose.yaml"), dockerfile]
  .flatMap((text) => [...text.matchAll(/launch\/start\.mjs"?,? "?([\w/-]+\.ts)/g)])
  .map(([, program = ""]) => program)
  .filter((program) => !program.startsWith("test/"));

/** Named by what makes the pages, which bundles it. */
const bundled = "service/web/reference/renderer/code-sample.ts";
/** Loads what makes the pages where there are none yet: the image has them. */
const builder = "launch/build-web.ts";

const files = [launcher, ...productFiles()].filter((file) => file !== bundled);
const running = reachedFrom([launcher, "launch/health.ts", ...programs]);

/** Returns the files that run when others do: what they import, and modules that they start or load by name. */
function reachedFrom(entries: readonly string[]): readonly string[] {
  const imports = importsAmong(projectRoot, files).filter(({ ofTypes }) => !ofTypes);
  const reached = new Set<string>(entries);
  for (const file of reached) {
    for (const { from, to } of imports) if (from === file) reached.add(to);
    for (const named of namedIn(file)) reached.add(named);
  }
  return [...reached];
}

/** Returns the modules that a file starts or loads by name, such as `new URL("./child.ts", …)`; `${…}` stands for any name. */
function namedIn(file: string): string[] {
  const paths = read(file).matchAll(/(?:new URL|import|meta\.dirname,)[ (]["`]([^"`]+\.ts)["`]/g);
  return [...paths].flatMap(([, named = ""]) => {
    const pattern = path.join(path.dirname(file), named.replaceAll(/\$\{[^}]*\}/g, "*"));
    return globSync(pattern, { cwd: projectRoot }).filter((found) => files.includes(found));
  });
}

/** Returns whether the image has no such file: its context leaves it out, or it is removed after the build. */
function isLeftOut(file: string): boolean {
  const [, removed = ""] = /^RUN rm -r (.+?) \\$/m.exec(dockerfile) ?? [];
  const rules = [...read("deploy/Dockerfile.dockerignore").split("\n"), ...removed.split(" ")];
  return rules.reduce((isOut, rule) => {
    const pattern = rule.replace("!", "");
    const holds = path.matchesGlob(file, pattern) || path.matchesGlob(file, `${pattern}/**`);
    return holds ? !rule.startsWith("!") : isOut;
  }, false);
}

test("the image has every module that its programs run, and not what builds and tests alone need", () => {
  expect(programs).toEqual(expect.arrayContaining(["service/main.ts", "probes/main.ts"]));
  expect(running.length).toBeGreaterThan(500);
  // Loaded by name, so that a reader of imports does not see them.
  expect(running).toContain("service/engine/audio/encoding/formats/mp3.ts");
  expect(running.filter(isLeftOut)).toEqual([]);
  const outside = [
    "status-page/server.tsx",
    "service/training/README.md",
    "test/kit/run.ts",
    ".env",
  ];
  expect(outside.filter((file) => !isLeftOut(file))).toEqual([]);
});

test("the image has the files that the shipped monitor.yaml names", () => {
  const named = [...read("monitor.yaml").matchAll(/\b[\w/-]+\/[\w-]+\.(?:wav|txt|svg)\b/g)];
  expect(named.length).toBeGreaterThan(3);
  for (const [file] of named) {
    expect({ file, isThere: existsSync(path.join(projectRoot, file)) && !isLeftOut(file) }).toEqual(
      { file, isThere: true },
    );
  }
});

test("packages that programs load are dependencies, and those that only builds and tests use are not", () => {
  const loaded = packagesOf(
    projectRoot,
    running.filter((file) => file !== builder),
  );
  const declared = Object.keys(manifest.dependencies);
  expect([...loaded].filter((name) => !declared.includes(name))).toEqual([]);
  expect(declared.filter((name) => !loaded.has(name))).toEqual([]);
});
