import { ApiError } from "../../../contract/errors.ts";
import { parsePrompt, type Prompt } from "../../../speech/prompt.ts";

const TURKISH: ReadonlySet<string> = new Set(["tr", "tur", "turkish", "multi", "auto"]);
/** Values that clients send for options that they do not use. */
const UNUSED_VALUES: ReadonlySet<string> = new Set(["", "false", "null", "[]"]);

/** Throws ApiError for a language other than Turkish; a region may follow the name. */
export function checkLanguage(language: string | undefined, field: string): void {
  const name = (language ?? "").trim().toLowerCase().split(/[-_]/)[0] ?? "";
  if (name === "" || TURKISH.has(name)) return;
  const message = `${field} has to be tr; only Turkish is transcribed and spoken. Got ${JSON.stringify(language)}.`;
  throw new ApiError("invalid_request", message, field);
}

/** Throws ApiError (unsupported_field) if a request uses fields that have no counterpart here. */
export function refuseUnsupportedFields(
  names: readonly string[],
  valueOf: (name: string) => string | readonly string[] | undefined,
): void {
  for (const name of names) {
    const values = [valueOf(name) ?? ""].flat();
    if (values.some((value) => !UNUSED_VALUES.has(value.trim()))) throw noCounterpart(name);
  }
}

/** Creates the error for a vendor's feature that this service does not have. */
function noCounterpart(name: string): ApiError {
  return new ApiError("unsupported_field", `${name} has no counterpart in this service.`, name);
}

/** Creates the error for diarization by a model that cannot distinguish speakers. */
export function noSpeakers({ id }: { readonly id: string }, field: string): ApiError {
  return new ApiError("unsupported_field", `${id} does not tell speakers apart.`, field);
}

/** Returns an error with the vendor's field name in place of the service's, where `names` has one. */
export function renamed(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof ApiError) || error.param === null) return error;
  const name = names[error.param];
  if (name === undefined) return error;
  const message = error.message.replace(new RegExp(`^${error.param}\\b`), name);
  return error.withParam(name, message);
}

type Words = string | readonly string[] | undefined;

/** Reads words to prefer, as `promptTextOf` writes them. */
export function promptOf(...lists: readonly Words[]): Prompt {
  return parsePrompt(promptTextOf(...lists));
}

/** Returns words to prefer as the text of a prompt; drops the weight that may follow a word after a colon. */
export function promptTextOf(...lists: readonly Words[]): string {
  const words = lists.flatMap((list) => list ?? []).map((word) => word.replace(/:-?[\d.]+$/, ""));
  return words.join(", ");
}
