import type { LightMyRequestResponse as Answer } from "fastify";
import type { Refusal } from "../page/page-view-work.ts";
import { textFields } from "./form-fields.ts";

/** Returns what a list of the admin API has. */
export function listIn<Item>(answer: Answer): {
  readonly data: readonly Item[];
  readonly has_more: boolean;
} {
  return answer.json();
}

/** Returns why the admin API refused; null where it did not. */
export function refusalIn(answer: Answer): Refusal | null {
  return answer.statusCode < 300 ? null : readRefusal(answer);
}

/** Reads why the admin API refused from an answer that does. */
export function readRefusal(answer: Answer): Refusal {
  type Fault = Pick<Refusal, "code" | "param" | "message">;
  const { code, param, message } = answer.json<{ readonly error: Fault }>().error;
  return { code, param, message, textField: textFieldOf(param) };
}

function textFieldOf(param: string | null): Refusal["textField"] {
  for (const { language, name, body } of textFields) {
    if (param === name) return { kind: "title", language };
    if (param === body) return { kind: "text", language };
  }
  return null;
}

/** Returns the query of an address, without what is empty; with its question mark where there is any. */
export function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
  );
  const query = new URLSearchParams(given).toString();
  return query === "" ? "" : `?${query}`;
}
