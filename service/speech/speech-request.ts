/** A request for speech: what to speak, with which model, in which voice, as which audio. */

import { LIMITS } from "../contract/limits.ts";
import {
  parseRequestedPronunciations,
  type RequestedPronunciations,
} from "./pronunciations/requested-pronunciations.ts";
import { Refusal } from "../contract/refusal.ts";
import { codePoints, type SentSpeechRequest, type SpeechFields } from "./speech-request-fields.ts";
import { parseSpeechOutput, type SpeechOutput } from "./speech-request-output.ts";
import {
  directedInput,
  parseVoice,
  type RequestedVoice,
  type VoiceModel,
} from "./speech-request-voice.ts";

/** What of a synthesis model decides about a request. */
export interface SpeechModel extends VoiceModel {
  /** Hertz. */
  readonly sampleRate: number;
}

/** A text to speak, with everything that was left out filled in. */
export interface SpeechRequest<Model extends SpeechModel> {
  readonly model: Model;
  /** What is spoken, without a leading `(…)`. */
  readonly text: string;
  /** How many code points the whole input has. */
  readonly characters: number;
  readonly pronunciations: RequestedPronunciations;
  readonly voice: RequestedVoice;
  readonly output: SpeechOutput;
}

/** Finds the model that a speech request names, or the default one; throws Refusal. */
export function findSpeechModel<Model extends SpeechModel>(
  fields: SpeechFields,
  models: readonly Model[],
  defaultModel: Model | undefined,
): Model | undefined {
  const named = fields["model"];
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
  sent: SentSpeechRequest,
  model: Model,
): SpeechRequest<Model> {
  const { fields } = sent;
  const { input, characters } = parseInput(fields);
  const { text, direction } = directedInput(input, model);
  const voice = parseVoice(sent, direction, model);
  const pronunciations = parseRequestedPronunciations(fields["pronunciations"]);
  const output = parseSpeechOutput(fields, model.sampleRate);
  return { model, text, characters, pronunciations, voice, output };
}

/** Reads the text of a request and how many code points it has; throws Refusal. */
export function parseInput({ input }: SpeechFields): {
  readonly input: string;
  readonly characters: number;
} {
  if (typeof input !== "string" || input.trim() === "") {
    throw new Refusal("invalid_request", "input has to be a text that is not empty.", "input");
  }
  const characters = codePoints(input);
  if (characters > LIMITS.inputCharacters) {
    throw new Refusal(
      "input_too_long",
      `input has ${characters} characters; at most ${LIMITS.inputCharacters} are taken.`,
      "input",
    );
  }
  return { input, characters };
}
