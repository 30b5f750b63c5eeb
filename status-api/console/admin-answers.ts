import { isServerFault } from "#runtime/server-fault.ts";
import type { FastifyRequest, LightMyRequestResponse as Answer } from "fastify";
import type { FormProblem, Refusal } from "../page/page-view-work.ts";
import type { ById } from "./console-context.ts";
import { FormFault, textFields } from "./form-fields.ts";

/** Reads what the address of a page names from a list of the admin API; undefined where there is none. */
export async function readOne<One>(
  request: FastifyRequest<ById>,
  listPath: string,
): Promise<One | undefined> {
  const path = `${listPath}/${encodeURIComponent(request.params.id)}`;
  const answer = await request.askAdmin("GET", path);
  return answer.statusCode === 404 ? undefined : answer.json<One>();
}

/** Returns the content of a list answer of the admin API. */
export function listIn<Item>(answer: Answer): {
  readonly data: readonly Item[];
  readonly has_more: boolean;
} {
  return answer.json();
}

/** Returns the error of an answer of the admin API; null for a successful one. */
export function refusalIn(answer: Answer): Refusal | null {
  return answer.statusCode < 300 ? null : readRefusal(answer);
}

/** Returns the status code of a form's page: a preview of what is not complete yet is no error. */
export function codeOf({ statusCode }: Answer, isPreview: boolean): number {
  return isPreview && !isServerFault(statusCode) ? 200 : statusCode;
}

/** What came of a form: the admin API's answer, or the status code of the page that shows the form again, and why. */
type FormOutcome =
  | { readonly answer: Answer; readonly problem: null }
  | { readonly code: number; readonly problem: FormProblem };

/** Asks the admin API for what a form says, or for a preview of it; `ask` may throw FormFault. */
export async function outcomeOf(
  ask: () => Promise<Answer>,
  isPreview = false,
): Promise<FormOutcome> {
  try {
    const answer = await ask();
    const refusal = refusalIn(answer);
    if (refusal === null) return { answer, problem: null };
    return { code: codeOf(answer, isPreview), problem: { kind: "refused", refusal } };
  } catch (error) {
    if (!(error instanceof FormFault)) throw error;
    return { code: isPreview ? 200 : 400, problem: error.problem };
  }
}

/** Reads the error from an error answer of the admin API. */
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

/** Returns a query string without empty parameters, with its question mark; empty where no parameter is left. */
export function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
  );
  const query = new URLSearchParams(given).toString();
  return query === "" ? "" : `?${query}`;
}
