import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Type, type Static, type TSchema } from "typebox";
import { placeOf } from "#schema-reader/fault.ts";
import { readBySchema } from "#schema-reader/read.ts";
import { PeopleFigures } from "./people-figures.ts";

/**
 * Optional capabilities of models, beyond transcribing to text, or speaking with their own voices.
 *
 * Transcription:
 * - `word_times`: it knows when each word was spoken.
 * - `written_form`: it writes capitals and punctuation itself; for other models, the service adds them.
 * - `speakers`: it tells speakers apart.
 *
 * Synthesis:
 * - `designed_voices`: it makes a voice from a description.
 * - `directed_delivery`: it follows instructions on how to speak.
 * - `cloned_voices`: it derives a voice from a recording, and speaks with voices that were saved that way.
 */
export const CAPABILITIES = [
  "word_times",
  "written_form",
  "speakers",
  "designed_voices",
  "directed_delivery",
  "cloned_voices",
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Capabilities that requests may require and some models of the task lack; `speakers` is left out: no bundled model has it. */
export const REQUESTABLE_CAPABILITIES = {
  transcription: ["word_times"],
  synthesis: ["designed_voices", "directed_delivery", "cloned_voices"],
} as const satisfies Readonly<Record<"transcription" | "synthesis", readonly Capability[]>>;

/** The file that marks a folder as a model folder. */
export const MANIFEST_FILE = "model.json";

/** A file in a model's folder. */
export const FileNameSchema = Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" });
/** Lower-case hexadecimal digits. */
export const Sha256Schema = Type.String({ pattern: "^[0-9a-f]{64}$" });

/** The fields of `model.json` that all kinds of models share; the others belong to the kind. */
export const ManifestSchema = Type.Object({
  id: Type.String({ minLength: 1, pattern: "^[a-z0-9][a-z0-9-]*$" }),
  /** Names the code that runs the model: a key of the table in kinds/kinds.ts. */
  kind: Type.String({ minLength: 1 }),
  task: Type.Union([Type.Literal("transcription"), Type.Literal("synthesis")]),
  sample_rate: Type.Integer({ minimum: 8000, maximum: 192000 }),
  /** Whether this model answers when a request names none of its task. */
  default: Type.Optional(Type.Boolean()),
  /** Capabilities of the model; none if left out. */
  capabilities: Type.Optional(Type.Array(Type.Enum(CAPABILITIES))),
  /** File names inside the model's folder, by the name the kind gives them. */
  files: Type.Record(Type.String(), FileNameSchema),
  licence: Type.String({ minLength: 1 }),
  /** How the weights were made: commands, seed, data. */
  made_with: Type.Record(Type.String(), Type.Unknown()),
  /** Measurements of any shape; only `people` has a fixed one. */
  measured: Type.Object({ people: Type.Optional(PeopleFigures) }),
  /** SHA-256 by file name. */
  sha256: Type.Record(Type.String(), Sha256Schema),
});

export type Manifest = Readonly<Static<typeof ManifestSchema>> & {
  /** The other fields of `model.json`; the kind checks them. */
  readonly rest: Readonly<Record<string, unknown>>;
};

/** A model folder that cannot be used; the message is one line that names the file and, where there is one, the field. */
export class ModelFolderError extends Error {
  override readonly name = "ModelFolderError";
}

/** Reads and checks `model.json` of a model's folder; throws ModelFolderError. */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, MANIFEST_FILE);
  return parseManifest(String(await readBytes(file)), file);
}

/** Reads `model.json` of a model's folder and checks no more than that it is JSON; throws ModelFolderError. */
export async function readDocument(folder: string): Promise<unknown> {
  const file = join(folder, MANIFEST_FILE);
  return parseJson(String(await readBytes(file)), file);
}

