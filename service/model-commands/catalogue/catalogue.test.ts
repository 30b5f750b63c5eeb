import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { KINDS } from "../../engine/kinds/kinds.ts";
import { fieldProblems, parseManifest } from "../../engine/model/manifest.ts";
import { manifestOf, readCatalogue } from "./catalogue.ts";

const file = fileURLToPath(new URL("./catalogue.json", import.meta.url));
/** A commit, or the tag of a release on GitHub. */
const REVISION = /\/[0-9a-f]{40}\/|\/releases\/download\/[^/]+\//;

test("each model of the catalogue becomes a model.json that fits its kind", async () => {
  for (const entry of await readCatalogue(file)) {
    const sums = entry.files.map(({ name, sha256 = "0".repeat(64) }) => [name, sha256] as const);
    const json = JSON.stringify(manifestOf(entry, new Map(sums)));
    const { kind, rest } = parseManifest(json, entry.name);
    const { Fields } = await KINDS[kind]!();
    expect(fieldProblems(Fields, rest, entry.name)).toEqual([]);
  }
});

test("files come by https, and where their SHA-256 is known from a revision that does not change", async () => {
  for (const { files } of await readCatalogue(file)) {
    for (const { address, bytes, sha256 } of files) {
      expect(address).toMatch(/^https:/);
      expect(REVISION.test(address)).toBe(sha256 !== undefined);
      expect(bytes === undefined).toBe(sha256 === undefined);
    }
  }
});
