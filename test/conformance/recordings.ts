import { readFileSync } from "node:fs";
import path from "node:path";
import { FormData } from "undici";
import { speechLikeWav } from "../support/service/speech-like-audio.ts";

const SAMPLE_RATE_HZ = 16_000;
const folder = path.join(import.meta.dirname, "../../fixtures/audio");

/** A Turkish clip of nine seconds. */
export const CLIP = readFileSync(path.join(folder, "clip.wav"));
/** The same in a format that a decoder is needed for. */
export const CLIP_OGG = readFileSync(path.join(folder, "clip.ogg"));
/** A word that is heard in it. */
export const CLIP_WORD = /merhaba/i;
/** Samples of the clip: s16le, mono, 16000 Hz. */
export const CLIP_SAMPLES = CLIP.subarray(44);

/** A recording of a length, as a WAV file. */
export function recordingOf(seconds: number): Buffer {
  return speechLikeWav({ seconds, sampleRateHz: SAMPLE_RATE_HZ });
}

/** A person who speaks for a length: the clip, over and over. */
export function spokenFor(seconds: number): Buffer {
  const bytes = Math.round(seconds * SAMPLE_RATE_HZ) * 2;
  const times = Math.ceil(bytes / CLIP_SAMPLES.length);
  const samples = Buffer.concat(Array.from({ length: times }, () => CLIP_SAMPLES));
  return wav({ code: 1, sampleRateHz: SAMPLE_RATE_HZ, bits: 16 }, samples.subarray(0, bytes));
}

/** What a sample of silence is in A-law. */
export const ALAW_SILENCE = 0xd5;

/** Silence of a length in the fewest bytes: A-law at 8 kHz, of which two hours have 57.6 MB. */
export function silentFor(seconds: number): Buffer {
  const format = { code: 6, sampleRateHz: 8000, bits: 8 };
  return wav(format, Buffer.alloc(seconds * format.sampleRateHz, ALAW_SILENCE));
}

interface WavFormat {
  /** The format tag: 1 is PCM, 6 A-law. */
  readonly code: number;
  readonly sampleRateHz: number;
  readonly bits: number;
}

function wav({ code, sampleRateHz, bits }: WavFormat, samples: Buffer): Buffer {
  const header = Buffer.from(CLIP.subarray(0, 44));
  header.writeUInt32LE(36 + samples.length, 4);
  header.writeUInt16LE(code, 20);
  header.writeUInt32LE(sampleRateHz, 24);
  header.writeUInt32LE((sampleRateHz * bits) / 8, 28);
  header.writeUInt16LE(bits / 8, 32);
  header.writeUInt16LE(bits, 34);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/** Bytes that are no audio. */
export const NO_AUDIO = Buffer.from("this is a text and no recording ".repeat(64));

/** A form; Buffers become files. */
export function formOf(fields: Readonly<Record<string, string | Buffer>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), "recording.wav");
  }
  return form;
}