/** Checks what a `model.json` holds; throws ModelFolderError naming `file` and the first field that is wrong. */
export function checkFields<Schema extends TSchema>(
  schema: Schema,
  fields: unknown,
  file: string,
): asserts fields is Static<Schema> {
  const [problem] = fieldProblems(schema, fields, file);
  if (problem !== undefined) throw new ModelFolderError(problem);
}

/** Returns a line for each field of a `model.json` that is wrong; each names `file`. */
export function fieldProblems(schema: TSchema, fields: unknown, file: string): readonly string[] {
  const problems = new Map<string, string>();
  readBySchema(schema, fields, {
    onFault({ trail, message }) {
      const field = placeOf(trail).join(".");
      if (!problems.has(field)) {
        problems.set(field, `${file}: ${field ? `${field} ` : ""}${message}`);
      }
    },
  });
  return [...problems.values()];
}

/** Parses the text of a `model.json`; `file` is its name in errors; throws ModelFolderError. */
export function parseManifest(source: string, file: string): Manifest {
  const document = parseJson(source, file);
  checkFields(ManifestSchema, document, file);
  const shared = new Set(Object.keys(ManifestSchema.properties));
  const rest = Object.fromEntries(Object.entries(document).filter(([key]) => !shared.has(key)));
  const known = Object.fromEntries(Object.entries(document).filter(([key]) => shared.has(key)));
  return { ...(known as Static<typeof ManifestSchema>), rest };
}

/** Compares every file of a manifest with its SHA-256; throws ModelFolderError naming the first that differs. */
export async function verifyFiles(folder: string, manifest: Manifest): Promise<void> {
  for (const name of Object.values(manifest.files)) await verifyFile(folder, manifest, name);
}

/** Returns the path of a file that a kind needs; throws ModelFolderError when model.json does not name it. */
export function fileOf(folder: string, { files }: Manifest, name: string): string {
  const file = files[name];
  if (file !== undefined) return join(folder, file);
  throw new ModelFolderError(`${join(folder, MANIFEST_FILE)}: files.${name} is missing`);
}

/** Returns a line for each file of a manifest that is missing or does not have the SHA-256 that the manifest states. */
export async function fileProblems(folder: string, manifest: Manifest): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const name of Object.values(manifest.files)) {
    await verifyFile(folder, manifest, name).catch((error: unknown) => {
      if (!(error instanceof ModelFolderError)) throw error;
      problems.push(error.message);
    });
  }
  return problems;
}

/** Returns the total bytes of the files of a manifest; throws ModelFolderError naming the first that cannot be read. */
export async function bytesOfFiles(folder: string, { files }: Manifest): Promise<number> {
  let bytes = 0;
  for (const name of new Set(Object.values(files))) {
    const path = join(folder, name);
    const { size } = await stat(path).catch((error: unknown) => {
      throw cannotBeRead(path, error);
    });
    bytes += size;
  }
  return bytes;
}

async function verifyFile(folder: string, { sha256 }: Manifest, name: string): Promise<void> {
  const path = join(folder, name);
  const expected = sha256[name];
  if (expected === undefined) {
    throw new ModelFolderError(`${join(folder, MANIFEST_FILE)}: sha256.${name} is missing`);
  }
  const hash = createHash("sha256");
  // Streamed, because a file may be too large to be read at once.
  await pipeline(createReadStream(path), hash).catch((error: unknown) => {
    throw cannotBeRead(path, error);
  });
  if (hash.digest("hex") !== expected) {
    throw new ModelFolderError(`${path}: does not have the sha256 that model.json names`);
  }
}

async function readBytes(path: string): Promise<Buffer> {
  return await readFile(path).catch((error: unknown) => {
    throw cannotBeRead(path, error);
  });
}

function cannotBeRead(path: string, error: unknown): ModelFolderError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new ModelFolderError(`${path}: cannot be read (${code ?? message})`);
}

function parseJson(source: string, file: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll("\n", " ") : String(error);
    throw new ModelFolderError(`${file}: is not JSON (${reason})`);
  }
}
