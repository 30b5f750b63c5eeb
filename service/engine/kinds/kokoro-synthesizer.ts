/** Kokoro's published graph with its voices: sentences in IPA by the rules of this program, spoken a piece at a time. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Type, type Static } from "typebox";
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
  type Gender,
  type SpokenWord,
  type SynthesisRequest,
  type Synthesizer,
} from "../model/model.ts";
import { KOKORO_RATE, KokoroGraph, STYLE_NUMBERS } from "../runtime/kokoro-graph.ts";
import { paceAt, partEdges, PauseReader, silence } from "../synthesis/delivery.ts";
import { tokenPieces, type TokenPiece } from "../synthesis/kokoro/token-pieces.ts";
import { level } from "../synthesis/levelling.ts";

const VoiceFields = Type.Object({
  /** Left out where the name tells it, as those of the published voices do. */
  gender: Type.Optional(Type.Enum(GENDERS)),
  age: Type.Enum(AGES),
  pitch_hz: Type.Integer({ minimum: 30, maximum: 1000 }),
  /** Gain that makes all voices equally loud. */
  gain_db: Type.Number({ minimum: -30, maximum: 30 }),
});

export const Fields = Type.Object({
  /** The name of the graph's value with the frames of each token, an output or not. Without it words have no times. */
  durations: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  /** Voices by name; each has its style vectors in the file that `files` has by the same name. */
  voices: Type.Record(Type.String({ pattern: "^[a-z]+(_[a-z]+)*$" }), VoiceFields, {
    minProperties: 1,
  }),
});

/** Published voices are named by language, gender and a name: hm_psi. */
const GENDER_IN_NAME = /^[a-z](?<letter>[fm])_/;
const GENDER_OF_LETTER: Readonly<Record<string, Gender>> = { f: "female", m: "male" };

/** The graph begins and ends each piece with silence of its own, which is quieter than this. */
const SILENT_BELOW = 0.005;
/** Left of that silence, so that no soft sound is cut off. */
const EDGE_SECONDS = 0.04;
const PAUSE_SECONDS = { withinSentence: 0.1, afterSentence: 0.25 } as const;

interface StyledVoice extends BuiltInVoice {
  readonly gain: number;
  /** Rows of `STYLE_NUMBERS` numbers; the row by the number of tokens. */
  readonly styles: Float32Array;
}

/** Loads the graph and the styles of a checked model folder; throws ModelFolderError when model.json does not describe them. */
export async function load(folder: string, manifest: Manifest): Promise<Synthesizer> {
  const { files, rest: fields, sample_rate: sampleRate, kind, capabilities = [] } = manifest;
  const manifestFile = join(folder, MANIFEST_FILE);
  checkFields(Fields, fields, manifestFile);
  const wrong = (reason: string) => new ModelFolderError(`${manifestFile}: ${reason}`);
  if (capabilities.length > 0) {
    throw wrong(`capabilities has ${capabilities.join(", ")}, which kind "${kind}" does not do`);
  }
  if (sampleRate !== KOKORO_RATE) {
    throw wrong(`sample_rate is ${sampleRate}, but Kokoro speaks at ${KOKORO_RATE}`);
  }
  const voices: StyledVoice[] = [];
  for (const [name, voice] of Object.entries(fields.voices)) {
    const gender = voice.gender ?? genderOf(name);
    if (gender === undefined) throw wrong(`voices.${name}.gender is missing`);
    const styles = await readStyles(fileOf(folder, manifest, name));
    voices.push(styledVoice(name, gender, voice, styles));
  }
  const graph = await KokoroGraph.load(fileOf(folder, manifest, "model"), fields.durations).catch(
    (error: unknown) => {
      const reason = error instanceof Error ? error.message.replaceAll("\n", " ") : String(error);
      throw wrong(`does not describe ${files["model"]}: ${reason}`);
    },
  );
  return new KokoroSynthesizer(graph, voices);
}

function styledVoice(
  name: string,
  gender: Gender,
  { age, pitch_hz: pitchHz, gain_db: gainDb }: Static<typeof VoiceFields>,
  styles: Float32Array,
): StyledVoice {
  return { name, gender, age, pitchHz, gain: 10 ** (gainDb / 20), styles };
}

function genderOf(name: string): Gender | undefined {
  return GENDER_OF_LETTER[GENDER_IN_NAME.exec(name)?.groups?.["letter"] ?? ""];
}

