import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parseMonitorFile } from "#probes/monitor-file/read.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const readme = read("README.md");

test("README has at most 110 lines", () => {
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(110);
});

test("its monitor.yaml is one that a prober takes", () => {
  const [, text = ""] = /^```yaml\n(.*?)^```$/ms.exec(readme) ?? [];
  const { checks } = parseMonitorFile("README.md", text, {});
  expect(checks.map(({ id }) => id)).toEqual(["orders-health", "orders-certificate"]);
});

test("the files that its requests name are there", () => {
  const files = [...readme.matchAll(/@([\w./-]+)/g)].map(([, file = ""]) => file);
  const own = files.filter((file) => file.startsWith("fixtures/"));
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test.each(["README.md", "docs/measuring.md", "docs/operations.md"])(
  "every npm script that %s names is there",
  (file) => {
    const scripts = new Set(Object.keys(JSON.parse(read("package.json")).scripts));
    const named = [...read(file).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !scripts.has(name))).toEqual([]);
  },
);
