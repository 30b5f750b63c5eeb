import { MEBIBYTE } from "#units/bytes.ts";
import type { FastifyRequest } from "fastify";
import { isAnonymous, limitKey } from "../../access/authenticate.ts";
import { principalOf } from "../../access/guard.ts";
import { ApiError } from "../../contract/errors.ts";
import { LIMITS } from "../../contract/limits.ts";

const { unfinishedUploads } = LIMITS;
const RETRY_SECONDS = 10;

interface Sender {
  /** Client whose unfinished uploads are counted together. */
  readonly client: string;
  readonly maxTotalBytes: number;
}

/** Watches a body while it arrives, until disposed of. */
export interface Receipt extends Disposable {
  /** Counts bytes that have arrived. */
  count(bytes: number): void;
  /** Settles as `reading` does, or rejects with ApiError if the body is refused first. */
  unlessRefused<Value>(reading: Promise<Value>): Promise<Value>;
}

/**
 * Watches uploads while they arrive: limits the size of each and of all of a client's together, and requires a minimum rate.
 */
export class Receipts {
  readonly #unfinishedBytes = new Map<string, number>();

  /** Watches the body of a request; above `maxBytes` it is refused with the error of `tooLarge`. */
  begin(request: FastifyRequest, maxBytes: number, tooLarge: () => ApiError): Receipt {
    const principal = principalOf(request);
    const { bytes, anonymousBytes } = unfinishedUploads;
    const maxTotalBytes = isAnonymous(principal) ? anonymousBytes : bytes;
    return this.watch({ client: limitKey(principal), maxTotalBytes }, maxBytes, tooLarge);
  }

  watch(sender: Sender, maxBytes: number, tooLarge: () => ApiError): Receipt {
    const { promise: refused, reject: refuse } = Promise.withResolvers<never>();
    // The reader of the body receives the rejection from `unlessRefused`.
    refused.catch(() => undefined);
    const { windowSeconds, minBytesPerSecond } = unfinishedUploads;
    let bytes = 0;
    let bytesBefore = 0;
    const judge = setInterval(() => {
      if (bytes - bytesBefore < minBytesPerSecond * windowSeconds) refuse(tooSlow());
      bytesBefore = bytes;
    }, windowSeconds * 1000);
    return {
      count: (arrived) => {
        bytes += arrived;
        const inAll = this.#add(sender.client, arrived);
        if (bytes > maxBytes) refuse(tooLarge());
        else if (inAll > sender.maxTotalBytes) refuse(tooMuchAtOnce(sender.maxTotalBytes));
      },
      unlessRefused: (reading) => Promise.race([reading, refused]),
      [Symbol.dispose]: () => {
        clearInterval(judge);
        this.#add(sender.client, -bytes);
        bytes = 0;
      },
    };
  }

  #add(client: string, bytes: number): number {
    const inAll = (this.#unfinishedBytes.get(client) ?? 0) + bytes;
    if (inAll > 0) this.#unfinishedBytes.set(client, inAll);
    else this.#unfinishedBytes.delete(client);
    return inAll;
  }
}

function tooSlow(): ApiError {
  const { windowSeconds, minBytesPerSecond } = unfinishedUploads;
  return new ApiError(
    "invalid_request",
    `The upload is too slow: less than ${minBytesPerSecond} bytes a second arrived over ${windowSeconds} seconds.`,
  );
}

function tooMuchAtOnce(maxBytes: number): ApiError {
  return new ApiError(
    "rate_limit_exceeded",
    `The limit of ${maxBytes / MEBIBYTE} MB of uploads that have not arrived whole is reached; send fewer at once.`,
    null,
    { retryAfterSeconds: RETRY_SECONDS },
  );
}
