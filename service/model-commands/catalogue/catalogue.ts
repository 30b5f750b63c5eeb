import { readFile } from "node:fs/promises";
import { Type, type Static } from "typebox";
import { editDistance } from "#word-errors/edit-distance.ts";
import { Fault } from "#runtime/fault.ts";
import {
  fieldProblems,
  FileNameSchema,
  ManifestSchema,
  Sha256Schema,
} from "../../engine/model/manifest.ts";

const { kind, task, sample_rate, capabilities, files, licence } = ManifestSchema.properties;
const Text = Type.String({ minLength: 1 });
const MAX_FILE_BYTES = 8e9;

const FileSchema = Type.Object(
  {
    name: FileNameSchema,
    address: Type.String({ pattern: "^https?://[^/@]+/.+$" }),
    bytes: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_FILE_BYTES })),
    /** Missing where none is published: the file is then accepted only with `--trust`. */
    sha256: Type.Optional(Sha256Schema),
  },
  { additionalProperties: false },
);

const EntrySchema = Type.Object(
  {
    /** The name that `get` takes. The id of the model is this name with `-` for each full stop. */
    name: Type.String({ pattern: "^[a-z0-9][a-z0-9.-]*$" }),
    about: Text,
    /** The page that describes the model, with its licence. */
    source: Text,
    files: Type.Array(FileSchema, { minItems: 1 }),
    /** Its model.json, with the fields of its kind, except what the entry holds beside it or what follows from the entry. */
    model: Type.Object({
      kind,
      task,
      sample_rate,
      capabilities,
      files,
      licence,
      architecture: Type.Optional(Text),
    }),
    needs: Type.Object(
      {
        memory_megabytes: Type.Integer({ minimum: 1 }),
        memory_is: Type.Enum(["measured", "estimated"]),
        packages: Type.Array(Text),
      },
      { additionalProperties: false },
    ),
    /** Measurements by others. */
    published: Type.Array(
      Type.Object(
        { on: Text, measure: Text, value: Type.Number(), how: Type.Optional(Text), from: Text },
        { additionalProperties: false },
      ),
    ),
    /** Our own test of the model with its result, or that there was none. */
    run_here: Text,
  },
  { additionalProperties: false },
);
const CatalogueSchema = Type.Object({ models: Type.Array(EntrySchema) });

/** A published model: its description, its files, and what becomes its model.json. */
export type CatalogueEntry = Static<typeof EntrySchema>;
export type CatalogueFile = Static<typeof FileSchema>;

/** Reads a list of published models; rejects with Fault that names the file and all problems in it. */
export async function readCatalogue(file: string): Promise<readonly CatalogueEntry[]> {
  const source = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new Fault(`${file}: cannot be read (${error.code})`);
  });
  const document = parse(source, file);
  const problems = fieldProblems(CatalogueSchema, document, file);
  if (problems.length > 0) throw new Fault(problems.join("\n"));
  const { models } = document as Static<typeof CatalogueSchema>;
  const unfit = models.flatMap((entry, at) => entryProblems(entry, models.slice(0, at), file));
  if (unfit.length > 0) throw new Fault(unfit.join("\n"));
  return models;
}

/** Finds a model by its name; throws Fault that suggests similar names. */
export function entryNamed(entries: readonly CatalogueEntry[], name: string): CatalogueEntry {
  const found = entries.find((entry) => entry.name === name);
  if (found !== undefined) return found;
  const distance = (known: string) =>
    editDistance(Array.from(name.toLowerCase()), Array.from(known));
  const near = entries
    .map((entry) => entry.name)
    .filter((known) => known.includes(name) || distance(known) <= Math.max(2, name.length / 3))
    .toSorted((a, b) => distance(a) - distance(b));
  const hint =
    near.length > 0
      ? `did you mean ${near.join(" or ")}?`
      : `there are ${entries.map((entry) => entry.name).join(", ") || "none"}`;
  throw new Fault(`the catalogue has no model "${name}"; ${hint}`);
}

/** Returns the id of a model, which requests use, and which is the name of its folder. */
export function modelId({ name }: Pick<CatalogueEntry, "name">): string {
  return name.replaceAll(".", "-");
}

/** Returns the total bytes of the files whose size is known. */
export function bytesOf({ files: of }: CatalogueEntry): number {
  return of.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
}

/** Returns the names of the files whose SHA-256 the catalogue does not know. */
export function unpinnedFiles({ files: of }: CatalogueEntry): readonly string[] {
  return of.filter((file) => file.sha256 === undefined).map(({ name }) => name);
}

/** Returns the content of model.json for a downloaded model; `sums` has the SHA-256 of each file by its name. */
export function manifestOf(
  { name, source, files: of, model, published }: CatalogueEntry,
  sums: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  return {
    id: modelId({ name }),
    ...model,
    made_with: {
      source,
      files: Object.fromEntries(of.map((file) => [file.name, file.address])),
      ...(of.some((file) => file.sha256 === undefined) && {
        trusted: "where the catalogue names no SHA-256, the one below is of what was downloaded",
      }),
    },
    measured: { published },
    sha256: Object.fromEntries(sums),
  };
}

function entryProblems(
  entry: CatalogueEntry,
  before: readonly CatalogueEntry[],
  file: string,
): readonly string[] {
  const problem = (what: string) => `${file}: ${entry.name} ${what}`;
  const names = entry.files.map((one) => one.name);
  const needed = Object.values(entry.model.files);
  return [
    ...(before.some((other) => modelId(other) === modelId(entry))
      ? [problem("is there twice")]
      : []),
    ...(new Set(names).size < names.length ? [problem("has two files of one name")] : []),
    ...needed
      .filter((name) => !names.includes(name))
      .map((name) => problem(`needs ${name}, and has no address of it`)),
  ];
}

function parse(source: string, file: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    throw new Fault(`${file}: is not JSON (${(error as Error).message.replaceAll("\n", " ")})`);
  }
}
