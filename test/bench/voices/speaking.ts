import { spawnSync } from "node:child_process";
import path from "node:path";
import { KINDS } from "#service/engine/kinds/kinds.ts";
import { readManifest } from "#service/engine/model/manifest.ts";
import { NEUTRAL_MANNER } from "#service/engine/model/model.ts";
import { Fault } from "#runtime/fault.ts";
import { speakAll } from "../../support/figures/voice-figures.ts";

/** What a voice said of each text. */
export interface SpokenVoice {
  readonly model: string;
  /** Of the model and the voice. */
  readonly name: string;
  readonly sampleRate: number;
  readonly texts: readonly string[];
  readonly spoken: readonly Float32Array[];
  /** Seconds that each word of each text takes, with its letters; undefined where that is not known. */
  readonly wordSeconds:
    | readonly { readonly letters: number; readonly seconds: number }[]
    | undefined;
  readonly timesRealTime: number | undefined;
}

const ESPEAK_RATE_HZ = 22_050;
const WAV_HEADER_BYTES = 44;

/** Speaks texts with the voices of a model folder; without `only`, with all of them. */
export async function speakByModel(
  folder: string,
  only: readonly string[],
  texts: readonly string[],
  tell: (line: string) => void,
): Promise<SpokenVoice[]> {
  const manifest = await readManifest(folder);
  const kind = await KINDS[manifest.kind]?.();
  const model = await kind?.load(folder, manifest);
  if (model?.task !== "synthesis") throw new Fault(`${folder}: is no model for synthesis`);
  const label = path.relative(process.cwd(), folder).replace(/^service\//u, "");
  const voices: SpokenVoice[] = [];
  for (const { name } of model.voices) {
    if (only.length > 0 && !only.includes(name)) continue;
    tell(`${label}: ${name} speaks`);
    const wordSeconds: { letters: number; seconds: number }[] = [];
    const began = process.cpuUsage();
    const spoken = await speakAll(
      model,
      { kind: "built-in", name },
      texts,
      NEUTRAL_MANNER,
      ({ start, end, startSeconds, endSeconds }) =>
        wordSeconds.push({ letters: end - start, seconds: endSeconds - startSeconds }),
    );
    const { user, system } = process.cpuUsage(began);
    const seconds = spoken.reduce((sum, { length }) => sum + length, 0) / model.sampleRate;
    voices.push({
      model: label,
      name: `${label} ${name}`,
      sampleRate: model.sampleRate,
      texts,
      spoken,
      wordSeconds,
      timesRealTime: (1e6 * seconds) / (user + system),
    });
  }
  return voices;
}

/** Whether espeak-ng is installed. */
export function hasEspeak(): boolean {
  return spawnSync("espeak-ng", ["--version"]).status === 0;
}

/** Speaks texts with the plain Turkish voice of espeak-ng. */
export async function speakByEspeak(texts: readonly string[]): Promise<SpokenVoice> {
  const spoken = texts.map((text) => {
    const { stdout } = spawnSync("espeak-ng", ["-v", "tr", "--stdout"], { input: text });
    const samples = new Int16Array(
      stdout.buffer.slice(stdout.byteOffset + WAV_HEADER_BYTES, stdout.byteOffset + stdout.length),
    );
    return Float32Array.from(samples, (sample) => sample / 32_768);
  });
  return {
    model: "espeak-ng",
    name: "espeak-ng",
    sampleRate: ESPEAK_RATE_HZ,
    texts,
    spoken,
    wordSeconds: undefined,
    timesRealTime: undefined,
  };
}
