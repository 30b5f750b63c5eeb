import type { FastifyReply, FastifyRequest } from "fastify";
import type { Activity, Collection } from "../contract/activities.ts";
import type { Allowance } from "./quota/allowance.ts";
import type { KeyPrincipal, Principal } from "./authenticate.ts";
import { ApiError } from "../contract/errors.ts";
import { admitted, type Entrance } from "./admission.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who makes the request; set by the guard of its route. */
    principal: Principal | undefined;
    /** What the request may use; set by the guard of a counted route. */
    allowance: Allowance | undefined;
  }
}

type RequestHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** What stands before a route: who is it, and may it be one more? */
export interface Guard {
  /** Lets in who has a credential. */
  readonly authenticated: RequestHook;
  /** Lets in who has a credential and is below the limits of an activity. */
  counted(activity: Activity): RequestHook;
  /** Counts one who was let in against the requests per minute of a collection. */
  perMinute(collection: Collection): RequestHook;
}

/** Says who makes a request; throws ApiError or StoreUnavailable. */
export type Identify = (request: FastifyRequest) => Promise<Principal>;

/** Makes the hooks that run before a route reads the request's body. */
export function makeGuard(identify: Identify, entrance: Entrance): Guard {
  const authenticated: RequestHook = async (request) => {
    request.principal = await identify(request);
  };
  return {
    authenticated,
    counted: (activity) => async (request, reply) => {
      await authenticated(request, reply);
      const entry = await entrance.enter(principalOf(request), activity);
      void reply.headers(entry.headers);
      const visit = admitted(entry);
      request.allowance = visit.allowance;
      if (reply.raw.destroyed) visit[Symbol.dispose]();
      else reply.raw.once("close", () => visit[Symbol.dispose]());
    },
    perMinute: (collection) => async (request, reply) => {
      const { headers, refusal } = await entrance.count(principalOf(request), collection);
      void reply.headers(headers);
      if (refusal !== undefined) throw refusal;
    },
  };
}

/** The one who was let in. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === undefined) throw new Error("the route has no guard");
  return request.principal;
}

/** The account that was let in; undefined for a demo session. */
export function accountIdOf(request: FastifyRequest): string | undefined {
  const principal = principalOf(request);
  return principal.kind === "key" ? principal.accountId : undefined;
}

/** The key that was let in; throws ApiError (account_required) for a demo session, which has no account. */
export function accountOf(request: FastifyRequest): KeyPrincipal {
  const principal = principalOf(request);
  if (principal.kind !== "key") throw new ApiError("account_required");
  return principal;
}

/** What the request may use. */
export function allowanceOf(request: FastifyRequest): Allowance {
  if (request.allowance === undefined) throw new Error("the route has no guard that counts");
  return request.allowance;
}
