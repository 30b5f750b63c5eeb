import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { RepeatableAnswer, ServiceDatabase } from "#migrations/service/schema.ts";
import { ApiError } from "../../contract/errors.ts";
import { fingerprintOf } from "./idempotency-fingerprint.ts";
import { CLAIM_SECONDS, type Claim, type IdempotencyStore } from "./idempotency-store.ts";

/** A request that may be sent several times; if disposed of before an answer is kept, it can be run again. */
export interface RepeatableRequest extends AsyncDisposable {
  /** The answer to the same request when it was sent before. */
  readonly answer: RepeatableAnswer | undefined;
  /** Stores the answer; `db` is the transaction of the change that it reports, if there is one. */
  keep(answer: RepeatableAnswer, db?: Kysely<ServiceDatabase>): Promise<void>;
}

const HEADER = "idempotency-key";
const KEY = /^[\x21-\x7e]{1,255}$/;
const RENEW_EVERY_MS = (CLAIM_SECONDS * 1000) / 3;

/** A request without a key: each one is new. */
const ALWAYS_NEW: RepeatableRequest = {
  answer: undefined,
  keep: async () => undefined,
  [Symbol.asyncDispose]: async () => undefined,
};

/** Runs a request with an `Idempotency-Key` once per account and key, however often it is sent. */
export class Idempotency {
  readonly #store: IdempotencyStore;

  constructor(store: IdempotencyStore) {
    this.#store = store;
  }

  /**
   * Begins a request for `content`, JSON values and bytes, which is read only if there is a key.
   *
   * A demo session has no account, so its requests are always new.
   *
   * Rejects with ApiError (invalid_request, idempotency_key_reused, idempotency_key_in_use) or StoreUnavailable.
   */
  async begin(
    request: FastifyRequest,
    accountId: string | undefined,
    content: () => Promise<unknown>,
  ): Promise<RepeatableRequest> {
    const key = keyOf(request);
    if (key === undefined || accountId === undefined) return ALWAYS_NEW;
    const { method, routeOptions } = request;
    const fingerprint = fingerprintOf([method, routeOptions.url ?? null, await content()]);
    const claimed = await this.#store.claim(accountId, key, fingerprint);
    switch (claimed.outcome) {
      case "first":
        return this.#running(claimed.claim);
      case "answered":
        return { ...ALWAYS_NEW, answer: claimed.answer };
      case "running":
        throw new ApiError("idempotency_key_in_use", undefined, "Idempotency-Key");
      case "another-request":
        throw new ApiError("idempotency_key_reused", undefined, "Idempotency-Key");
    }
  }

  #running(claim: Claim): RepeatableRequest {
    const store = this.#store;
    // A failed renewal is made up for by the next one; without any, the claim expires.
    const renewals = setInterval(
      () => store.renew(claim).catch(() => undefined),
      RENEW_EVERY_MS,
    ).unref();
    let isKept = false;
    return {
      answer: undefined,
      async keep(answer, db) {
        await store.keep(claim, answer, db);
        isKept = true;
      },
      async [Symbol.asyncDispose]() {
        clearInterval(renewals);
        if (!isKept) await store.release(claim).catch(() => undefined);
      },
    };
  }
}

/**
 * Ends a request when its response has been sent or its client has disconnected; `answer` then returns what to store, if
 * anything.
 *
 * If the answer cannot be stored, a repeated request is run again.
 */
export function endWithReply(
  reply: FastifyReply,
  repeatable: RepeatableRequest,
  answer: () => RepeatableAnswer | undefined,
): void {
  const end = async () => {
    await using ending = repeatable;
    const kept = answer();
    if (kept !== undefined) await ending.keep(kept).catch(() => undefined);
  };
  if (reply.raw.closed) void end();
  else reply.raw.once("close", () => void end());
}

/** Sends the stored answer to an earlier request with the same key. */
export function sendAgain(reply: FastifyReply, { status, body }: RepeatableAnswer): FastifyReply {
  return reply.status(status).headers(REPLAYED).send(body);
}

/** Header that tells a client that its request was not carried out again. */
export const REPLAYED = { "idempotent-replayed": "true" };

function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers[HEADER];
  if (header === undefined) return undefined;
  if (typeof header === "string" && KEY.test(header)) return header;
  throw new ApiError(
    "invalid_request",
    "Idempotency-Key has to be 1 to 255 visible ASCII characters.",
    "Idempotency-Key",
  );
}
