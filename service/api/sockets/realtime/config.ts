import type { SampleEncoding } from "../../../engine/audio/sample-decoder.ts";
import { parsePrompt } from "../../../speech/prompt.ts";
import { TRANSCRIPTION_MODEL_ID } from "../../../contract/transcriptions.ts";
import { checkTranscriptionModel } from "../../../speech/transcription-request.ts";
import { integer, invalidField, isFields, oneOf, text, type FrameFields } from "../frame.ts";
import type { HearingParameters } from "../live/live-hearing.ts";
import { STREAM_RANGES } from "../live/protocol.ts";

/** How the end of what somebody says is found. */
interface TurnDetection {
  /** A pause this long ends it. */
  readonly silenceMs: number;
  /** How much before its first word it is said to begin. */
  readonly prefixPaddingMs: number;
}

/** What a realtime session is set to. */
export interface RealtimeConfig {
  readonly model: string;
  readonly language: string | null;
  readonly prompt: string;
  readonly format: AudioFormat;
  /** Hertz. */
  readonly sampleRate: number;
  /** Null when the client says itself where something ends. */
  readonly turnDetection: TurnDetection | null;
}

interface AudioFormat {
  readonly encoding: SampleEncoding;
  /** Its names in today's dialect and in the one before. */
  readonly type: string;
  readonly formerName: string;
  /** Hertz, unless the client says otherwise. */
  readonly sampleRate: number;
}

const PCM: AudioFormat = {
  encoding: "s16le",
  type: "audio/pcm",
  formerName: "pcm16",
  sampleRate: 24_000,
};
const AUDIO_FORMATS: readonly AudioFormat[] = [
  PCM,
  { encoding: "mulaw", type: "audio/pcmu", formerName: "g711_ulaw", sampleRate: 8000 },
  { encoding: "alaw", type: "audio/pcma", formerName: "g711_alaw", sampleRate: 8000 },
];
const SERVER_VAD: TurnDetection = { silenceMs: 500, prefixPaddingMs: 300 };
/** Speech is found by its words, whatever its level; the dialect wants a number. */
const THRESHOLD = 0.5;

export const DEFAULT_CONFIG: RealtimeConfig = {
  model: TRANSCRIPTION_MODEL_ID,
  language: null,
  prompt: "",
  format: PCM,
  sampleRate: PCM.sampleRate,
  turnDetection: SERVER_VAD,
};

/**
 * Reads the session of an update, whose fields replace those of the `current` config; throws Refusal or ApiError.
 *
 * Takes the shape of today's dialect (`audio.input.format`) and the one before (`input_audio_format`).
 */
export function updatedConfig(
  session: FrameFields,
  current: RealtimeConfig,
  compatModelId: string,
): RealtimeConfig {
  if (session["type"] !== undefined) oneOf(["transcription"])(session["type"], "session.type");
  const audio = fieldsOf(session, "audio");
  const input = fieldsOf(audio, "input");
  const transcription = {
    ...fieldsOf(session, "input_audio_transcription"),
    ...fieldsOf(input, "transcription"),
  };
  const read = <Value>(name: string, reader: (given: unknown, name: string) => Value) =>
    transcription[name] === undefined ? undefined : reader(transcription[name], name);
  const model = read("model", text) ?? current.model;
  checkTranscriptionModel(model, compatModelId);
  const given = input["format"] ?? session["input_audio_format"];
  const format = given === undefined ? current : formatOf(given);
  const turns =
    input["turn_detection"] === undefined ? session["turn_detection"] : input["turn_detection"];
  return {
    model,
    language: read("language", languageOf) ?? current.language,
    prompt: read("prompt", text) ?? current.prompt,
    format: format.format,
    sampleRate: format.sampleRate,
    turnDetection: turns === undefined ? current.turnDetection : turnDetectionOf(turns),
  };
}

/** What a config means for the one who hears. */
export function hearingParameters(config: RealtimeConfig): HearingParameters {
  return {
    encoding: config.format.encoding,
    sampleRate: config.sampleRate,
    channels: 1,
    interimResults: true,
    endpointingMs: config.turnDetection?.silenceMs ?? Infinity,
    words: false,
    prompt: parsePrompt(config.prompt),
  };
}

/** A session as the dialect describes it. */
export interface SessionIdentity {
  readonly id: string;
  /** Unix seconds. */
  readonly expires_at: number;
}

/** Describes a session as today's dialect does. */
export function sessionDescription(identity: SessionIdentity, config: RealtimeConfig) {
  const { type } = config.format;
  return {
    ...identity,
    object: "realtime.transcription_session",
    type: "transcription",
    audio: {
      input: {
        format: config.format === PCM ? { type, rate: config.sampleRate } : { type },
        transcription: transcriptionDescription(config),
        noise_reduction: null,
        turn_detection: turnDescription(config),
      },
    },
    include: null,
  };
}

/** Describes a session as the dialect before did. */
export function formerSessionDescription(identity: SessionIdentity, config: RealtimeConfig) {
  return {
    ...identity,
    object: "realtime.transcription_session",
    input_audio_format: config.format.formerName,
    input_audio_transcription: transcriptionDescription(config),
    input_audio_noise_reduction: null,
    turn_detection: turnDescription(config),
    client_secret: null,
    include: null,
  };
}

function transcriptionDescription({ model, language, prompt }: RealtimeConfig) {
  return { model, language, prompt };
}

function turnDescription({ turnDetection }: RealtimeConfig) {
  return (
    turnDetection && {
      type: "server_vad",
      threshold: THRESHOLD,
      prefix_padding_ms: turnDetection.prefixPaddingMs,
      silence_duration_ms: turnDetection.silenceMs,
    }
  );
}

/** A part that is null or left out says nothing. */
function fieldsOf(fields: FrameFields, name: string): FrameFields {
  const value = fields[name] ?? {};
  if (isFields(value)) return value;
  throw invalidField(name, "has to be an object");
}

function languageOf(given: unknown, name: string): string | null {
  return given === null ? null : oneOf(["tr"])(given, name);
}

function formatOf(given: unknown): Pick<RealtimeConfig, "format" | "sampleRate"> {
  const fields = isFields(given) ? given : { type: given };
  const name = fields["type"];
  const format = AUDIO_FORMATS.find(({ type, formerName }) => type === name || formerName === name);
  if (format === undefined) {
    const known = AUDIO_FORMATS.flatMap(({ type, formerName }) => [type, formerName]).join(", ");
    throw invalidField("format", `has to be one of ${known}`);
  }
  const rate = fields["rate"] ?? format.sampleRate;
  return { format, sampleRate: integer(STREAM_RANGES.sampleRate)(rate, "format.rate") };
}

function turnDetectionOf(given: unknown): TurnDetection | null {
  if (given === null) return null;
  if (!isFields(given)) throw invalidField("turn_detection", "has to be an object or null");
  oneOf(["server_vad"])(given["type"] ?? "server_vad", "turn_detection.type");
  const read = (name: string, most: number, absent: number) =>
    integer({ least: 0, most })(given[name] ?? absent, `turn_detection.${name}`);
  return {
    // Shorter pauses lie within words.
    silenceMs: Math.max(
      STREAM_RANGES.endpointingMs.least,
      read("silence_duration_ms", 10_000, SERVER_VAD.silenceMs),
    ),
    prefixPaddingMs: read("prefix_padding_ms", 10_000, SERVER_VAD.prefixPaddingMs),
  };
}
