import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { KINDS } from "../engine/kinds/kinds.ts";
import { fieldProblems, parseManifest } from "../engine/model/manifest.ts";
import { parseModelNames } from "../engine/model/model-names.ts";

test("docs/models.md has an example of each kind, and it fits", async () => {
  const text = await readFile(new URL("../../docs/models.md", import.meta.url), "utf8");
  const [names = "", ...manifests] = [...text.matchAll(/```json\n(.*?)\n```/gs)].map(
    ([, json = ""]) => json,
  );
  expect(parseModelNames(names, "docs/models.md").names).toBeDefined();
  const examples = manifests.map((json) => parseManifest(json, "docs/models.md"));
  expect(examples.map(({ kind }) => kind)).toEqual(Object.keys(KINDS));
  for (const { kind, rest } of examples) {
    const { Fields } = await KINDS[kind]!();
    expect(fieldProblems(Fields, rest, kind)).toEqual([]);
    const shown = new Set(
      [...text.matchAll(/^\| (.*?) \|/gm)].flatMap(([, names = ""]) => names.split(", ")),
    );
    const undocumented = Object.keys(rest).filter((field) => !shown.has(`\`${field}\``));
    expect(undocumented).toEqual([]);
  }
});
