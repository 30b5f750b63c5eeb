import type { DemoModel } from "../frame/content.ts";
import type { SpeechRequest } from "../take/take.ts";
import type { DemoTexts } from "../../texts/texts.ts";

/** What the reader asks of a voice. */
export interface DesignForm {
  /** Who speaks. */
  readonly description: string;
  /** How; may be blank. */
  readonly directions: string;
  readonly text: string;
}

/** The form as it is shown first: the first suggestion. */
export function initialDesign({ design }: DemoTexts): DesignForm {
  return { description: design.descriptions[0] ?? "", directions: "", text: design.sentence };
}

/** Returns what is wrong with a description or directions; undefined where nothing is. */
export function flawOf(words: string, isNeeded: boolean): "missing" | "parentheses" | undefined {
  if (/[()]/.test(words)) return "parentheses";
  return isNeeded && words.trim() === "" ? "missing" : undefined;
}

/** Makes the request of a form; directions stand before the text, because a description excludes `instructions`. */
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
