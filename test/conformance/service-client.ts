import { once } from "node:events";
import { Readable } from "node:stream";
import { Agent, request, type Dispatcher, type FormData } from "undici";
import WebSocket from "ws";
import { ConformanceSocket } from "./conformance-socket.ts";

export type Json = Readonly<Record<string, unknown>>;

/** What is sent to the service. */
export interface RequestOptions {
  readonly method?: Dispatcher.HttpMethod;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly form?: FormData;
  /** Sent as it is. */
  readonly body?: string | Readable;
  readonly headers?: Readonly<Record<string, string>>;
  /** Null sends none; the suite's key unless said otherwise. */
  readonly credential?: string | null;
}

/** What the service answered. */
export interface Answer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly json: Json;
}

/** How long one answer may take; a loaded machine hears two hours of audio in it. */
const ANSWER_MS = 600_000;

/** A client of one row: it counts what it really sends. */
export class ServiceClient implements Disposable {
  readonly #url: string;
  readonly #key: string;
  readonly #sockets: Disposable[] = [];
  readonly #leaving = new AbortController();
  // The one that is there for all may be that of Node's own fetch, which knows other forms.
  readonly #dispatcher = new Agent({ headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS });
  requests = 0;

  constructor(url: string, key: string) {
    this.#url = url.replace(/\/+$/, "");
    this.#key = key;
  }

  get key(): string {
    return this.#key;
  }

  /** Sends a request and reads the whole answer; the address is one of the service, or a whole one. */
  async ask(address: string, options: RequestOptions = {}): Promise<Answer> {
    const response = await this.#send(address, options);
    const body = Buffer.from(await response.body.arrayBuffer());
    this.requests += 1;
    return answerOf(response, body);
  }

  /** Sends a request and leaves when its headers and first bytes are there, or its whole body if that is an error. */
  async begin(address: string, options: RequestOptions = {}): Promise<Answer> {
    const response = await this.#send(address, options);
    this.requests += 1;
    if (response.statusCode >= 400) {
      return answerOf(response, Buffer.from(await response.body.arrayBuffer()));
    }
    response.body.on("error", () => undefined);
    await once(response.body, "readable");
    const first = (response.body.read() as Buffer | null) ?? Buffer.alloc(0);
    response.body.destroy();
    return answerOf(response, first);
  }

  /** Begins an upload that does not end before the row does, and so keeps its place. */
  hold(address: string): void {
    const { signal } = this.#leaving;
    const headers = { "content-type": "multipart/form-data; boundary=held" };
    const body = Readable.from(unendingForm(signal));
    this.requests += 1;
    this.#send(address, { method: "POST", body, headers }, signal).then(
      ({ body: answer }) => answer.dump(),
      () => undefined,
    );
  }

  /** Sends a request many times at once and gives the first answer; the others are left when the row ends. */
  async firstOf(times: number, address: string, options: RequestOptions): Promise<Answer> {
    const { signal } = this.#leaving;
    const answers = Array.from({ length: times }, async () => {
      this.requests += 1;
      const response = await this.#send(address, options, signal);
      return answerOf(response, Buffer.from(await response.body.arrayBuffer()));
    });
    return Promise.any(answers);
  }

  /** Opens a socket that is closed when the row ends. */
  async open(
    path: string,
    options: {
      readonly credential?: string | null;
      readonly subprotocols?: readonly string[];
    } = {},
  ): Promise<ConformanceSocket> {
    const { credential = this.#key, subprotocols = [] } = options;
    const socket = new WebSocket(`${this.#url.replace(/^http/, "ws")}${path}`, [...subprotocols], {
      headers: credential === null ? {} : { authorization: `Bearer ${credential}` },
    });
    const conversation = new ConformanceSocket(socket);
    this.#sockets.push(conversation);
    await once(socket, "open");
    this.requests += 1;
    return conversation;
  }

  [Symbol.dispose](): void {
    this.#leaving.abort();
    void this.#dispatcher.destroy();
    for (const socket of this.#sockets) socket[Symbol.dispose]();
  }

  #send(
    address: string,
    options: RequestOptions,
    signal: AbortSignal | null = null,
  ): Promise<Dispatcher.ResponseData> {
    const { credential = this.#key, json, form, body } = options;
    const sent = json === undefined ? (form ?? body) : JSON.stringify(json);
    return request(URL.canParse(address) ? address : `${this.#url}${address}`, {
      method: options.method ?? (sent === undefined ? "GET" : "POST"),
      headers: {
        ...(credential !== null && { authorization: `Bearer ${credential}` }),
        ...(json !== undefined && { "content-type": "application/json" }),
        ...options.headers,
      },
      body: sent ?? null,
      signal,
      dispatcher: this.#dispatcher,
    });
  }
}

async function* unendingForm(signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const disposition = 'content-disposition: form-data; name="file"; filename="recording.wav"';
  yield Buffer.from(`--held\r\n${disposition}\r\n\r\nRIFF`);
  if (!signal.aborted) await once(signal, "abort");
}

function answerOf({ statusCode, headers }: Dispatcher.ResponseData, body: Buffer): Answer {
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return {
    status: statusCode,
    headers: Object.fromEntries(entries),
    body,
    get json() {
      return JSON.parse(body.toString("utf8")) as Json;
    },
  };
}