/** Reads style vectors: 32-bit floats, least significant byte first. */
async function readStyles(file: string): Promise<Float32Array> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new ModelFolderError(`${file}: cannot be read (${error.code})`);
  });
  const { length } = bytes;
  const row = STYLE_NUMBERS * Float32Array.BYTES_PER_ELEMENT;
  if (length === 0 || length % row !== 0) {
    throw new ModelFolderError(`${file}: has ${length} bytes, but a style has ${row}`);
  }
  const styles = new Float32Array(length / Float32Array.BYTES_PER_ELEMENT);
  for (let at = 0; at < styles.length; at += 1) {
    styles[at] = bytes.readFloatLE(at * Float32Array.BYTES_PER_ELEMENT);
  }
  if (styles.every(Number.isFinite)) return styles;
  throw new ModelFolderError(`${file}: has numbers that are not finite`);
}

class KokoroSynthesizer implements Synthesizer {
  readonly task = "synthesis";
  readonly sampleRate = KOKORO_RATE;
  readonly voiceSpace = undefined;
  readonly voices: readonly StyledVoice[];
  readonly #graph: KokoroGraph;

  constructor(graph: KokoroGraph, voices: readonly StyledVoice[]) {
    this.#graph = graph;
    this.voices = voices;
  }

  /** Yields a sentence, or a part of one, at a time: the graph speaks it as a whole. */
  async *synthesize(
    { text, pronounced, pauses, spans, speaker, manner, speed: requestedSpeed }: SynthesisRequest,
    spoken?: (word: SpokenWord) => void,
  ): AsyncGenerator<Float32Array> {
    const voice = this.#voiceOf(speaker);
    const defaultSpeed = requestedSpeed * manner.paceFactor;
    const slowest = Math.min(1, ...(spans ?? []).map(({ paceFactor }) => paceFactor));
    const cuts = partEdges(pauses, spans);
    const pieces = tokenPieces(text, { pronounced, cuts, speed: defaultSpeed * slowest });
    const rests = new PauseReader(pauses);
    let beginSeconds = 0;
    let speed = defaultSpeed;
    let piece = pieces.next().value;
    const first = rests.takeBefore(piece?.words[0]?.start ?? Infinity) ?? 0;
    for (const part of silence(first, KOKORO_RATE)) {
      yield part;
      beginSeconds += part.length / KOKORO_RATE;
    }
    while (piece !== undefined) {
      const [word] = piece.words;
      if (word !== undefined) speed = defaultSpeed * paceAt(spans, word.start);
      const speech = await this.#graph.speak(piece.tokens, styleOf(voice, piece), speed);
      const { from, to } = soundOf(speech.samples);
      if (speech.edges !== undefined) {
        const secondsAt = (token: number) => {
          const sample = Math.min(Math.max(speech.edges![token] ?? 0, from), to);
          return beginSeconds + (sample - from) / KOKORO_RATE;
        };
        for (const { start, end, firstToken, endToken } of piece.words) {
          const [startSeconds, endSeconds] = [secondsAt(firstToken), secondsAt(endToken)];
          spoken?.({ start, end, startSeconds, endSeconds });
        }
      }
      const next = pieces.next().value;
      const nextStart = next === undefined ? Infinity : (next.words[0]?.start ?? -Infinity);
      const rest = rests.takeBefore(nextStart);
      const defaultPause =
        PAUSE_SECONDS[piece.endsSentence ? "afterSentence" : "withinSentence"] / speed;
      const pause = rest === undefined ? defaultPause : 0;
      const samples = new Float32Array(to - from + Math.round(pause * KOKORO_RATE));
      samples.set(speech.samples.subarray(from, to));
      yield level(samples, voice.gain);
      beginSeconds += samples.length / KOKORO_RATE;
      // The rest around the sound is silent too.
      for (const part of silence((rest ?? 0) - 2 * EDGE_SECONDS, KOKORO_RATE)) {
        yield part;
        beginSeconds += part.length / KOKORO_RATE;
      }
      piece = next;
    }
  }

  #voiceOf(speaker: SynthesisRequest["speaker"]): StyledVoice {
    const voice = this.voices.find(
      ({ name }) => speaker.kind === "built-in" && speaker.name === name,
    );
    if (voice === undefined) throw new RangeError("speaks with its own voices alone");
    return voice;
  }
}

function styleOf({ styles }: StyledVoice, { tokens }: TokenPiece): Float32Array {
  const row = Math.min(tokens.length * STYLE_NUMBERS, styles.length) - STYLE_NUMBERS;
  return styles.slice(row, row + STYLE_NUMBERS);
}

/** Returns which samples are heard, with a little of the silence around them. */
function soundOf(samples: Float32Array): { readonly from: number; readonly to: number } {
  const isLoud = (sample: number) => Math.abs(sample) >= SILENT_BELOW;
  const edge = Math.round(EDGE_SECONDS * KOKORO_RATE);
  const first = samples.findIndex(isLoud);
  if (first < 0) return { from: 0, to: 0 };
  return {
    from: Math.max(0, first - edge),
    to: Math.min(samples.length, samples.findLastIndex(isLoud) + 1 + edge),
  };
}
