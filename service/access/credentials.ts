import type { IncomingHttpHeaders } from "node:http";

const KEY_SUBPROTOCOL = "openai-insecure-api-key.";
const SECRET_FOLLOWS: ReadonlySet<string> = new Set(["bearer", "token"]);

/**
 * Reads a request's credential: `Authorization: Bearer …` or `x-api-key`; in dialects also `Authorization: Token …` and
 * `xi-api-key`.
 */
export function requestCredential(headers: IncomingHttpHeaders): string | undefined {
  const bearer = /^(?:bearer|token)\s+(\S+)\s*$/i.exec(headers.authorization ?? "")?.[1];
  const secret = bearer ?? single(headers["x-api-key"]) ?? single(headers["xi-api-key"]);
  return secret || undefined;
}

/**
 * Reads a socket's credential: a header as for a request, the subprotocols `bearer, CREDENTIAL`, `token, CREDENTIAL` or
 * `openai-insecure-api-key.CREDENTIAL`, or `?token=` (only session tokens, since URLs end up in logs).
 */
export function socketCredential(
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
  isSessionToken: (secret: string) => boolean,
): string | undefined {
  const fromHeader = requestCredential(headers);
  if (fromHeader !== undefined) return fromHeader;
  const offered = subprotocols(headers);
  const secret =
    offered[secretAt(offered)] ??
    offered.find((name) => name.startsWith(KEY_SUBPROTOCOL))?.slice(KEY_SUBPROTOCOL.length);
  if (secret !== undefined) return secret;
  const token = query.get("token");
  return token !== null && isSessionToken(token) ? token : undefined;
}

/** Returns the subprotocol to answer with: the first offered one that carries no secret; false where there is none. */
export function echoedSubprotocol(offered: Iterable<string>): string | false {
  const names = [...offered];
  const secret = secretAt(names);
  const open = names.find((name, at) => !name.startsWith(KEY_SUBPROTOCOL) && at !== secret);
  return open ?? false;
}

/**
 * Returns the index of the credential among the subprotocols (after `bearer` or `token`); `names.length` where there is none.
 */
function secretAt(names: readonly string[]): number {
  const before = names.findIndex((name) => SECRET_FOLLOWS.has(name));
  return before === -1 ? names.length : before + 1;
}

function subprotocols(headers: IncomingHttpHeaders): readonly string[] {
  const header = single(headers["sec-websocket-protocol"]) ?? "";
  return header
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
