import { Option } from "commander";
import { chooseModel } from "../trial/installed-models.ts";
import { benchModel } from "./bench-model.ts";
import { checkModel, type Problems } from "./check-model.ts";
import { listModels } from "./list-models.ts";
import { tryModel } from "./try-model.ts";

/** Where models and recordings are. */
export interface Places {
  /** SPEECH_MODELS_DIR. */
  readonly modelsFolder: string;
  readonly bundledModelsFolder: string;
  /** Recordings with their texts that models are compared on. */
  readonly clipsFolder: string;
}

export interface Options {
  readonly out?: string;
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

/** Every command of `npm run models`. */
export const commands: readonly Command[] = [
  {
    usage: "list",
    about: "list the installed models",
    options: [],
    run: ({ modelsFolder }) => listModels(modelsFolder),
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
