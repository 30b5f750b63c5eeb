import { Option } from "commander";
import { chooseModel } from "../trial/installed-models.ts";
import { benchModel } from "./bench-model.ts";
import { entryNamed, readCatalogue } from "./catalogue/catalogue.ts";
import { catalogueDetails, catalogueJson, catalogueTable } from "./catalogue/show-catalogue.ts";
import { checkModel, type Problems } from "./check-model.ts";
import { getModel, type DownloadSettings } from "./get-model.ts";
import { listModels } from "./list-models.ts";
import { tryModel } from "./try-model.ts";

/** Where models and recordings are. */
export interface Places {
  /** SPEECH_MODELS_DIR. */
  readonly modelsFolder: string;
  readonly bundledModelsFolder: string;
  /** Recordings with reference texts, on which models are compared. */
  readonly clipsFolder: string;
  /** The list of published models. */
  readonly catalogueFile: string;
  /** Throws ConfigError. */
  readonly downloads: () => DownloadSettings;
}

export interface Options {
  readonly out?: string;
  readonly catalogue?: string;
  readonly json?: boolean;
  readonly trust?: boolean;
}

export interface Command {
  /** Its name, then `<argument>`s. */
  readonly usage: string;
  readonly about: string;
  readonly options: readonly Option[];
  /** Returns what is printed, or what is wrong with a model; rejects with Fault. */
  readonly run: (
    places: Places,
    options: Options,
    ...values: string[]
  ) => Promise<string | Problems>;
}

const ownCatalogue = new Option(
  "--catalogue <file>",
  "a list of models of your own, in the form of service/model-commands/catalogue/catalogue.json",
);

/** Every command of `npm run models`. */
export const commands: readonly Command[] = [
  {
    usage: "list",
    about: "list the installed models",
    options: [],
    run: ({ modelsFolder }) => listModels(modelsFolder),
  },
  {
    usage: "catalogue [name]",
    about: "list the published models that can be downloaded, or say all that is known of one",
    options: [new Option("--json", "print JSON"), ownCatalogue],
    run: async ({ catalogueFile }, { catalogue, json }, name) => {
      const all = await readCatalogue(catalogue ?? catalogueFile);
      const entries = name === undefined ? all : [entryNamed(all, name)];
      if (json === true) return catalogueJson(entries);
      return name === undefined ? catalogueTable(entries) : catalogueDetails(entries[0]!);
    },
  },
  {
    usage: "get <name>",
    about: "download a published model into the models folder",
    options: [
      new Option("--trust", "take files whose SHA-256 the catalogue does not know as they come"),
      ownCatalogue,
    ],
    run: async ({ modelsFolder, catalogueFile, downloads }, { catalogue, trust }, name = "") => {
      const entry = entryNamed(await readCatalogue(catalogue ?? catalogueFile), name);
      return await getModel(entry, modelsFolder, trust === true, downloads());
    },
  },
  {
    usage: "check <dir>",
    about: "say whether a folder is a model that runs, or all that is wrong with it",
    options: [],
    run: (_, __, folder = "") => checkModel(folder),
  },
  {
    usage: "try <dir> <file>",
    about: "transcribe a recording, or speak a text file",
    options: [new Option("--out <file>", "write what is spoken as WAV")],
    run: (_, { out }, folder = "", file = "") => tryModel(folder, file, out),
  },
  {
    usage: "bench <dir>",
    about: "speed, memory and errors beside the bundled model of the same task",
    options: [],
    run: ({ bundledModelsFolder, clipsFolder }, _, folder = "") =>
      benchModel(folder, (task) => chooseModel(bundledModelsFolder, task), clipsFolder),
  },
];
