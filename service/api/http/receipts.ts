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
  readonly mostBytesInAll: number;
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

  /** Watches the body of a request; above `mostBytes` it is refused with the error of `tooLarge`. */
  begin(request: FastifyRequest, mostBytes: number, tooLarge: () => ApiError): Receipt {
    const principal = principalOf(request);
    const { bytes, anonymousBytes } = unfinishedUploads;
    const mostBytesInAll = isAnonymous(principal) ? anonymousBytes : bytes;
    return this.watch({ client: limitKey(principal), mostBytesInAll }, mostBytes, tooLarge);
  }

  watch(sender: Sender, mostBytes: number, tooLarge: () => ApiError): Receipt {
    const { promise: refused, reject: refuse } = Promise.withResolvers<never>();
    // The reader of the body receives the rejection from `unlessRefused`.
    refused.catch(() => undefined);
    const { windowSeconds, leastBytesPerSecond } = unfinishedUploads;
    let bytes = 0;
    let bytesBefore = 0;
    const judge = setInterval(() => {
      if (bytes - bytesBefore < leastBytesPerSecond * windowSeconds) refuse(tooSlow());
      bytesBefore = bytes;
    }, windowSeconds * 1000);
    return {
      count: (arrived) => {
        bytes += arrived;
        const inAll = this.#add(sender.client, arrived);
        if (bytes > mostBytes) refuse(tooLarge());
        else if (inAll > sender.mostBytesInAll) refuse(tooMuchAtOnce(sender.mostBytesInAll));
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
  const { windowSeconds, leastBytesPerSecond } = unfinishedUploads;
  return new ApiError(
    "invalid_request",
    `The upload is too slow: less than ${leastBytesPerSecond} bytes a second arrived over ${windowSeconds} seconds.`,
  );
}

function tooMuchAtOnce(mostBytes: number): ApiError {
  return new ApiError(
    "rate_limit_exceeded",
    `The limit of ${mostBytes / MEBIBYTE} MB of uploads that have not arrived whole is reached; send fewer at once.`,
    null,
    { retryAfterSeconds: RETRY_SECONDS },
  );
}
