import type { Socket } from "node:net";
import { Type } from "typebox";
import type { ObservationPhases } from "#migrations/status/schema.ts";
import { dial } from "../network/dial.ts";
import { networkFailure } from "../network/network-failure.ts";
import { quoted } from "../network/quoted.ts";
import { CheckFailure } from "../check/report.ts";
import { hostOption, portOption } from "../network/web-address.ts";
import { defineKind } from "./kind.ts";

const MAX_READ_BYTES = 64 * 1024;

/** A TCP connection; with `send` and `expect_text` also an exchange of text over it. */
export const tcp = defineKind({
  description: "A TCP connection, over which something may be said and heard.",
  canBeControl: true,
  options: {
    host: hostOption,
    port: portOption,
    send: Type.Optional(
      Type.String({ description: 'What is sent, in UTF-8; "PING\\r\\n" in double quotes.' }),
    ),
    expect_text: Type.Optional(
      Type.String({ description: "What has to come back, among other things.", minLength: 1 }),
    ),
  },
  async run({ host, port, send, expect_text }, context) {
    const what = `tcp://${host}:${port}`;
    const phases: ObservationPhases = {};
    let socket: Socket | undefined;
    try {
      socket = await dial({ host, port, tls: undefined }, context, phases);
      const abort = (): void => void socket?.destroy(context.signal.reason as Error);
      context.signal.addEventListener("abort", abort, { once: true });
      const begun = performance.now();
      if (send !== undefined) socket.write(send);
      if (expect_text === undefined) return { result: "ok", phases };
      const heard = await readUntil(socket, expect_text, phases, begun);
      if (heard.includes(expect_text)) return { result: "ok", phases };
      const ended =
        heard.length > MAX_READ_BYTES ? "said too much, beginning with" : "closed after";
      const message = `${what}: ${ended} ${quote(heard)} instead of ${quote(expect_text)}`;
      throw new CheckFailure("bad_body", message, { phases });
    } catch (error) {
      throw networkFailure(error, what, phases, context.signal);
    } finally {
      socket?.destroy();
    }
  },
});

/** Reads until `text` arrives, the server closes, or the limit of bytes is reached. */
async function readUntil(
  socket: Socket,
  text: string,
  phases: ObservationPhases,
  begunMs: number,
): Promise<string> {
  let heard = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    phases.first_byte ??= performance.now() - begunMs;
    heard = Buffer.concat([heard, chunk]);
    if (heard.includes(text) || heard.length > MAX_READ_BYTES) break;
  }
  if (phases.first_byte !== undefined) {
    phases.transfer = performance.now() - begunMs - phases.first_byte;
  }
  return heard.toString("utf8");
}

function quote(text: string): string {
  return JSON.stringify(quoted(text));
}
