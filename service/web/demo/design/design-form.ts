import type { DemoModel } from "../frame/content.ts";
import type { SpeechRequest } from "../take/take.ts";
import type { DemoTexts } from "../../texts/texts.ts";

/** The fields of the form for a voice. */
export interface DesignForm {
  /** A description of the speaker. */
  readonly description: string;
  /** Directions on how to speak; may be blank. */
  readonly directions: string;
  readonly text: string;
}

/** Returns the initial form, with the first suggestion. */
export function initialDesign({ design }: DemoTexts): DesignForm {
  return { description: design.descriptions[0] ?? "", directions: "", text: design.sentence };
}

/** Returns what is wrong with a description or directions; undefined where nothing is. */
export function flawOf(words: string, isNeeded: boolean): "missing" | "parentheses" | undefined {
  if (/[()]/.test(words)) return "parentheses";
  return isNeeded && words.trim() === "" ? "missing" : undefined;
}

/** Returns the request for a form; directions go before the text, because a description excludes `instructions`. */
export function designRequestOf(
  { description, directions, text }: DesignForm,
  { id, sampleRate }: DemoModel,
): SpeechRequest {
  const lead = directions.trim() === "" ? "" : `(${directions.trim()}) `;
  return {
    fields: { model: id, voice_description: description.trim(), input: `${lead}${text}` },
    sampleRate,
  };
}
