import type { TryField, TryIt } from "./try-it-state.ts";

/** What was written and chosen, by field; a file for a field of kind file. */
export type Values = Readonly<Record<string, string | File | undefined>>;

/** A request that can be sent, with its body as people read it. */
export interface MadeRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | undefined;
  readonly shownBody: string | undefined;
}

/** A field that keeps the request from being made. */
export interface Complaint {
  readonly field: string;
  readonly reason: "missing" | "json";
}

/** Makes the request of a form; `bodyType` is one of its media types, undefined without a body. */
export function makeRequest(
  { path, parameters, bodies }: TryIt,
  bodyType: string | undefined,
  values: Values,
): MadeRequest | Complaint {
  const fields = bodies.find(({ type }) => type === bodyType)?.fields ?? [];
  const complaint = complaintOf([...parameters, ...fields], values);
  if (complaint !== undefined) return complaint;
  const given = parameters.filter(({ name }) => isGiven(values[name]));
  const at = (place: TryField["place"]) =>
    given
      .filter((field) => field.place === place)
      .map(({ name }) => [name, textOf(values[name])] as const);
  const inPath = Object.fromEntries(at("path"));
  const query = new URLSearchParams(Object.fromEntries(at("query"))).toString();
  return {
    address: `${path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
      encodeURIComponent(inPath[name] ?? ""),
    )}${query === "" ? "" : `?${query}`}`,
    ...bodyOf(bodyType, fields, values, Object.fromEntries(at("header"))),
  };
}

function bodyOf(
  bodyType: string | undefined,
  fields: readonly TryField[],
  values: Values,
  headers: Readonly<Record<string, string>>,
): Omit<MadeRequest, "address"> {
  const given = fields.filter(({ name }) => isGiven(values[name]));
  if (bodyType === undefined) return { headers, body: undefined, shownBody: undefined };
  if (bodyType === "application/json") {
    const json = Object.fromEntries(given.map((field) => [field.name, jsonOf(field, values)]));
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

function complaintOf(fields: readonly TryField[], values: Values): Complaint | undefined {
  for (const { name, isRequired, kind } of fields) {
    const value = values[name];
    if (!isGiven(value)) {
      if (isRequired) return { field: name, reason: "missing" };
    } else if (kind === "json" && !isJson(textOf(value))) {
      return { field: name, reason: "json" };
    }
  }
  return undefined;
}

function jsonOf({ name, kind, values: choices }: TryField, values: Values): unknown {
  const text = textOf(values[name]);
  if (kind === "number") return Number(text);
  if (kind === "json") return JSON.parse(text);
  return choices.includes("true") ? text === "true" : text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isGiven(value: string | File | undefined): boolean {
  return value instanceof File ? value.size > 0 || value.name !== "" : (value ?? "") !== "";
}

/** What was written or chosen; a file has no text. */
function textOf(value: string | File | undefined): string {
  return typeof value === "string" ? value : "";
}
