/**
 * The bundled synthesizer: phonemes by rule, a small acoustic network, and a vocoder of pulses and noise.
 */

import { join } from "node:path";
import { Type, type Static } from "typebox";
import { Value } from "typebox/value";

import { ModelFolderError, type Manifest } from "../manifest.ts";
import type { Synthesizer, SynthesisRequest } from "../model.ts";
import { AcousticModel } from "../synthesis/acoustic-model.ts";
import { level } from "../synthesis/loudness.ts";
import { phrases, SYMBOLS } from "../synthesis/phrase.ts";
import { Vocoder } from "../synthesis/vocoder.ts";

const FieldsSchema = Type.Object({
  /** The phonemes and marks that the network was trained on, in their order. */
  symbols: Type.Array(Type.String()),
  /** 10 ms cells on each side that the decoder looks at. */
  decoder_context_cells: Type.Integer({ minimum: 0, maximum: 1000 }),
  voices: Type.Record(
    Type.String({ pattern: "^[a-z]+$" }),
    Type.Object({
      /** A point in the voice space: pitch, range, pace, then what has no name. */
      vector: Type.Array(Type.Number(), { minItems: 16, maxItems: 16 }),
      /** Brings the voice to -18 LUFS. */
      gain: Type.Number({ exclusiveMinimum: 0 }),
    }),
    { minProperties: 1 },
  ),
});

interface BuiltInVoice {
  readonly vector: Float32Array;
  readonly gain: number;
}

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
  const voices = new Map<string, BuiltInVoice>(
    Object.entries(fields.voices).map(([name, { vector, gain }]) => [
      name,
      { vector: Float32Array.from(vector), gain },
    ]),
  );
  return new HarmonicNoiseSynthesizer(manifest.sample_rate, acoustics, voices);
}

class HarmonicNoiseSynthesizer implements Synthesizer {
  readonly task = "synthesis";
  readonly sampleRate: number;
  readonly voices: readonly string[];
  readonly #acoustics: AcousticModel;
  readonly #voices: ReadonlyMap<string, BuiltInVoice>;

  constructor(
    sampleRate: number,
    acoustics: AcousticModel,
    voices: ReadonlyMap<string, BuiltInVoice>,
  ) {
    this.sampleRate = sampleRate;
    this.voices = [...voices.keys()];
    this.#acoustics = acoustics;
    this.#voices = voices;
  }

  async *synthesize({ text, voice: name, speed }: SynthesisRequest): AsyncGenerator<Float32Array> {
    const voice = this.#voices.get(name);
    if (voice === undefined)
      throw new RangeError(`voice "${name}" is none of ${this.voices.join(", ")}`);
    const silence = Math.round((SILENCE_AFTER_SENTENCE_SECONDS * this.sampleRate) / speed);
    const vocoder = new Vocoder(this.sampleRate);
    for (const phrase of phrases(text)) {
      for await (const frames of this.#acoustics.frames(phrase, voice.vector, speed)) {
        yield level(vocoder.accept(frames), voice.gain);
      }
      yield level(vocoder.end(), voice.gain);
      yield new Float32Array(silence);
    }
  }
}

function checkedFields(rest: Manifest["rest"], file: string): Static<typeof FieldsSchema> {
  if (!Value.Check(FieldsSchema, rest)) {
    const [first] = Value.Errors(FieldsSchema, rest);
    const field = first?.instancePath.slice(1).replaceAll("/", ".");
    throw new ModelFolderError(
      `${file}: ${field ? `${field} ` : ""}${first?.message ?? "is invalid"}`,
    );
  }
  const different = SYMBOLS.findIndex((symbol, at) => rest.symbols[at] !== symbol);
  if (different >= 0 || rest.symbols.length !== SYMBOLS.length) {
    throw new ModelFolderError(
      `${file}: symbols differs from the ${SYMBOLS.length} this program writes (at ${different})`,
    );
  }
  return rest;
}
