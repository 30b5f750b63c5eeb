import type { Reason } from "#monitor/domain/reason.ts";

import { type Answer, head, whole } from "./wire.ts";
import type { WebKindName } from "./web-kinds.ts";

/** What a check has to say of a peer. */
export type Outcome = "ok" | Reason;

/** A way to answer over HTTP, what each kind of check that asks so has to say of it, and what others than most say. */
export interface HttpPeer {
  readonly name: string;
  readonly answer: Answer;
  readonly outcome: Outcome;
  readonly except?: Partial<Record<WebKindName, Outcome>>;
  readonly timeoutSeconds?: number;
}

export const odd = (name: string, answer: Answer): HttpPeer => ({ name, answer, outcome: "ok" });
export const wrong = (
  name: string,
  outcome: Reason,
  answer: Answer,
  except: HttpPeer["except"] = {},
): HttpPeer => ({ name, answer, outcome, except });
export const late = (name: string, answer: Answer): HttpPeer => ({
  ...wrong(name, "timeout", answer),
  timeoutSeconds: 1,
});
export const raw =
  (text: string): Answer =>
  () => [text, "close"];
export const coded =
  (coding: string, pack: (body: Buffer) => Buffer): Answer =>
  (good) => {
    const body = pack(good.body);
    return [
      head(good, `Content-Encoding: ${coding}`, `Content-Length: ${body.length}`),
      body,
      "close",
    ];
  };
export const withHeader =
  (...headers: readonly string[]): Answer =>
  (good) => [whole(good, ...headers), "close"];
export const status = (line: string, body = ""): Answer =>
  raw(`HTTP/1.1 ${line}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
export const before =
  (text: string): Answer =>
  (good) => [text, whole(good), "close"];
export const numbered = (count: number, header: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => header(at));
