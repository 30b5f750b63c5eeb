import { fields, table } from "#runtime/plain-table.ts";
import { megabytes, percent } from "../../command/figures.ts";
import { bytesOf, manifestOf, modelId, unpinnedFiles, type CatalogueEntry } from "./catalogue.ts";

/** Returns a table of published models. */
export function catalogueTable(entries: readonly CatalogueEntry[]): string {
  const rows = entries.map((entry) => [
    entry.name,
    entry.model.task,
    entry.model.architecture ?? entry.model.kind,
    sizeOf(entry),
    `${entry.needs.memory_megabytes} MB`,
    entry.model.licence,
    unpinnedFiles(entry).length === 0 ? "yes" : "no",
    entry.published.map(shortFigure)[0] ?? "-",
  ]);
  const titles = ["name", "task", "form", "size", "memory", "licence", "SHA-256", "published"];
  return `${table(titles, rows)}
What is published was measured by others; npm run models -- catalogue NAME says by whom, and what of it was run here.
npm run models -- get NAME downloads one.
`;
}

/** Returns all that the catalogue knows of a model, as text. */
export function catalogueDetails(entry: CatalogueEntry): string {
  const { model, needs } = entry;
  const architecture = model.architecture === undefined ? "" : `, ${model.architecture}`;
  const rows: (readonly [string, string])[] = [
    ["name", entry.name],
    ["what", entry.about],
    ["from", entry.source],
    ["model id", modelId(entry)],
    ["runs as", `${model.task}, ${model.kind}${architecture}, ${model.sample_rate} Hz`],
    ["able to", model.capabilities?.join(", ") || "nothing of model.json's capabilities"],
    ["licence", model.licence],
    ["needs", [...needs.packages, memoryOf(entry)].join(", ")],
    ...entry.files.map(
      ({ name, bytes, sha256 }) =>
        ["file", `${name}, ${megabytes(bytes)}, SHA-256 ${sha256 ?? "not known"}`] as const,
    ),
    ...entry.published.map(
      (figure) =>
        [
          "published",
          `${shortFigure(figure)}${figure.how ? `, ${figure.how}` : ""}: ${figure.from}`,
        ] as const,
    ),
    ["run here", entry.run_here],
  ];
  return fields(rows);
}

/** Returns the entries as JSON, each with the model.json that it becomes. */
export function catalogueJson(entries: readonly CatalogueEntry[]): string {
  const document = entries.map((entry) => {
    const { model: _inManifest, ...known } = entry;
    const checksums = entry.files.flatMap(({ name, sha256 }) =>
      sha256 === undefined ? [] : [[name, sha256] as const],
    );
    return { ...known, manifest: manifestOf(entry, new Map(checksums)) };
  });
  return `${JSON.stringify({ models: document }, null, 2)}\n`;
}

function sizeOf(entry: CatalogueEntry): string {
  const known = entry.files.every(({ bytes }) => bytes !== undefined);
  return known ? megabytes(bytesOf(entry)) : "not known";
}

function memoryOf({ needs }: CatalogueEntry): string {
  return `${needs.memory_megabytes} MB of memory (${needs.memory_is})`;
}

function shortFigure({ measure, value, on }: CatalogueEntry["published"][number]): string {
  return measure.endsWith("_ratio")
    ? `${percent(value)} ${measure.replace(/_ratio$/, "").replaceAll("_", " ")}, ${on}`
    : `${value} ${measure}, ${on}`;
}
