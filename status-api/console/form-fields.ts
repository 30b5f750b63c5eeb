import { randomUUID } from "node:crypto";
import { isTimeZone, momentOfClock } from "#monitor/domain/zone-clock.ts";
import { languages } from "#web-kit/language/languages.ts";
import { fieldOf } from "../admin/text-fields.ts";
import type { FormProblem } from "../page/page-view-work.ts";

/** Room for a long postmortem in every language, as a form sends it. */
export const MAX_FORM_BYTES = 256 * 1024;

/** The fields of what people are told, in each language. */
export const textFields = languages.map((language) => ({
  language,
  name: fieldOf("name", language),
  body: fieldOf("body", language),
}));

/** Returns the text of a field as it was written; empty where there is none. */
export function fieldIn(fields: URLSearchParams, name: string): string {
  return (fields.get(name) ?? "").replaceAll("\r\n", "\n").trim();
}

/** Returns the key that lets what is sent twice be done once. */
export function keyIn(fields: URLSearchParams): string {
  return fieldIn(fields, "key") || randomUUID();
}

/** Whether a form was sent to be shown in another language with what is in it; beside a preview it is previewed again. */
export function isLanguageChange(fields: URLSearchParams): boolean {
  return fields.has("lang") && !fields.has("previewed");
}

/** Returns what people are to be told, by the admin API's names. */
export function textsIn(fields: URLSearchParams): Readonly<Record<string, string>> {
  const names = [...fields.keys()].filter((name) => /^(name|body)(_|$)/.test(name));
  return Object.fromEntries(names.map((name) => [name, fieldIn(fields, name)]));
}

/** Returns the texts that somebody wrote; an empty field says nothing. */
export function writtenTexts(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
}

/** A form that has no moment in it where one is asked for. */
export class FormFault extends Error {
  override readonly name = "FormFault";
  readonly problem: FormProblem;

  constructor(problem: FormProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/** Reads a time that was entered by the clock of a zone, as the admin API takes it; undefined for an empty one. Throws FormFault. */
export function momentIn(time: string, zone: string): string | undefined {
  if (!isTimeZone(zone)) throw new FormFault({ kind: "unknownZone", zone });
  if (time === "") return undefined;
  const atMs = momentOfClock(zone, time);
  if (atMs === null) throw new FormFault({ kind: "skippedTime", zone, time });
  return new Date(atMs).toISOString();
}
