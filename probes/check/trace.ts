import { fitLine } from "#monitor/domain/outside-text.ts";

/** Input that a speech check sends to the service: a text to speak, or a recording and its transcript. */
export interface SpeechInput {
  readonly text: string;
  /** A WAV file; absent when the text was to be spoken. */
  readonly audio?: Uint8Array<ArrayBuffer>;
  /** Name of the clip, if the recording is one. */
  readonly clip?: string | undefined;
}

/** One exchange of an attempt with a server that answered. */
export interface TracedExchange {
  /** Method and URL without its query. */
  readonly what: string;
  /** HTTP status; 101 for a socket that opened. */
  readonly status: number;
  /** `x-request-id` of the answer, or the id that a socket's own messages name. */
  requestId: string | null;
  /** `server` of the answer. */
  readonly server: string | null;
  /** Close code of a socket, once it was closed. */
  closeCode?: number;
}

/** How much of a header's value is kept. */
const MAX_HEADER_CHARACTERS = 200;

/** Records what an attempt sends and receives as it happens, so that a failure loses none of it. */
export class Trace {
  /** When the attempt began, by the monotonic clock. */
  readonly startedMs = performance.now();
  /** The attempt's seed, which decides the sentence it asks for. */
  readonly seed: string;
  readonly exchanges: TracedExchange[] = [];
  /** Set only by speech checks. */
  input: SpeechInput | undefined;
  /** The audio file that came back. */
  received: Uint8Array<ArrayBuffer> | undefined;
  /**
   * Earliest expiry among the certificates seen, of servers and their issuers, in ms since the epoch; undefined without TLS.
   */
  certificateExpiresAtMs: number | undefined;
  /** Which certificate that is, for messages. */
  certificateName = "the certificate";

  constructor(seed: string) {
    this.seed = seed;
  }

  /** Notes the certificate of a server's chain that expires first. */
  noteCertificate(expiresAtMs: number, name: string): void {
    if (expiresAtMs >= (this.certificateExpiresAtMs ?? Infinity)) return;
    this.certificateExpiresAtMs = expiresAtMs;
    this.certificateName = name;
  }

  /** Notes the id that a server's log uses for a socket. */
  nameExchange(exchange: TracedExchange, requestId: string): void {
    exchange.requestId = fitLine(requestId, MAX_HEADER_CHARACTERS);
  }

  /** Notes an answer and returns the note, which can be completed later. */
  noteExchange(
    what: string,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): TracedExchange {
    const text = (name: string): string | null => {
      const value = headers[name];
      return typeof value === "string" ? fitLine(value, MAX_HEADER_CHARACTERS) : null;
    };
    const exchange = { what, status, requestId: text("x-request-id"), server: text("server") };
    this.exchanges.push(exchange);
    return exchange;
  }
}
