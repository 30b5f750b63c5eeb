/** A value of a field, as JSON has it. */
export type FieldValue =
  | string
  | number
  | boolean
  | readonly FieldValue[]
  | { readonly [name: string]: FieldValue };

export type Fields = Readonly<Record<string, FieldValue>>;

/** A call of the service that examples are written of. */
export interface Call {
  readonly kind: "transcription" | "speech" | "live";
  /** The parameters by their names in the API. */
  readonly fields: Fields;
  /** The recording that is read, or the file that the speech is written to. */
  readonly file: string;
}

/** Writes calls in one language; `baseUrl` is as https://speech.example.com. */
export interface CallWriter {
  readonly transcription: (call: Call, baseUrl: string) => string;
  readonly speech: (call: Call, baseUrl: string) => string;
  readonly live: ((call: Call, baseUrl: string) => string) | undefined;
}

/** A value as a query or a form has it. */
export function plainValue(value: FieldValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The address of a live stream with its parameters. */
export function liveAddress(fields: Fields, baseUrl: string): string {
  const query = Object.entries(fields).map(([name, value]) => [name, plainValue(value)]);
  const address = new URL("/v1/audio/stream", baseUrl.replace(/^http/, "ws"));
  address.search = new URLSearchParams(query).toString();
  return address.href;
}
