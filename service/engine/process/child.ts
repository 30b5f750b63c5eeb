import { AUDIO_PIPE, AudioInlet } from "./audio-pipe.ts";
import { KINDS } from "../kinds/kinds.ts";
import {
  REQUESTABLE_CAPABILITIES,
  bytesOfFiles,
  type Capability,
  ModelFolderError,
  readManifest,
  verifyFiles,
} from "../model/manifest.ts";
import { availableMemory, memoryShortage } from "../model/memory.ts";
import { NEUTRAL_MANNER, type Abilities, type Model } from "../model/model.ts";
import type { FromModel, ToModel } from "./protocol.ts";
import { RecognitionHost } from "./recognition-host.ts";
import { SynthesisHost } from "./synthesis-host.ts";

/** The entry of a model process: `child.ts FOLDER`, forked with an IPC channel. */

/** Limit of one step, which takes a second or two, and several times as long on a busy machine. */
const MAX_STEP_MS = 30_000;
/** A pangram: a letter that is wrong in a vocabulary shows at the start. */
const EVERY_LETTER = "pijamalı hasta yağız şoföre çabucak güvendi";

const [folder = ""] = process.argv.slice(2);

// Ctrl-C reaches every process of the terminal, but running jobs are finished first: the parent decides when to end.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => process.exit(0));

function send(message: FromModel): void {
  process.send?.(message);
}

async function load(): Promise<Model> {
  const manifest = await readManifest(folder);
  const kind = KINDS[manifest.kind];
  if (kind === undefined) {
    const known = Object.keys(KINDS).join(", ");
    throw new ModelFolderError(
      `${folder}/model.json: kind "${manifest.kind}" is not known (${known})`,
    );
  }
  const { task, capabilities = [] } = manifest;
  const ofOthers: readonly Capability[] =
    REQUESTABLE_CAPABILITIES[task === "synthesis" ? "transcription" : "synthesis"];
  const foreign = capabilities.find((capability) => ofOthers.includes(capability));
  if (foreign !== undefined) {
    throw new ModelFolderError(
      `${folder}/model.json: capabilities has ${foreign}, which no model for ${task} has`,
    );
  }
  const shortage = memoryShortage(await bytesOfFiles(folder, manifest), availableMemory());
  if (shortage !== undefined) throw new ModelFolderError(`${folder}: ${shortage}`);
  await verifyFiles(folder, manifest);
  const model = await (await kind()).load(folder, manifest);
  if (model.task !== manifest.task) {
    throw new ModelFolderError(
      `${folder}/model.json: task is ${manifest.task}, but kind "${manifest.kind}" does ${model.task}`,
    );
  }
  if (
    manifest.capabilities?.includes("cloned_voices") &&
    abilitiesOf(model).voiceSpaceRate === undefined
  ) {
    throw new ModelFolderError(
      `${folder}/model.json: capabilities has cloned_voices, but the model has no voice space`,
    );
  }
  return model;
}

/** Runs the model once, since the first run of a network is several times slower than the next ones. */
async function warmUp(model: Model): Promise<void> {
  if (model.task === "transcription") {
    const recognition = model.open();
    recognition.accept(new Float32Array(model.sampleRate));
    recognition.end();
    await model.advance([{ recognition }]);
    recognition.close?.();
    return;
  }
  const [voice] = model.voices;
  if (voice === undefined) throw new ModelFolderError(`${folder}: has no voice`);
  // oxlint-disable-next-line no-unused-vars -- the audio is made, not used
  for await (const _ of model.synthesize({
    text: EVERY_LETTER,
    speaker: { kind: "built-in", name: voice.name },
    manner: NEUTRAL_MANNER,
    speed: 1,
  }));
}

interface Serving {
  readonly handle: (message: ToModel) => void;
  /** Milliseconds since the current step of the model began; 0 between steps. */
  readonly stepMs: () => number;
}

function serve(model: Model): Serving {
  if (model.task === "transcription") {
    const host = new RecognitionHost(model, send);
    const audio = new AudioInlet(AUDIO_PIPE);
    return {
      stepMs: () => host.stepMs,
      handle: (message) => {
        if (message.type === "open") host.open(message);
        else if (message.type === "accept") host.accept(message.id, audio.read(message.samples));
        else if (message.type === "end") host.end(message.id);
        else if (message.type === "drop") host.drop(message.id);
      },
    };
  }
  const host = new SynthesisHost(model, send);
  return {
    stepMs: () => host.stepMs,
    handle: (message) => {
      if (message.type === "synthesize") {
        host.synthesize(message.id, message.request, message.pieces);
      } else if (message.type === "pull") host.pull(message.id, message.pieces);
      else if (message.type === "place") host.place(message.id, message.samples);
      else if (message.type === "drop") host.drop(message.id);
    },
  };
}

function abilitiesOf(model: Model): Abilities {
  if (model.task === "transcription") {
    return { voices: [], voiceSpaceRate: undefined, partials: model.partials };
  }
  const voices = model.voices.map(({ name, gender, age, pitchHz }) => ({
    name,
    gender,
    age,
    pitchHz,
  }));
  return { voices, voiceSpaceRate: model.voiceSpace?.sampleRate, partials: undefined };
}

/** Returns one line on why the folder cannot be loaded or run: the operator has to fix it, a restart does not help. */
function explain(error: unknown): string {
  if (error instanceof ModelFolderError) return error.message;
  const reason = error instanceof Error ? error.message : String(error);
  return `${folder}: ${reason.replaceAll(/\s+/g, " ")}`;
}

async function ready(): Promise<Model | undefined> {
  try {
    const model = await load();
    await warmUp(model);
    return model;
  } catch (error) {
    process.send?.({ type: "unusable", message: explain(error) } satisfies FromModel, () =>
      process.exit(1),
    );
    return undefined;
  }
}

const model = await ready();
if (model !== undefined) {
  const { handle, stepMs } = serve(model);
  process.on("message", (message: ToModel) => {
    if (message.type !== "ping") handle(message);
    // A run of the network that does not return is unhealthy, though messages are still read meanwhile.
    else if (stepMs() < MAX_STEP_MS) send({ type: "pong" });
  });
  send({ type: "ready", abilities: abilitiesOf(model) });
}
