import type { IncomingMessage } from "node:http";

/** Attributes of a span; nothing that a client sent. */
export type TraceDetails = Readonly<Record<string, string | number | undefined>>;

/** Reports to a collector which requests a program answered, and the work done for each. */
export interface Tracing extends AsyncDisposable {
  /** Begins the span of a request, as a part of its caller's trace if it came with one; `goOn` runs in its context. */
  begin(request: IncomingMessage, name: string, goOn: () => void): void;
  /** Runs `goOn` in the context of a request that was begun, where awaiting has lost it. */
  resume(request: IncomingMessage, goOn: () => void): void;
  /** Ends the span of a request that was begun. */
  end(request: IncomingMessage, statusCode: number, details: TraceDetails): void;
  /**
   * Records a span for work that has just ended and took `tookMs`, as a part of the current request; does nothing without one.
   */
  did(work: string, tookMs: number, details: TraceDetails): void;
  /** The id of the trace that a request is a part of. */
  traceIdOf(request: IncomingMessage): string | undefined;
}
