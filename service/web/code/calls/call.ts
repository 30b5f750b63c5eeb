/** A field's value: any JSON value but null. */
export type FieldValue =
  | string
  | number
  | boolean
  | readonly FieldValue[]
  | { readonly [name: string]: FieldValue };

export type Fields = Readonly<Record<string, FieldValue>>;

/** A call to the API for which code samples are written. */
export interface Call {
  readonly kind: "transcription" | "speech" | "live";
  /** Request parameters, by their names in the API. */
  readonly fields: Fields;
  /** The recording to send, or the file to write the speech to. */
  readonly file: string;
}

/** A writer of sample calls in one language. `baseUrl` has no trailing slash: `https://speech.example.com`. */
export interface CallWriter {
  readonly transcription: (call: Call, baseUrl: string) => string;
  readonly speech: (call: Call, baseUrl: string) => string;
  readonly live: ((call: Call, baseUrl: string) => string) | undefined;
}

/** Returns a value as a query parameter or form field: strings unchanged, everything else as JSON. */
export function plainValue(value: FieldValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns the WebSocket URL of a live stream with its parameters. */
export function liveAddress(fields: Fields, baseUrl: string): string {
  const query = Object.entries(fields).map(([name, value]) => [name, plainValue(value)]);
  const address = new URL("/v1/audio/stream", baseUrl.replace(/^http/, "ws"));
  address.search = new URLSearchParams(query).toString();
  return address.href;
}
