import { API_KEY_PREFIX } from "../accounts/api-key.ts";
import { clientOf } from "#runtime/client-address.ts";
import { checkToken, SESSION_TOKEN_PREFIX } from "./demo-session.ts";
import type { FoundKey } from "../accounts/store.ts";
import { type KeyCheck, KeyCheckUnavailable } from "./key-check.ts";
import type { SessionSecret } from "../accounts/session-secret.ts";
import { LIMITS, type AccountLimits } from "../contract/limits.ts";
import { ApiError } from "../contract/errors.ts";

export interface KeyPrincipal {
  readonly kind: "key";
  readonly keyId: string;
  readonly accountId: string;
  readonly limits: AccountLimits;
}

/** The caller of a request. */
export type Principal = KeyPrincipal | SessionPrincipal;

export interface SessionPrincipal {
  readonly kind: "session";
  /** The client's address. Sessions begun without a key share the limits of their client. */
  readonly client: string;
  /** The key that began the session; usage counts as the key's. */
  readonly payer: KeyPrincipal | undefined;
  readonly limits: AccountLimits;
}

/** Returns the principal of a credential that came from an address; throws ApiError or KeyCheckUnavailable. */
export type Authenticate = (secret: string | undefined, address: string) => Promise<Principal>;

export function isSessionToken(secret: string): boolean {
  return secret.startsWith(SESSION_TOKEN_PREFIX);
}

/** Creates the credential check: API keys are checked by `keys`, session tokens by the secret that signs them. */
export function authenticator(keys: KeyCheck, sessionSecret: SessionSecret): Authenticate {
  return async (secret, address) => {
    if (secret === undefined) throw new ApiError("missing_api_key");
    if (isSessionToken(secret)) {
      const check = checkToken(secret, signedWith(sessionSecret), Date.now());
      if (check.outcome !== "valid") throw new ApiError(check.outcome);
      const { keyId } = check.session;
      const payer = keyId === undefined ? undefined : keyPrincipal(await keys.checkId(keyId));
      if (keyId !== undefined && payer === undefined) throw new ApiError("invalid_token");
      const limits = payer?.limits ?? LIMITS.anonymous;
      return { kind: "session", client: clientOf(address), payer, limits };
    }
    const isKey = secret.startsWith(API_KEY_PREFIX);
    const principal = isKey ? keyPrincipal(await keys.check(secret)) : undefined;
    if (principal === undefined) throw new ApiError("invalid_api_key");
    return principal;
  };
}

function signedWith(sessionSecret: SessionSecret): string {
  try {
    return sessionSecret.value;
  } catch (error) {
    throw new KeyCheckUnavailable("the session cannot be checked", { cause: error });
  }
}

/** Returns the key whose limits and quota a principal uses; undefined for a session begun without one. */
export function payerOf(principal: Principal): KeyPrincipal | undefined {
  return principal.kind === "key" ? principal : principal.payer;
}

export function limitKey(principal: Principal): string {
  if (principal.kind === "key") return principal.keyId;
  return principal.payer?.keyId ?? `client ${principal.client}`;
}

/** Returns the account id of a principal; undefined for a demo session. */
export function accountIdOf(principal: Principal): string | undefined {
  return principal.kind === "key" ? principal.accountId : undefined;
}

/** Returns whether a principal uses no key. */
export function isAnonymous(principal: Principal): boolean {
  return payerOf(principal) === undefined;
}

function keyPrincipal(key: FoundKey | undefined): KeyPrincipal | undefined {
  return key && { kind: "key", keyId: key.id, accountId: key.accountId, limits: key.limits };
}
