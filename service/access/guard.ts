import type { FastifyReply, FastifyRequest } from "fastify";
import type { Activity, Collection } from "../contract/activities.ts";
import type { Allowance } from "./quota/allowance.ts";
import type { KeyPrincipal, Principal } from "./authenticate.ts";
import { ApiError } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import type { Admission } from "./admission.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller of the request; set by the guard of its route. */
    principal: Principal | undefined;
    /** The usage that the request may add; set by the guard of a counted route. */
    allowance: Allowance | undefined;
  }
}

export type RequestHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Hooks that authenticate and count a request before its route reads it. */
export interface Guard {
  before(operation: Pick<Operation, "access" | "counted">): readonly RequestHook[];
}

/** Returns who makes a request; throws ApiError or StoreUnavailable. */
export type Identify = (request: FastifyRequest) => Promise<Principal>;

/** Creates a guard for routes that share one way of identifying requests. */
export function makeGuard(identify: Identify, admission: Admission): Guard {
  const authenticated: RequestHook = async (request) => {
    request.principal = await identify(request);
  };
  const running =
    (activity: Activity): RequestHook =>
    async (request, reply) => {
      const tell = (headers: object) => void reply.headers(headers);
      const visit = await admission.enter(principalOf(request), activity, tell);
      request.allowance = visit.allowance;
      if (reply.raw.destroyed) visit[Symbol.dispose]();
      else reply.raw.once("close", () => visit[Symbol.dispose]());
    };
  const perMinute =
    (collection: Collection): RequestHook =>
    async (request, reply) => {
      const tell = (headers: object) => void reply.headers(headers);
      await admission.count(principalOf(request), collection, tell);
    };
  return {
    before({ access, counted }) {
      if (access === "anonymous") return [];
      const counting =
        counted === undefined
          ? []
          : ["activity" in counted ? running(counted.activity) : perMinute(counted.collection)];
      return [authenticated, ...(access === "account" ? [requireAccount] : []), ...counting];
    },
  };
}

async function requireAccount(request: FastifyRequest): Promise<void> {
  accountOf(request);
}

export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === undefined) throw new Error("the route has no guard");
  return request.principal;
}

/** Returns the request's key; throws ApiError (account_required) for a demo session, which has no account. */
export function accountOf(request: FastifyRequest): KeyPrincipal {
  const principal = principalOf(request);
  if (principal.kind !== "key") throw new ApiError("account_required");
  return principal;
}

export function allowanceOf(request: FastifyRequest): Allowance {
  if (request.allowance === undefined) throw new Error("the route has no guard that counts");
  return request.allowance;
}
