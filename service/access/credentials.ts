import type { IncomingHttpHeaders } from "node:http";

const KEY_SUBPROTOCOL = "openai-insecure-api-key.";

/** Reads the credential of a request: `Authorization: Bearer …` or `x-api-key`. */
export function requestCredential(headers: IncomingHttpHeaders): string | undefined {
  const bearer = /^bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? "")?.[1];
  const secret = bearer ?? single(headers["x-api-key"]);
  return secret || undefined;
}

/**
 * Reads the credential of a socket: a header as for a request, the subprotocols `bearer, CREDENTIAL` or
 * `openai-insecure-api-key.CREDENTIAL`, or `?token=` for session tokens alone, since addresses end up in logs.
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
    offered[offered.indexOf("bearer") + 1 || offered.length] ??
    offered.find((name) => name.startsWith(KEY_SUBPROTOCOL))?.slice(KEY_SUBPROTOCOL.length);
  if (secret !== undefined) return secret;
  const token = query.get("token");
  return token !== null && isSessionToken(token) ? token : undefined;
}

/** The subprotocol to answer with: the first offered one that carries no secret. */
export function echoedSubprotocol(offered: Iterable<string>): string | false {
  const names = [...offered];
  const secretAt = names.indexOf("bearer") + 1;
  const open = names.find(
    (name, index) => !name.startsWith(KEY_SUBPROTOCOL) && (secretAt === 0 || index !== secretAt),
  );
  return open ?? false;
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
