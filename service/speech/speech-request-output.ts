/** What a speech request says of the audio that it wants. */

import {
  AUDIO_FORMATS,
  DEFAULT_AUDIO_FORMAT,
  isAudioFormat,
  type AudioFormatName,
} from "../engine/audio/encoding/audio-formats.ts";
import { Refusal } from "../contract/refusal.ts";
import type { SpeechFields } from "./speech-request-fields.ts";

/** How the audio of a speech request is sent. */
export interface SpeechOutput {
  readonly format: AudioFormatName;
  /** Hertz. */
  readonly sampleRate: number;
  /** `audio` is the audio itself, `sse` server-sent events that hold it piece by piece. */
  readonly transport: "audio" | "sse";
  /** Pace relative to the voice's own. */
  readonly speed: number;
}

/** Paces that a request may ask for. */
export const SPEED = { least: 0.25, most: 4 };
export const TRANSPORTS = ["audio", "sse"] as const;

/** Reads what a request says of its audio; throws Refusal. `nativeRate` is the model's, in hertz. */
export function parseSpeechOutput(fields: SpeechFields, nativeRate: number): SpeechOutput {
  const format = formatOf(fields);
  return {
    format,
    sampleRate: sampleRateOf(fields, format, nativeRate),
    transport: transportOf(fields),
    speed: speedOf(fields),
  };
}

function formatOf(fields: SpeechFields): AudioFormatName {
  const format = fields["response_format"] ?? DEFAULT_AUDIO_FORMAT;
  if (isAudioFormat(format)) return format;
  const known = Object.keys(AUDIO_FORMATS).join(", ");
  throw invalid("response_format", `has to be one of ${known}`);
}

function sampleRateOf(fields: SpeechFields, format: AudioFormatName, nativeRate: number): number {
  const rate = fields["sample_rate"];
  if (rate === undefined) return nativeRate;
  const { sampleRates } = AUDIO_FORMATS[format];
  if (typeof rate === "number" && sampleRates.includes(rate)) return rate;
  throw invalid("sample_rate", `has to be one of ${sampleRates.join(", ")} with ${format}`);
}

function transportOf(fields: SpeechFields): SpeechOutput["transport"] {
  const wanted = fields["stream_format"] ?? "audio";
  const transport = TRANSPORTS.find((name) => name === wanted);
  if (transport !== undefined) return transport;
  throw invalid("stream_format", `has to be one of ${TRANSPORTS.join(", ")}`);
}

function speedOf(fields: SpeechFields): number {
  const speed = fields["speed"] ?? 1;
  if (typeof speed === "number" && speed >= SPEED.least && speed <= SPEED.most) return speed;
  throw invalid("speed", `has to be a number from ${SPEED.least} to ${SPEED.most}`);
}

function invalid(field: string, what: string): Refusal {
  return new Refusal("invalid_request", `${field} ${what}.`, field);
}
