import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { wordsOf } from "#word-errors/text-distance.ts";
import { type ClipFiles, type ClipOptions, nameOf } from "../speech/clip.ts";
import { WavError } from "#monitor/domain/wav-header.ts";
import { parseWav } from "../speech/wav.ts";
import type { Place } from "#schema-reader/fault.ts";
import type { LocatedDocument } from "./located-document.ts";

/** The evidence of a run keeps at most this much of a recording, and a longer clip could not be sent again. */
const MAX_AUDIO_BYTES = 8 * 1024 * 1024;
const MAX_TEXT_BYTES = 10_000;
const SAMPLE_RATES_HZ = [8_000, 48_000] as const;
const MIN_SECONDS = 0.2;

/**
 * Reads the clip or clips in the options at `place`; returns the options with a list of clips, whose paths are absolute. Throws
 * `MonitorFileError` for a clip that cannot be sent or compared.
 */
export function readClips<Options extends ClipOptions>(
  directory: string,
  located: LocatedDocument,
  { clip, text, clips, ...others }: Options,
  place: Place,
) {
  if (clips !== undefined && (clip !== undefined || text !== undefined)) {
    throw located.errorAt(
      [...place, "clips"],
      "stands beside clip or text; takes one or the other",
    );
  }
  if (clips !== undefined) {
    const read = clips.map((files, index) =>
      resolved(directory, located, files, [...place, "clips", index]),
    );
    refuseRepeatedNames(located, read, place);
    return { ...others, clips: read };
  }
  if (clip === undefined || text === undefined) {
    const missing = [clip === undefined ? "clip" : [], text === undefined ? "text" : []].flat();
    throw located.errorAt(place, `missing: ${missing.join(", ")} (or clips, for several)`);
  }
  return { ...others, clips: [resolved(directory, located, { clip, text }, place)] };
}

function resolved(
  directory: string,
  located: LocatedDocument,
  files: ClipFiles,
  place: Place,
): ClipFiles {
  const read = (name: "clip" | "text", complaintOf: (file: string) => string | null): string => {
    const file = path.resolve(directory, files[name]);
    if (!existsSync(file)) throw located.errorAt([...place, name], `no such file: ${file}`);
    const complaint = complaintOf(file);
    if (complaint !== null) throw located.errorAt([...place, name], `${file} ${complaint}`);
    return file;
  };
  return { ...files, clip: read("clip", audioComplaint), text: read("text", textComplaint) };
}

function audioComplaint(file: string): string | null {
  const sizeComplaint = complaintOfSize(file, MAX_AUDIO_BYTES);
  if (sizeComplaint !== null) return sizeComplaint;
  try {
    const { sampleRateHz, samples } = parseWav(readFileSync(file));
    const [lowest, highest] = SAMPLE_RATES_HZ;
    if (sampleRateHz < lowest || sampleRateHz > highest) {
      return `has ${sampleRateHz} samples per second; takes ${lowest} to ${highest}`;
    }
    const seconds = samples.length / sampleRateHz;
    if (seconds >= MIN_SECONDS) return null;
    return `has ${seconds.toFixed(2)} s of audio; takes at least ${MIN_SECONDS} s`;
  } catch (error) {
    if (!(error instanceof WavError)) throw error;
    return `is not a WAV file of 16-bit PCM samples: ${error.message}`;
  }
}

function textComplaint(file: string): string | null {
  const sizeComplaint = complaintOfSize(file, MAX_TEXT_BYTES);
  if (sizeComplaint !== null) return sizeComplaint;
  return wordsOf(readFileSync(file, "utf8")).length > 0 ? null : "has no words";
}

function complaintOfSize(file: string, maxBytes: number): string | null {
  const stats = statSync(file);
  if (!stats.isFile()) return "is not a file";
  return stats.size <= maxBytes ? null : `has ${stats.size} bytes; takes at most ${maxBytes}`;
}

/** Throws for clips with the same name: results name a clip by its file. */
function refuseRepeatedNames(
  located: LocatedDocument,
  clips: readonly ClipFiles[],
  place: Place,
): void {
  const names = clips.map(nameOf);
  const index = names.findIndex((name, at) => names.indexOf(name) < at);
  if (index < 0) return;
  throw located.errorAt(
    [...place, "clips", index, "clip"],
    `another clip is called ${names[index]} as well; results name a clip by its file, without folder and ending`,
  );
}
