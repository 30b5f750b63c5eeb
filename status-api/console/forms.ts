import { LANGUAGE_FIELD } from "#web-kit/language/negotiate-language.ts";
import { isServerFault } from "#runtime/server-fault.ts";
import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest, LightMyRequestResponse as Answer } from "fastify";
import type { Database } from "#migrations/status/schema.ts";
import { isTimeZone, momentOfClock } from "#monitor/domain/zone-clock.ts";
import { readPage } from "#monitor/store/components.ts";
import type { ListAnswer } from "../admin/answers.ts";
import type { GoneKind } from "../page/page-view-console.ts";
import type { FormOf, FormProblem, Refusal } from "../page/page-view-work.ts";
import type { ById } from "./console-context.ts";

/** Room for a long postmortem in every language, form-encoded. */
export const MAX_FORM_BYTES = 256 * 1024;

/** Returns the text of a field, trimmed and with `\n` as line end; empty where there is none. */
export function fieldIn(fields: URLSearchParams, name: string): string {
  return (fields.get(name) ?? "").replaceAll("\r\n", "\n").trim();
}

/** Returns a parameter of an address without what no stored text has; undefined where it is empty or not given. */
export function parameterIn(
  query: Readonly<Record<string, unknown>>,
  name: string,
): string | undefined {
  const value = query[name];
  if (typeof value !== "string") return undefined;
  return value.replaceAll(/\p{C}/gu, "").trim() || undefined;
}

/** Returns the number of the entry that a list is to go on after; undefined from its begin. */
export function numberBefore(query: Readonly<Record<string, unknown>>): number | undefined {
  const before = parameterIn(query, "before");
  return before !== undefined && /^\d{1,15}$/.test(before) ? Number(before) : undefined;
}

/** Returns a query string without empty parameters, with its question mark; empty where no parameter is left. */
export function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
  );
  const query = new URLSearchParams(given).toString();
  return query === "" ? "" : `?${query}`;
}

/** Returns the path of the page of a list that goes on after `page`; null where it ends with it. */
export function olderPath(
  path: string,
  { data, has_more }: ListAnswer<{ readonly id: string | number }>,
  parameters: Readonly<Record<string, string | undefined>> = {},
): string | null {
  return has_more ? `${path}${queryOf({ before: String(data.at(-1)?.id), ...parameters })}` : null;
}

/** Returns the idempotency key of a form: sending it twice has one effect. */
export function keyIn(fields: URLSearchParams): string {
  return fieldIn(fields, "key") || randomUUID();
}

/**
 * Returns whether a form was sent only to be shown in another language with its contents; a previewed one is previewed again.
 */
export function isLanguageChange(fields: URLSearchParams): boolean {
  return fields.has(LANGUAGE_FIELD) && !fields.has("previewed");
}

/** Reads a form as it was sent. */
export function readForm<Fields extends readonly string[]>(
  fields: URLSearchParams,
  names: Fields,
): FormOf<Fields> {
  const said = Object.fromEntries(names.map((name) => [name, fieldIn(fields, name)]));
  return {
    ...(said as Record<Fields[number], string>),
    texts: textsIn(fields),
    components: fields.getAll("components"),
    key: keyIn(fields),
  };
}

/** Returns the texts of a form by the admin API's field names. */
export function textsIn(fields: URLSearchParams): Readonly<Record<string, string>> {
  const names = [...fields.keys()].filter((name) => /^(name|body)(_|$)/.test(name));
  return Object.fromEntries(names.map((name) => [name, fieldIn(fields, name)]));
}

/** Returns the texts that are not empty. */
export function writtenTexts(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
}

/** A form with a missing time, an unknown zone or a time that does not exist. */
export class FormFault extends Error {
  override readonly name = "FormFault";
  readonly problem: FormProblem;

  constructor(problem: FormProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/** Converts a local time of a zone to what the admin API takes; undefined for an empty one. Throws FormFault. */
export function momentIn(time: string, zone: string): string | undefined {
  if (!isTimeZone(zone)) throw new FormFault({ kind: "unknownZone", zone });
  if (time === "") return undefined;
  const atMs = momentOfClock(zone, time);
  if (atMs === null) throw new FormFault({ kind: "skippedTime", zone, time });
  return new Date(atMs).toISOString();
}

/** Like `momentIn`, for a required field. */
export function neededMomentIn(time: string, zone: string): string {
  const moment = momentIn(time, zone);
  if (moment === undefined) throw new FormFault({ kind: "missingTime" });
  return moment;
}

/** Reads the time zone of the page. */
export async function readTimeZone(db: Database): Promise<string> {
  return (await readPage(db))?.timeZone ?? "Etc/UTC";
}

/** Thrown where what an address names is not there, or not any more; the answer is a page that says so. */
export class Gone extends Error {
  override readonly name = "Gone";
  readonly what: GoneKind;

  constructor(what: GoneKind) {
    super(what);
    this.what = what;
  }
}

/** Reads the `what` that the address of a page names from a list of the admin API. Throws Gone. */
export async function readOne<One>(
  request: FastifyRequest<ById>,
  what: GoneKind,
  listPath: string,
): Promise<One> {
  const path = `${listPath}/${encodeURIComponent(request.params.id)}`;
  const answer = await request.askAdmin("GET", path);
  if (answer.statusCode === 404) throw new Gone(what);
  return answer.json<One>();
}

/** Returns the error of an answer of the admin API; null for a successful one. */
export function refusalIn(answer: Answer): Refusal | null {
  if (answer.statusCode < 300) return null;
  const { code, param, message } = answer.json<{ readonly error: Refusal }>().error;
  return { code, param, message };
}

/** Returns the status code of a form's page: a preview of what is not complete yet is no error. */
export function codeOf({ statusCode }: Answer, isPreview: boolean): number {
  return isPreview && !isServerFault(statusCode) ? 200 : statusCode;
}

/** Outcome of a form: the admin API's answer, or the status code of the page that shows the form again, and why. */
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

/** A change to ask the admin API for. */
export interface ChangeRequest {
  readonly method: "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: object;
}

/** What a form does, besides being shown in another language. */
interface FormSteps {
  /** Returns the change to ask the admin API for. Throws FormFault. */
  readonly change: () => ChangeRequest;
  /** Returns the page to go to after the change, by what was changed. */
  readonly done: (changed: { readonly id: string }) => string;
  /** Shows the form again with its contents, also where it was refused, or with a preview. */
  readonly show: (preview?: Answer) => Promise<FastifyReply> | FastifyReply;
  /** Whether the form previews its change, unless it is sent with the step `send`. */
  readonly hasPreview?: boolean;
}

/** Makes or previews the change of a form that was sent, and goes to the page after it; a refused form keeps its contents. */
export async function sendForm(
  reply: FastifyReply,
  { change, done, show, hasPreview = false }: FormSteps,
): Promise<FastifyReply> {
  const { request } = reply;
  const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  if (isLanguageChange(fields)) return show();
  const isPreview = hasPreview && fields.get("step") !== "send";
  const outcome = await outcomeOf(async () => {
    const { method, path, body } = change();
    return isPreview
      ? request.askAdmin(method, `${path}?preview=true`, { body })
      : request.askAdmin(method, path, { body, key: keyIn(fields) });
  }, isPreview);
  if (outcome.problem !== null) {
    reply.code(outcome.code).problem = outcome.problem;
    return show();
  }
  if (isPreview) return show(outcome.answer);
  return reply.redirect(done(outcome.answer.json()), 303);
}
