import { API_KEY_PREFIX } from "../accounts/api-key.ts";
import { checkToken, SESSION_TOKEN_PREFIX } from "./demo-session.ts";
import type { KeyCheck } from "./key-check.ts";
import { LIMITS, type AccountLimits } from "../contract/limits.ts";
import { ApiError } from "../contract/errors.ts";

export interface KeyPrincipal {
  readonly kind: "key";
  readonly keyId: string;
  readonly accountId: string;
  readonly limits: AccountLimits;
}

/** Who makes a request. */
export type Principal =
  | KeyPrincipal
  | { readonly kind: "session"; readonly sessionId: string; readonly limits: AccountLimits };

/** Says whom a credential belongs to; throws ApiError. */
export type Authenticate = (secret: string | undefined) => Promise<Principal>;

export function isSessionToken(secret: string): boolean {
  return secret.startsWith(SESSION_TOKEN_PREFIX);
}

/** Makes the check of credentials: API keys by `keys`, session tokens by the secret that signs them. */
export function authenticator(keys: KeyCheck, sessionSecret: string): Authenticate {
  return async (secret) => {
    if (secret === undefined) throw new ApiError("missing_api_key");
    if (isSessionToken(secret)) {
      const check = checkToken(secret, sessionSecret, Date.now());
      if (check.outcome !== "valid") throw new ApiError(check.outcome);
      return { kind: "session", sessionId: check.session.id, limits: LIMITS.account };
    }
    const key = secret.startsWith(API_KEY_PREFIX) ? await keys.check(secret) : undefined;
    if (key === undefined) throw new ApiError("invalid_api_key");
    return { kind: "key", keyId: key.id, accountId: key.accountId, limits: key.limits };
  };
}

export function limitKey(principal: Principal): string {
  return principal.kind === "key" ? principal.keyId : principal.sessionId;
}
