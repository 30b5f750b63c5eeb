import type { FastifyInstance, FastifyRequest } from "fastify";
import type { IncomingMessage } from "node:http";
import { ApiError } from "./errors.ts";

/** How large a JSON body may be. */
export interface LargeJsonRules {
  readonly mostBytes: number;
  /** Says why a larger one is refused, by what of it has arrived. */
  tooLarge(arrived: Buffer): Error;
}

/** Makes the routes of an app take JSON bodies above the usual size, counted while they arrive. */
export function takeLargeJson(app: FastifyInstance, rules: LargeJsonRules): void {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser(
    "application/json",
    async (_request: FastifyRequest, payload: IncomingMessage) =>
      parse(await collect(payload, rules)),
  );
}

async function collect(body: IncomingMessage, rules: LargeJsonRules): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  // A request that is destroyed cannot be answered.
  for await (const piece of body.iterator({ destroyOnReturn: false })) {
    bytes += piece.length;
    pieces.push(piece);
    if (bytes > rules.mostBytes) throw rules.tooLarge(Buffer.concat(pieces));
  }
  return Buffer.concat(pieces);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new ApiError("invalid_json");
  }
}
