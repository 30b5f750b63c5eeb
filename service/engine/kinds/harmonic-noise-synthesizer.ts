/**
 * The bundled synthesizer: phonemes by rule, a small acoustic network, and a vocoder of pulses and noise.
 */

import { join } from "node:path";
import { Type, type Static } from "typebox";

import { checkFields, ModelFolderError, type Manifest } from "../model/manifest.ts";
import {
  AGES,
  GENDERS,
  NEUTRAL_MANNER,
  type Synthesizer,
  type SynthesisRequest,
  type VoiceSpace,
} from "../model/model.ts";
import { AcousticModel } from "../synthesis/acoustic-model.ts";
import { Levelling } from "../synthesis/levelling.ts";
import { level } from "../synthesis/loudness.ts";
import { frameChange } from "../synthesis/manner.ts";
import { phrases, SYMBOLS } from "../synthesis/phrase.ts";
import { Placement } from "../synthesis/placement.ts";
import {
  SpeakerEncoder,
  SpeakerFieldsSchema,
  type SpeakerFields,
} from "../synthesis/speaker-encoder.ts";
import {
  logPitchOf,
  pointOfVector,
  VECTOR_NUMBERS,
  voiceOf,
  type PlacedVoice,
} from "../synthesis/speakers.ts";
import { Vocoder } from "../synthesis/vocoder.ts";

const FieldsSchema = Type.Object({
  /** What the network of `files.speaker` hears; both are left out where voices are fixed. */
  speaker: Type.Optional(SpeakerFieldsSchema),
  /** The phonemes and marks that the network was trained on, in their order. */
  symbols: Type.Array(Type.String()),
  /** 10 ms cells on each side that the decoder looks at. */
  decoder_context_cells: Type.Integer({ minimum: 0, maximum: 1000 }),
  voices: Type.Record(
    Type.String({ pattern: "^[a-z]+$" }),
    Type.Object({
      gender: Type.Enum(GENDERS),
      age: Type.Enum(AGES),
      /** A point in the voice space: pitch, range, pace, then what has no name. */
      vector: Type.Array(Type.Number(), { minItems: VECTOR_NUMBERS, maxItems: VECTOR_NUMBERS }),
    }),
    { minProperties: 1 },
  ),
});

/** The teacher stops where its last sound does; listeners, and recognition, want a moment after it. */
const SILENCE_AFTER_SENTENCE_SECONDS = 0.25;

/** Loads the networks of a checked model folder; throws ModelFolderError when the kind's own fields are wrong. */
export async function load(folder: string, manifest: Manifest): Promise<Synthesizer> {
  const file = join(folder, "model.json");
  const fields = checkedFields(manifest.rest, file);
  const paths = ["encoder", "decoder"].map((name) => {
    const found = manifest.files[name];
    if (found === undefined) throw new ModelFolderError(`${file}: files.${name} is missing`);
    return join(folder, found);
  });
  const acoustics = await AcousticModel.load(paths[0]!, paths[1]!, fields.decoder_context_cells);
  const voices = Object.entries(fields.voices).map(([name, { vector, gender, age }]) => ({
    name,
    gender,
    age,
    pitchHz: Math.round(Math.exp(logPitchOf(vector))),
    point: pointOfVector(vector),
  }));
  const encoder = await loadEncoder(folder, manifest, fields.speaker);
  const voiceSpace = encoder && new Placement(encoder, acoustics);
  const synthesizer = new HarmonicNoiseSynthesizer(
    manifest.sample_rate,
    acoustics,
    voices,
    voiceSpace,
  );
  await synthesizer.levelVoices();
  return synthesizer;
}

async function loadEncoder(
  folder: string,
  { files }: Manifest,
  speaker: SpeakerFields | undefined,
): Promise<SpeakerEncoder | undefined> {
  const network = files["speaker"];
  if (network === undefined && speaker === undefined) return undefined;
  if (network === undefined || speaker === undefined) {
    const missing = network === undefined ? "files.speaker" : "speaker";
    throw new ModelFolderError(`${join(folder, "model.json")}: ${missing} is missing`);
  }
  return await SpeakerEncoder.load(join(folder, network), speaker);
}

class HarmonicNoiseSynthesizer implements Synthesizer {
  readonly task = "synthesis";
  readonly sampleRate: number;
  readonly voices: readonly PlacedVoice[];
  readonly voiceSpace: VoiceSpace | undefined;
  readonly #acoustics: AcousticModel;
  readonly #levelling: Levelling;

  constructor(
    sampleRate: number,
    acoustics: AcousticModel,
    voices: readonly PlacedVoice[],
    voiceSpace: VoiceSpace | undefined,
  ) {
    this.sampleRate = sampleRate;
    this.voices = voices;
    this.voiceSpace = voiceSpace;
    this.#acoustics = acoustics;
    this.#levelling = new Levelling(acoustics);
  }

  async *synthesize(request: SynthesisRequest): AsyncGenerator<Float32Array> {
    const { voice, change, speed, gain } = await this.#deliver(request);
    const silence = Math.round((SILENCE_AFTER_SENTENCE_SECONDS * this.sampleRate) / speed);
    const vocoder = new Vocoder(this.sampleRate);
    for (const phrase of phrases(request.text, request.pronounced)) {
      for await (const frames of this.#acoustics.frames(phrase, voice.vector, speed)) {
        change(frames);
        yield level(vocoder.accept(frames), gain);
      }
      yield level(vocoder.end(), gain);
      yield new Float32Array(silence);
    }
  }

  /** Finds every built-in voice's level, so that no first request waits for it. */
  async levelVoices(): Promise<void> {
    for (const { name } of this.voices) {
      await this.#deliver({
        speaker: { kind: "built-in", name },
        manner: NEUTRAL_MANNER,
        speed: 1,
      });
    }
  }

  async #deliver(request: Pick<SynthesisRequest, "speaker" | "manner" | "speed">) {
    const voice = voiceOf(request.speaker, this.voices);
    const { paceFactor, ...manner } = request.manner;
    const change = frameChange(manner, voice);
    const speed = request.speed * paceFactor;
    const key = JSON.stringify([request.speaker, manner, speed]);
    const gain = await this.#levelling.gain(voice.vector, change, speed, key);
    return { voice, change, speed, gain };
  }
}

function checkedFields(rest: Manifest["rest"], file: string): Static<typeof FieldsSchema> {
  checkFields(FieldsSchema, rest, file);
  const different = SYMBOLS.findIndex((symbol, at) => rest.symbols[at] !== symbol);
  if (different >= 0 || rest.symbols.length !== SYMBOLS.length) {
    throw new ModelFolderError(
      `${file}: symbols differs from the ${SYMBOLS.length} this program writes (at ${different})`,
    );
  }
  return rest;
}
