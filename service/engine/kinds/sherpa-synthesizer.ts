/** Published VITS voices, such as those of Piper and MMS, run by sherpa-onnx. */

import { join } from "node:path";
import { Type } from "typebox";
import {
  checkFields,
  fileOf,
  MANIFEST_FILE,
  ModelFolderError,
  type Manifest,
} from "../model/manifest.ts";
import {
  AGES,
  GENDERS,
  type BuiltInVoice,
  type SynthesisRequest,
  type Synthesizer,
} from "../model/model.ts";
import { deliveredParts, silence } from "../synthesis/delivery.ts";
import { loadSherpa, type OfflineTts } from "../runtime/sherpa.ts";
import { checkLetters } from "../runtime/vocabulary.ts";

export const Fields = Type.Object({
  /** Folder with the language data of espeak-ng, inside the model's folder; Piper's voices need it. */
  espeak_data: Type.Optional(Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" })),
  voices: Type.Record(
    Type.String({ pattern: "^[a-z]+$" }),
    Type.Object({
      /** Number of the speaker in the model, from 0. */
      speaker: Type.Integer({ minimum: 0 }),
      gender: Type.Enum(GENDERS),
      age: Type.Enum(AGES),
      pitch_hz: Type.Integer({ minimum: 30, maximum: 1000 }),
    }),
    { minProperties: 1 },
  ),
});

/** Loads the network of a checked model folder; throws ModelFolderError when model.json does not describe it. */
export async function load(folder: string, manifest: Manifest): Promise<Synthesizer> {
  const { files, rest: fields, sample_rate: sampleRate, kind, capabilities = [] } = manifest;
  const manifestFile = join(folder, MANIFEST_FILE);
  checkFields(Fields, fields, manifestFile);
  const wrong = (reason: string) => new ModelFolderError(`${manifestFile}: ${reason}`);
  const file = (name: string) => fileOf(folder, manifest, name);
  if (capabilities.length > 0) {
    throw wrong(`capabilities has ${capabilities.join(", ")}, which kind "${kind}" does not do`);
  }
  // With either, the model reads phonemes.
  const readsLetters = fields.espeak_data === undefined && files["lexicon"] === undefined;
  if (readsLetters) await checkLetters(file("tokens"));
  const vits = {
    model: file("model"),
    tokens: file("tokens"),
    ...(files["lexicon"] !== undefined && { lexicon: file("lexicon") }),
    ...(fields.espeak_data !== undefined && { dataDir: join(folder, fields.espeak_data) }),
  };
  const sherpa = await loadSherpa(kind);
  const tts = await sherpa.OfflineTts.createAsync({
    model: { vits, numThreads: 1 },
    maxNumSentences: 1,
  });
  if (tts.sampleRate !== sampleRate) {
    throw wrong(`sample_rate is ${sampleRate}, but ${files["model"]} speaks at ${tts.sampleRate}`);
  }
  const voices = Object.entries(fields.voices).map(([name, { speaker, gender, age, pitch_hz }]) => {
    if (speaker >= tts.numSpeakers) {
      const known = `has ${tts.numSpeakers} speakers, from 0`;
      throw wrong(`voices.${name}.speaker is ${speaker}, but ${files["model"]} ${known}`);
    }
    return { name, gender, age, pitchHz: pitch_hz, speaker };
  });
  return new VitsSynthesizer(tts, voices);
}

class VitsSynthesizer implements Synthesizer {
  readonly task = "synthesis";
  readonly voiceSpace = undefined;
  readonly #tts: OfflineTts;
  readonly #voices: readonly (BuiltInVoice & { readonly speaker: number })[];

  constructor(tts: OfflineTts, voices: readonly (BuiltInVoice & { readonly speaker: number })[]) {
    this.#tts = tts;
    this.#voices = voices;
  }

  get sampleRate(): number {
    return this.#tts.sampleRate;
  }

  get voices(): readonly BuiltInVoice[] {
    return this.#voices;
  }

  /** Yields one piece for each part of one pace between pauses: the network generates it as a whole. */
  async *synthesize(request: SynthesisRequest): AsyncGenerator<Float32Array> {
    const { text, speaker, speed, pauses, spans } = request;
    const voice = this.#voices.find(
      ({ name }) => speaker.kind === "built-in" && speaker.name === name,
    );
    if (voice === undefined) throw new RangeError("speaks with its own voices alone");
    for (const part of deliveredParts(text, pauses, spans)) {
      if (/\p{L}/u.test(part.text)) {
        const { samples } = await this.#tts.generateAsync({
          text: part.text,
          sid: voice.speaker,
          speed: speed * part.paceFactor,
          // A confined process may not be able to use one, and the samples go to another process anyway.
          enableExternalBuffer: false,
        });
        yield samples;
      }
      yield* silence(part.silenceSeconds, this.sampleRate);
    }
  }
}
