import { ApiError } from "../../../contract/errors.ts";
import { parsePrompt, type Prompt } from "../../../speech/prompt.ts";

const TURKISH: ReadonlySet<string> = new Set(["tr", "tur", "turkish", "multi", "auto"]);
/** What clients send for what they do not ask for. */
const UNASKED: ReadonlySet<string> = new Set(["", "false", "null", "[]"]);

/** Throws ApiError for a language that is not Turkish; a region may stand behind its name. */
export function checkLanguage(language: string | undefined, field: string): void {
  const name = (language ?? "").trim().toLowerCase().split(/[-_]/)[0] ?? "";
  if (name === "" || TURKISH.has(name)) return;
  const message = `${field} has to be tr; only Turkish is transcribed and spoken. Got ${JSON.stringify(language)}.`;
  throw new ApiError("invalid_request", message, field);
}

/** Refuses fields that a request asks something by and that have no counterpart; throws ApiError (unsupported_field). */
export function refuseAsked(
  names: readonly string[],
  asked: (name: string) => string | readonly string[] | undefined,
): void {
  for (const name of names) {
    const values = [asked(name) ?? ""].flat();
    if (values.some((value) => !UNASKED.has(value.trim()))) throw noCounterpart(name);
  }
}

/** Makes the refusal of what a vendor has and this service does not. */
function noCounterpart(name: string): ApiError {
  return new ApiError("unsupported_field", `${name} has no counterpart in this service.`, name);
}

/** Makes the refusal of speakers that a model does not tell apart. */
export function noSpeakers({ id }: { readonly id: string }, field: string): ApiError {
  return new ApiError("unsupported_field", `${id} does not tell speakers apart.`, field);
}

/** Returns a refusal that names fields as the vendor does: `names` has those of the service's own that are called otherwise. */
export function renamed(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof ApiError) || error.param === null) return error;
  const name = names[error.param];
  if (name === undefined) return error;
  const message = error.message.replace(new RegExp(`^${error.param}\\b`), name);
  return error.withParam(name, message);
}

/** Reads words to prefer, of which each may have how much behind a colon. */
export function promptOf(...lists: readonly (string | readonly string[] | undefined)[]): Prompt {
  const words = lists.flatMap((list) => list ?? []).map((word) => word.replace(/:-?[\d.]+$/, ""));
  return parsePrompt(words.join(", "));
}
