import { LIMITS } from "../../contract/limits.ts";
import { Refusal } from "../../contract/refusal.ts";
import { codePoints, type SpeechFields } from "../speech-request-fields.ts";
import type { VoiceLabel } from "./saved-voice.ts";

const UNNAMED = "Unnamed voice";

/** Reads the name and the description of a new voice; throws Refusal. */
export function parseVoiceLabel(fields: SpeechFields): VoiceLabel {
  return parseLabelChange(fields, { name: UNNAMED, description: "" });
}

/** Reads a change of a voice's name and description: what is absent stays; throws Refusal. */
export function parseLabelChange(fields: SpeechFields, current: VoiceLabel): VoiceLabel {
  const { name = current.name, description = current.description } = fields;
  return {
    name: textOf(name, "name", 1, LIMITS.voiceNameCharacters),
    description: textOf(description, "description", 0, LIMITS.voiceNoteCharacters),
  };
}

function textOf(value: unknown, field: string, least: number, most: number): string {
  const text = typeof value === "string" ? value.trim() : undefined;
  const length = text === undefined ? -1 : codePoints(text);
  if (text !== undefined && length >= least && length <= most) return text;
  throw new Refusal(
    "invalid_request",
    `${field} has to be a text of ${least} to ${most} characters.`,
    field,
  );
}
