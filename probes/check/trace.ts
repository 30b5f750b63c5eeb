/** What a speech check gave to the service: a text to speak, or a recording and what is said in it. */
export interface SpeechInput {
  readonly text: string;
  /** A WAV file; absent when the text was to be spoken. */
  readonly audio?: Uint8Array<ArrayBuffer>;
  /** The name of the clip that the recording is. */
  readonly clip?: string | undefined;
}

/** One exchange of an attempt with a server that answered. */
export interface TracedExchange {
  /** Method and URL without its query. */
  readonly what: string;
  /** 101 for a socket that opened. */
  readonly status: number;
  /** `x-request-id` of the answer, or the id that a socket's own messages name. */
  requestId: string | null;
  /** `server` of the answer. */
  readonly server: string | null;
  /** Of a socket, once it was closed. */
  closeCode?: number;
}

/** Records what an attempt sends and receives as it happens, so that a failure loses none of it. */
export class Trace {
  /** When the attempt began, by the monotonic clock. */
  readonly startedMs = performance.now();
  /** The attempt's seed, which decides the sentence it asks for. */
  readonly seed: string;
  readonly exchanges: TracedExchange[] = [];
  /** Set by speech checks alone. */
  input: SpeechInput | undefined;
  /** The audio file that came back. */
  received: Uint8Array<ArrayBuffer> | undefined;
  /** When the first certificate that was seen expires; undefined without TLS. */
  certificateExpiresAtMs: number | undefined;

  constructor(seed: string) {
    this.seed = seed;
  }

  /** Notes a server's certificate. */
  noteCertificate(expiresAtMs: number): void {
    this.certificateExpiresAtMs = Math.min(this.certificateExpiresAtMs ?? Infinity, expiresAtMs);
  }

  /** Notes an answer; the note is returned for what is known later. */
  noteExchange(
    what: string,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): TracedExchange {
    const text = (name: string): string | null => {
      const value = headers[name];
      return typeof value === "string" ? value : null;
    };
    const exchange = { what, status, requestId: text("x-request-id"), server: text("server") };
    this.exchanges.push(exchange);
    return exchange;
  }
}
