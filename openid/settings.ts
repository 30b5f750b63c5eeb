import { ConfigError, type Settings } from "#runtime/settings.ts";

export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a public client, which only PKCE protects. */
  readonly clientSecret: string | undefined;
}

/** Allows plain http only for a provider on the same machine. */
const ISSUER =
  /^(?:https:\/\/[^\s?#]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/[^\s?#]*)?)$/;

/** Reads OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET; undefined without OIDC_ISSUER. Throws ConfigError. */
export function readOpenIdSettings(read: Settings): OpenIdSettings | undefined {
  const issuer = read.matching("OIDC_ISSUER", ISSUER, "an https:// address without ? and #");
  if (issuer === undefined) return undefined;
  const clientId = read.text("OIDC_CLIENT_ID");
  if (clientId === undefined) {
    throw new ConfigError("OIDC_CLIENT_ID is not set; with OIDC_ISSUER it takes a client's id");
  }
  return { issuer, clientId, clientSecret: read.text("OIDC_CLIENT_SECRET") };
}
