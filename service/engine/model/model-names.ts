import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Type, type Static } from "typebox";
import { checkFields, ModelFolderError, type Manifest } from "./manifest.ts";

/** The file next to the model folders that maps names in requests to models. */
export const NAMES_FILE = "models.json";

const MAX_NAMES = 1000;

const Id = Type.String({ minLength: 1, maxLength: 100 });

const Defaults = Type.Object({ transcription: Type.Optional(Id), synthesis: Type.Optional(Id) });

const NamesSchema = Type.Object({
  /** Model ids by the names that requests may use for them. */
  names: Type.Optional(Type.Record(Id, Id, { maxProperties: MAX_NAMES })),
  /** The models that answer when a request names none. */
  defaults: Type.Optional(Defaults),
});

export type ModelNames = Readonly<Static<typeof NamesSchema>>;

/** Names of the default model of a task, unless a model has them as its id or `models.json` says otherwise. */
export type StandingNames = Readonly<Record<string, Manifest["task"]>>;

/** Reads the names in a models folder; none where it has no such file. Rejects with ModelFolderError. */
export async function readModelNames(modelsFolder: string): Promise<ModelNames> {
  const file = join(modelsFolder, NAMES_FILE);
  try {
    return parseModelNames(await readFile(file, "utf8"), file);
  } catch (error) {
    if (error instanceof ModelFolderError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return {};
    throw new ModelFolderError(`${file}: cannot be read (${code ?? message})`);
  }
}

/** Parses the text of a `models.json`; `file` is its name in errors; throws ModelFolderError. */
export function parseModelNames(source: string, file: string): ModelNames {
  let document: unknown;
  try {
    document = JSON.parse(source);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll("\n", " ") : String(error);
    throw new ModelFolderError(`${file}: is not JSON (${reason})`);
  }
  checkFields(NamesSchema, document, file);
  refuseOthers(document, Object.keys(NamesSchema.properties), file);
  refuseOthers(document.defaults ?? {}, Object.keys(Defaults.properties), `${file}: defaults`);
  return document;
}

function refuseOthers(fields: object, known: readonly string[], where: string): void {
  const other = Object.keys(fields).find((field) => !known.includes(field));
  if (other === undefined) return;
  throw new ModelFolderError(`${where}: "${other}" is not known (${known.join(", ")})`);
}

interface Named {
  readonly manifest: Pick<Manifest, "id" | "task" | "default">;
}

/** Returns a line for each name that refers to no model, and each default that is not a model of its task. */
export function nameProblems(
  { names = {}, defaults = {} }: ModelNames,
  models: readonly Named[],
): readonly string[] {
  const problem = (field: string, id: string, fit: readonly Named[]) => {
    if (fit.some(({ manifest }) => manifest.id === id)) return [];
    const ids = fit.map(({ manifest }) => manifest.id).join(", ") || "none";
    return [`${NAMES_FILE}: ${field} is "${id}", which is no model; there are: ${ids}`];
  };
  return [
    ...Object.entries(names).flatMap(([name, id]) => problem(`names.${name}`, id, models)),
    ...Object.entries(defaults).flatMap(([task, id]) =>
      problem(
        `defaults.${task}`,
        id,
        models.filter(({ manifest }) => manifest.task === task),
      ),
    ),
  ];
}

/** Models, to be looked up by the names that requests use. */
export class NamedModels<Model extends Named> {
  readonly models: readonly Model[];
  readonly names: ModelNames;
  readonly #standing: StandingNames;

  constructor(models: readonly Model[], names: ModelNames, standing: StandingNames) {
    this.models = models;
    this.names = names;
    this.#standing = standing;
  }

  ofTask(task: Manifest["task"]): readonly Model[] {
    return this.models.filter(({ manifest }) => manifest.task === task);
  }

  /** The model that answers when a request names none of the task. */
  defaultOf(task: Manifest["task"]): Model | undefined {
    const models = this.ofTask(task);
    const chosen = this.names.defaults?.[task];
    return (
      models.find(({ manifest }) => manifest.id === chosen) ??
      models.find(({ manifest }) => manifest.default === true) ??
      models[0]
    );
  }

  /** Returns the model of a task that a request names; `models.json` takes precedence over ids, and ids over standing names. */
  named(task: Manifest["task"], name: string): Model | undefined {
    const { names = {} } = this.names;
    const id = Object.hasOwn(names, name) ? names[name] : name;
    const found = this.ofTask(task).find(({ manifest }) => manifest.id === id);
    if (found !== undefined || id !== name) return found;
    return this.#isStanding(task, name) ? this.defaultOf(task) : undefined;
  }

  /** Returns the names that requests may use for the models of a task, the ids first. */
  namesOf(task: Manifest["task"]): readonly string[] {
    const names = [
      ...this.ofTask(task).map(({ manifest }) => manifest.id),
      ...Object.keys(this.names.names ?? {}),
      ...Object.keys(this.#standing).filter((name) => this.#isStanding(task, name)),
    ];
    const isEmpty = this.ofTask(task).length === 0;
    return [...new Set(names)].filter((name) =>
      isEmpty ? this.#isStanding(task, name) : this.named(task, name) !== undefined,
    );
  }

  /** Returns the names that requests may use for a model besides its id. */
  aliasesOf(model: Model): readonly string[] {
    const { id, task } = model.manifest;
    return this.namesOf(task).filter((name) => name !== id && this.named(task, name) === model);
  }

  #isStanding(task: Manifest["task"], name: string): boolean {
    return Object.hasOwn(this.#standing, name) && this.#standing[name] === task;
  }
}
