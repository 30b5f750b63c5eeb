import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const webParts = ["service/web", "status-page"];

const filesOf = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".test.ts"))
    .map((name) => path.join(root, folder, name));

/** Every text of a dictionary with the names that lead to it. */
function leaves(value: unknown, trail: readonly string[] = []): [readonly string[], unknown][] {
  if (typeof value !== "object" || value === null) return [[trail, value]];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...trail, name]));
}

const dictionaries = webParts.flatMap((part) =>
  filesOf(part)
    .filter((file) => path.basename(file) === "texts.ts")
    .map((file) => ({ name: path.relative(root, file), file })),
);

describe.each(dictionaries)("$name", ({ file }) => {
  const load = async (): Promise<{ readonly tr: unknown; readonly en: unknown }> => {
    const module: Record<string, unknown> = await import(pathToFileURL(file).href);
    const both = module["TEXTS"] ?? module["textsOf"];
    if (typeof both !== "object" || both === null || !("tr" in both) || !("en" in both)) {
      throw new Error(`${file} exports no texts by language`);
    }
    return { tr: both.tr, en: both.en };
  };

  test("has the same texts in both languages, none of them empty", async () => {
    const { tr, en } = await load();
    const names = (texts: unknown) => leaves(texts).map(([trail]) => trail.join("."));
    expect(names(tr).sort()).toEqual(names(en).sort());
    const empty = [...leaves(tr), ...leaves(en)].filter(([, text]) => text === "");
    expect(empty).toEqual([]);
  });

  test("has no text that nothing shows", async () => {
    const { en } = await load();
    const folder = path.dirname(file);
    const area = path.basename(folder) === "texts" ? path.dirname(folder) : folder;
    const isOfArea = (source: string): boolean => source.startsWith(`${area}${path.sep}`);
    const importsIt = `${path.basename(area)}/texts.ts"`;
    const sources = webParts
      .flatMap(filesOf)
      .filter((source) => !/(?:texts|turkish|english)\.ts$/.test(source))
      .map((source) => ({ isOfArea: isOfArea(source), code: readFileSync(source, "utf8") }))
      .filter((source) => source.isOfArea || source.code.includes(importsIt))
      .map(({ code }) => code)
      .join("\n");
    // Texts below a name that is looked up by a value, as `texts.component[status]`, are all used.
    const unused = Object.keys(en as object).filter(
      (name) => !new RegExp(`\\.${name}\\b|[{,]\\s*${name}\\s*[,:}]|"${name}"`).test(sources),
    );
    expect(unused).toEqual([]);
  });
});
