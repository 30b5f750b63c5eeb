import type { FastifyReply, FastifyRequest } from "fastify";
import { LIMITS } from "../accounts/limits.ts";
import type { Product } from "../accounts/usage.ts";
import { limitKey, type Authenticate, type Principal } from "./authenticate.ts";
import { requestCredential } from "./credentials.ts";
import { ApiError } from "./errors.ts";
import {
  countRequest,
  leasePlace,
  limitHeaders,
  type Count,
  type Lease,
  type RequestLimits,
} from "./request-limits.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who makes the request; set by the guard of its route. */
    principal: Principal | undefined;
  }
}

type RequestHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** What stands before a route: who is it, and may it be one more? */
export interface Guard {
  /** Lets in who has a credential. */
  readonly authenticated: RequestHook;
  /** Lets in who has a credential and is below the limits of a product. */
  counted(product: Product): RequestHook;
}

/** Makes the hooks that run before a route reads the request's body. */
export function makeGuard(authenticate: Authenticate, limits: RequestLimits): Guard {
  const authenticated: RequestHook = async (request) => {
    request.principal = await authenticate(requestCredential(request.headers));
  };
  return {
    authenticated,
    counted: (product) => async (request, reply) => {
      await authenticated(request, reply);
      const entry = await enter(limits, principalOf(request), product);
      void reply.headers(limitHeaders(entry.count));
      if (entry.lease === undefined) throw entry.refusal;
      const { lease } = entry;
      if (reply.raw.destroyed) lease.release();
      else reply.raw.once("close", () => lease.release());
    },
  };
}

/** The one who was let in. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === undefined) throw new Error("the route has no guard");
  return request.principal;
}

export type Entry =
  | { readonly count: Count; readonly lease: Lease }
  | { readonly count: Count; readonly lease: undefined; readonly refusal: ApiError };

/** Counts a request of `principal` and takes one of its places at the product. */
export async function enter(
  limits: RequestLimits,
  principal: Principal,
  product: Product,
): Promise<Entry> {
  const key = limitKey(principal);
  const count = await countRequest(limits, key, product);
  if (!count.allowed) return { count, lease: undefined, refusal: tooMany(count) };
  const lease = await leasePlace(limits, key, product);
  if (lease === undefined) return { count, lease: undefined, refusal: tooManyAtOnce(product) };
  return { count, lease };
}

function tooMany({ limit, resetSeconds }: Count): ApiError {
  return new ApiError("rate_limit_exceeded", {
    message: `More than ${limit} requests in a minute; the next are counted in ${resetSeconds} s.`,
    retryAfterSeconds: resetSeconds,
  });
}

function tooManyAtOnce(product: Product): ApiError {
  return new ApiError("rate_limit_exceeded", {
    message: `More than ${LIMITS.concurrent[product]} at the same time; wait for one to end.`,
  });
}
