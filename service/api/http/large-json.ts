import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../../contract/errors.ts";

/** How large a JSON body may be. */
export interface LargeJsonRules {
  readonly mostBytes: number;
  /** Says why a larger one is refused, by what of it has arrived. */
  tooLarge(arrived: Buffer): Error;
}

/** Makes the routes of an app take JSON alone, and leaves it to them to read it with `readLargeJson`. */
export function leaveJsonUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // What a parser refuses has its connection closed at once, so that many clients never read why.
  app.addContentTypeParser("application/json", (_request, _payload, done) => done(null));
}

/** Reads a JSON body above the usual size, counted while it arrives; rejects with ApiError (invalid_json), or as the rules say. */
export async function readLargeJson(
  { raw }: FastifyRequest,
  rules: LargeJsonRules,
): Promise<unknown> {
  const body = await collect(raw, rules);
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new ApiError("invalid_json");
  }
}

async function collect(body: IncomingMessage, rules: LargeJsonRules): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    // A request that is destroyed cannot be answered.
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      bytes += piece.length;
      pieces.push(piece);
      if (bytes > rules.mostBytes) throw rules.tooLarge(Buffer.concat(pieces));
    }
  } finally {
    // Most clients read the answer when they have sent everything.
    body.resume();
  }
  return Buffer.concat(pieces);
}
