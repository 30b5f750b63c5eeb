import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { wavHeader } from "#service/engine/audio/wav-writer.ts";
import { projectRoot } from "../../support/program.ts";
import type { SpokenVoice } from "./speaking.ts";

/** What the judges say of a voice. */
export interface Verdict {
  readonly voice: string;
  readonly letters: number;
  readonly letters_wrong: number;
  readonly words: number;
  readonly words_wrong: number;
  /** Opinions from 1 to 5: of the speech, of the background, of both. */
  readonly dnsmos: readonly [number, number, number];
}

export interface JudgesPlaces {
  readonly whisper: string;
  readonly dnsmos: string;
  readonly python: string;
}

/** Returns the verdict on each voice by its name; `folder` takes the recordings. */
export async function judged(
  { whisper, dnsmos, python }: JudgesPlaces,
  voices: readonly SpokenVoice[],
  folder: string,
): Promise<ReadonlyMap<string, Verdict>> {
  const rows: { file: string; voice: string; text: string }[] = [];
  for (const { name, texts, spoken, sampleRate } of voices) {
    for (const [at, samples] of spoken.entries()) {
      const file = `${rows.length}.wav`;
      await writeFile(path.join(folder, file), wavOf(samples, sampleRate));
      rows.push({ file, voice: name, text: texts[at]! });
    }
  }
  await writeFile(path.join(folder, "texts.json"), JSON.stringify(rows));
  const { stdout } = await promisify(execFile)(
    path.resolve(python),
    ["-m", "synthesis.judge_voices", path.resolve(whisper), path.resolve(dnsmos), folder],
    { cwd: path.join(projectRoot, "service/training"), maxBuffer: 1e8 },
  );
  const verdicts = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Verdict);
  return new Map(verdicts.map((verdict) => [verdict.voice, verdict]));
}

function wavOf(samples: Float32Array, sampleRate: number): Uint8Array {
  const bytes = Int16Array.from(samples, (sample) =>
    Math.round(32_767 * Math.min(1, Math.max(-1, sample))),
  );
  return Buffer.concat([wavHeader(sampleRate, samples.length), new Uint8Array(bytes.buffer)]);
}
