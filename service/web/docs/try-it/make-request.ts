import type { TryField, TryIt } from "./try-it-state.ts";

/** What was entered, by field; a file for a field of kind file. */
type Values = Readonly<Record<string, string | File | undefined>>;

/** A request with its body as it is sent and as it is shown. */
export interface MadeRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | undefined;
  readonly shownBody: string | undefined;
}

/** Makes the request of a form, or names the field that prevents it; `bodyType` is undefined without a body. */
export function makeRequest(
  { path, parameters, bodies }: TryIt,
  bodyType: string | undefined,
  values: Values,
): MadeRequest | { readonly field: string; readonly reason: "missing" | "json" } {
  const fields = bodies.find(({ type }) => type === bodyType)?.fields ?? [];
  for (const { name, isRequired, kind } of [...parameters, ...fields]) {
    const value = values[name];
    if (isRequired && !isGiven(value)) return { field: name, reason: "missing" };
    if (kind === "json" && isGiven(value) && !isJson(value)) return { field: name, reason: "json" };
  }
  const at = (place: TryField["place"]): Record<string, string> =>
    Object.fromEntries(
      parameters
        .filter((field) => field.place === place && isGiven(values[field.name]))
        .map(({ name }) => [name, textOf(values[name])]),
    );
  const inPath = at("path");
  const query = new URLSearchParams(at("query")).toString();
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(inPath[name] ?? ""),
  );
  return {
    address: `${filledPath}${query === "" ? "" : `?${query}`}`,
    ...bodyOf(bodyType, fields, values, at("header")),
  };
}

function bodyOf(
  bodyType: string | undefined,
  fields: readonly TryField[],
  values: Values,
  headers: Readonly<Record<string, string>>,
): Omit<MadeRequest, "address"> {
  if (bodyType === undefined) return { headers, body: undefined, shownBody: undefined };
  const given = fields.filter(({ name }) => isGiven(values[name]));
  if (bodyType === "application/json") {
    const json = Object.fromEntries(
      given.map((field) => [field.name, jsonOf(field, textOf(values[field.name]))]),
    );
    return {
      headers: { ...headers, "content-type": bodyType },
      body: JSON.stringify(json),
      shownBody: JSON.stringify(json, undefined, 2),
    };
  }
  const form = new FormData();
  for (const { name } of given) form.append(name, values[name] ?? "");
  const shown = given.map(({ name }) => {
    const value = values[name];
    return `${name}: ${value instanceof File ? `${value.name} (${value.size} B)` : value}`;
  });
  return { headers, body: form, shownBody: shown.join("\n") };
}

function jsonOf({ kind, values: choices }: TryField, text: string): unknown {
  if (kind === "number") return Number(text);
  if (kind === "json") return JSON.parse(text);
  return choices.includes("true") ? text === "true" : text;
}

function isJson(value: string | File | undefined): boolean {
  try {
    JSON.parse(textOf(value));
    return true;
  } catch {
    return false;
  }
}

function textOf(value: string | File | undefined): string {
  return value instanceof File ? value.name : (value ?? "");
}

function isGiven(value: string | File | undefined): boolean {
  return value instanceof File ? value.size > 0 || value.name !== "" : (value ?? "") !== "";
}
