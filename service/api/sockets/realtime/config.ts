import type { SampleEncoding } from "../../../engine/audio/sample-decoder.ts";
import type { Partials } from "../../../engine/model/model.ts";
import { parsePrompt } from "../../../speech/prompt.ts";
import { read } from "../../../contract/read.ts";
import { nothingLeft, type Sent } from "../../../contract/schema.ts";
import { MIN_ENDPOINTING_MS } from "../../../contract/sockets/live-stream.ts";
import { ServerVad, type RealtimeSession } from "../../../contract/sockets/realtime.ts";
import { TRANSCRIPTION_MODEL_ID } from "../../../contract/transcriptions.ts";
import { checkTranscriptionModel } from "../../../speech/transcription-request.ts";
import type { RecognitionParameters } from "../live/live-recognition.ts";

/** Settings for detecting the end of an utterance. */
interface TurnDetection {
  /** Length of the pause that ends an utterance. */
  readonly silenceMs: number;
  /** How long before its first word an utterance is reported to begin. */
  readonly prefixPaddingMs: number;
}

export interface RealtimeConfig {
  readonly model: string;
  readonly language: string | null;
  readonly prompt: string;
  readonly format: AudioFormat;
  /** In Hz. */
  readonly sampleRate: number;
  /** Null when the client decides where an utterance ends. */
  readonly turnDetection: TurnDetection | null;
}

interface AudioFormat {
  readonly encoding: SampleEncoding;
  /** Names of the format in the current dialect and in the former one. */
  readonly type: string;
  readonly formerName: string;
  /** Default sample rate in Hz. */
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
const SERVER_VAD = turnDetectionOf(read(ServerVad, {}));
/** Required by the dialect, but not used: speech is detected by its words, not by its level. */
const THRESHOLD = 0.5;

export const DEFAULT_CONFIG: RealtimeConfig = {
  model: TRANSCRIPTION_MODEL_ID,
  language: null,
  prompt: "",
  format: PCM,
  sampleRate: PCM.sampleRate,
  turnDetection: SERVER_VAD,
};

type Session = Sent<typeof RealtimeSession>;

/**
 * Returns the config after an update, whose fields replace those of `current`; `models` are the names that it may use. Throws
 * ApiError.
 *
 * Accepts the format of the current dialect (`audio.input.format`) and of the former one (`input_audio_format`).
 */
export function updatedConfig(
  session: Session,
  current: RealtimeConfig,
  models: readonly string[],
): RealtimeConfig {
  const { type: _only, audio, input_audio_format, input_audio_transcription, ...more } = session;
  const { turn_detection: formerTurns, ...rest } = more;
  nothingLeft(rest);
  const transcription = { ...input_audio_transcription, ...audio?.input?.transcription };
  const model = transcription.model ?? current.model;
  checkTranscriptionModel(model, models);
  const given = audio?.input?.format ?? input_audio_format;
  const todaysTurns = audio?.input?.turn_detection;
  const turns = todaysTurns === undefined ? formerTurns : todaysTurns;
  return {
    model,
    language: transcription.language ?? current.language,
    prompt: transcription.prompt ?? current.prompt,
    ...(given === undefined
      ? { format: current.format, sampleRate: current.sampleRate }
      : formatOf(given)),
    turnDetection: turns === undefined ? current.turnDetection : turns && turnDetectionOf(turns),
  };
}

/** Converts a config to parameters of the recognition. */
export function recognitionParameters(config: RealtimeConfig): RecognitionParameters {
  return {
    encoding: config.format.encoding,
    sampleRate: config.sampleRate,
    channels: 1,
    interimResults: true,
    endpointingMs: config.turnDetection?.silenceMs ?? Infinity,
    words: false,
    withConfidence: false,
    withFigures: false,
    prompt: parsePrompt(config.prompt),
  };
}

export interface SessionIdentity {
  readonly id: string;
  /** Unix time in seconds. */
  readonly expires_at: number;
  /** Extension to the dialect: how soon deltas arrive. */
  readonly partials: Partials;
}

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

function formatOf(
  given: NonNullable<Session["input_audio_format"]>,
): Pick<RealtimeConfig, "format" | "sampleRate"> {
  const requested: Exclude<typeof given, string> =
    typeof given === "string" ? { type: given } : given;
  const { type: name, rate } = requested;
  const named = AUDIO_FORMATS.find(({ type, formerName }) => type === name || formerName === name);
  const format = named ?? PCM;
  return { format, sampleRate: rate ?? format.sampleRate };
}

function turnDetectionOf(given: Sent<typeof ServerVad>): TurnDetection {
  return {
    silenceMs: Math.max(MIN_ENDPOINTING_MS, given.silence_duration_ms),
    prefixPaddingMs: given.prefix_padding_ms,
  };
}
