import { LIMITS } from "../accounts/limits.ts";
import {
  AUDIO_FORMATS,
  DEFAULT_AUDIO_FORMAT,
  isAudioFormat,
  type AudioFormatName,
} from "../engine/audio/encoding/audio-formats.ts";
import { Refusal, type RefusalCode } from "./refusal.ts";

/** What of a synthesis model decides about a request. */
export interface SpeechModel {
  readonly id: string;
  readonly sampleRate: number;
  readonly voices: readonly string[];
}

/** A text to speak, with everything that was left out filled in. */
export interface SpeechRequest<Model extends SpeechModel> {
  readonly model: Model;
  readonly input: string;
  readonly voice: string;
  readonly format: AudioFormatName;
  readonly speed: number;
}

/** The models whose voices are fixed; on all others a voice can be designed, directed, cloned and saved. */
const FIRST_GENERATION: ReadonlySet<string> = new Set(["synth-v1"]);
const SECOND_GENERATION_FIELDS = [
  "voice_description",
  "instructions",
  "reference_audio",
  "consent",
] as const;
const SAVED_VOICE_PREFIX = "voice_";
const SPEED = { least: 0.25, most: 4 };

type Body = Readonly<Record<string, unknown>>;

/** Finds the model that a speech request names, or the default one; throws Refusal. */
export function findSpeechModel<Model extends SpeechModel>(
  body: unknown,
  models: readonly Model[],
  defaultModel: Model | undefined,
): Model | undefined {
  const named = asBody(body)["model"];
  if (named === undefined) return defaultModel;
  const found = models.find(({ id }) => id === named);
  if (found !== undefined) return found;
  const valid = models.map(({ id }) => id).join(", ");
  throw new Refusal(
    "unknown_model",
    `The model ${JSON.stringify(named)} does not exist; there are ${valid}.`,
    "model",
  );
}

/** Reads a speech request for a model; throws Refusal. */
export function parseSpeechRequest<Model extends SpeechModel>(
  json: unknown,
  model: Model,
): SpeechRequest<Model> {
  const body = asBody(json);
  const input = inputOf(body);
  checkGeneration(body, model);
  checkConflicts(body, input);
  checkDirection(body, "instructions", "invalid_instructions");
  checkDirection(body, "voice_description", "invalid_voice_description");
  refuseUnavailable(body, input, model);
  return {
    model,
    input,
    voice: voiceOf(body, model),
    format: formatOf(body),
    speed: speedOf(body),
  };
}

function asBody(json: unknown): Body {
  if (typeof json === "object" && json !== null && !Array.isArray(json)) {
    // Some clients send null for what they leave out.
    return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
  }
  throw new Refusal("invalid_request", "The body has to be a JSON object.");
}

function inputOf(body: Body): string {
  const { input } = body;
  if (typeof input !== "string" || input.trim() === "") {
    throw new Refusal("invalid_request", "input has to be a text that is not empty.", "input");
  }
  const length = codePoints(input);
  if (length > LIMITS.inputCharacters) {
    throw new Refusal(
      "input_too_long",
      `input has ${length} characters; at most ${LIMITS.inputCharacters} are taken.`,
      "input",
    );
  }
  return input;
}

function checkGeneration(body: Body, model: SpeechModel): void {
  if (!FIRST_GENERATION.has(model.id)) return;
  const field = SECOND_GENERATION_FIELDS.find((name) => body[name] !== undefined);
  if (field !== undefined) {
    throw new Refusal("unsupported_field", `${model.id} does not support ${field}.`, field);
  }
  if (voiceName(body)?.startsWith(SAVED_VOICE_PREFIX) === true) {
    throw new Refusal("unsupported_field", `${model.id} does not support saved voices.`, "voice");
  }
}

function checkConflicts(body: Body, input: string): void {
  const conflict = (one: string, other: string) =>
    new Refusal("conflicting_fields", `${one} cannot be combined with ${other}.`, one);
  for (const other of ["instructions", "reference_audio"]) {
    if (body["voice_description"] !== undefined && body[other] !== undefined) {
      throw conflict("voice_description", other);
    }
  }
  if (body["instructions"] !== undefined && hasLeadingDirection(input)) {
    throw conflict("instructions", "a leading (…) in input");
  }
}

function checkDirection(body: Body, field: string, code: RefusalCode): void {
  const value = body[field];
  if (value === undefined) return;
  const isValid =
    typeof value === "string" &&
    codePoints(value) <= LIMITS.directionCharacters &&
    !/[()]/.test(value);
  if (isValid) return;
  throw new Refusal(
    code,
    `${field} has to be a text of at most ${LIMITS.directionCharacters} characters without parentheses.`,
    field,
  );
}

/** Fields of the interface that this version cannot honour: refused, so that nobody relies on them in vain. */
function refuseUnavailable(body: Body, input: string, model: SpeechModel): void {
  const field = [...SECOND_GENERATION_FIELDS, "pronunciations"].find(
    (name) => body[name] !== undefined,
  );
  if (field !== undefined) throw notYet(field, field);
  if (!FIRST_GENERATION.has(model.id) && hasLeadingDirection(input)) {
    throw notYet("A leading (…) in input, an instruction,", "input");
  }
  if (body["stream_format"] !== undefined && body["stream_format"] !== "audio") {
    throw notYet("A stream_format other than audio", "stream_format");
  }
  const rate = body["sample_rate"];
  if (rate !== undefined && rate !== model.sampleRate) {
    throw notYet(`A sample_rate other than ${model.sampleRate}`, "sample_rate");
  }
}

function notYet(what: string, param: string): Refusal {
  return new Refusal("invalid_request", `${what} is not available yet.`, param);
}

function voiceOf(body: Body, model: SpeechModel): string {
  const voice = voiceName(body);
  if (voice === undefined) {
    throw new Refusal("invalid_request", "voice has to be the name of a voice.", "voice");
  }
  if (voice.startsWith(SAVED_VOICE_PREFIX)) {
    throw new Refusal("unknown_saved_voice", `There is no saved voice ${voice}.`, "voice");
  }
  if (model.voices.includes(voice)) return voice;
  throw new Refusal(
    "unknown_voice",
    `${model.id} has no voice "${voice}"; there are ${model.voices.join(", ")}.`,
    "voice",
  );
}

/** The voice by its name, or as `{"id": name}`. */
function voiceName(body: Body): string | undefined {
  const { voice } = body;
  if (typeof voice === "string") return voice;
  if (typeof voice !== "object" || voice === null) return undefined;
  const { id } = voice as { readonly id?: unknown };
  return typeof id === "string" ? id : undefined;
}

function formatOf(body: Body): AudioFormatName {
  const format = body["response_format"] ?? DEFAULT_AUDIO_FORMAT;
  if (isAudioFormat(format)) return format;
  throw new Refusal(
    "invalid_request",
    `response_format has to be one of ${Object.keys(AUDIO_FORMATS).join(", ")}.`,
    "response_format",
  );
}

function speedOf(body: Body): number {
  const speed = body["speed"] ?? 1;
  if (typeof speed === "number" && speed >= SPEED.least && speed <= SPEED.most) return speed;
  throw new Refusal(
    "invalid_request",
    `speed has to be a number from ${SPEED.least} to ${SPEED.most}.`,
    "speed",
  );
}

function hasLeadingDirection(input: string): boolean {
  return /^\s*\([^)]*\)/.test(input);
}

/** The length of a text as people count it: code points, not UTF-16 units. */
function codePoints(text: string): number {
  return Array.from(text).length;
}
