import type { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { ObservationPhases } from "#migrations/status/schema.ts";
import { connectToAny } from "#runtime/connect-to-any.ts";
import type { CheckAccess } from "../check/context.ts";
import type { Trace } from "../check/trace.ts";
import { certificatePath } from "./certificate-path.ts";

/** The target of a connection. */
interface DialTarget {
  /** A name or an address. */
  readonly host: string;
  readonly port: number;
  /**
   * The name that the certificate has to be valid for, and the protocols to offer by ALPN; undefined for a connection without
   * TLS.
   */
  readonly tls: { readonly name: string; readonly protocols: readonly string[] } | undefined;
}

/** A server's certificate that cannot be trusted; `code` is OpenSSL's or Node's. */
class CertificateError extends Error {
  override readonly name = "CertificateError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const TLS_PROTOCOLS = new Set(["https:", "wss:"]);
const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "ws:": 80 };
const DEFAULT_TLS_PORT = 443;

/** Returns the target of an http, https, ws or wss URL. */
export function targetOf(url: URL): DialTarget {
  const host = withoutBrackets(url.hostname);
  return {
    host,
    port: Number(url.port || (DEFAULT_PORTS[url.protocol] ?? DEFAULT_TLS_PORT)),
    tls: TLS_PROTOCOLS.has(url.protocol) ? { name: host, protocols: ["http/1.1"] } : undefined,
  };
}

/** Opens a new connection; `phases` is filled as name lookup, connect and TLS complete, even if a later one fails. */
export async function dial(
  { host, port, tls }: DialTarget,
  { signal, trace }: CheckAccess,
  phases: ObservationPhases,
): Promise<Socket> {
  signal.throwIfAborted();
  let startedMs = performance.now();
  const tcp = await connectToAny({
    host: withoutBrackets(host),
    port,
    signal,
    onLookedUp: () => (phases.dns = performance.now() - startedMs),
  });
  const abort = (): void => void tcp.destroy();
  signal.addEventListener("abort", abort, { once: true });
  try {
    phases.connect = performance.now() - startedMs - (phases.dns ?? 0);
    if (tls === undefined) return tcp;
    startedMs = performance.now();
    const secured = secure(tcp, tls);
    await once(secured, "secureConnect", { signal });
    phases.tls = performance.now() - startedMs;
    examineCertificate(secured, tls.name, trace);
    return secured;
  } catch (error) {
    tcp.destroy();
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, "");
}

function secure(tcp: Socket, { name, protocols }: NonNullable<DialTarget["tls"]>): TLSSocket {
  return connectTls({
    socket: tcp,
    // The certificate is compared with `host`; a server name (SNI) is sent only if that is a name, not an address.
    host: name,
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ...(protocols.length > 0 ? { ALPNProtocols: [...protocols] } : {}),
    // `examineCertificate` refuses instead, so that the expiry of a refused certificate is known too.
    rejectUnauthorized: false,
  });
}

/** Notes the certificate; throws a `CertificateError` unless its chain is trusted, its name matches and it is valid now. */
function examineCertificate(socket: TLSSocket, name: string, trace: Trace): void {
  const leaf = socket.getPeerX509Certificate();
  const path = leaf === undefined ? [] : certificatePath(leaf);
  const [first] = path.toSorted((a, b) => a.expiresAtMs - b.expiresAtMs);
  if (first !== undefined) trace.noteCertificate(first.expiresAtMs, whoseOf(first, path[0]));
  if (socket.authorized) {
    if (leaf !== undefined && isNamed(leaf, name)) return;
    throw wrongName(leaf, name);
  }
  // Declared as an Error, but only the code.
  const code = String(socket.authorizationError);
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") throw wrongName(leaf, name);
  const nowMs = Date.now();
  const over = path.find(({ expiresAtMs }) => expiresAtMs < nowMs) ?? first;
  const early = path.find(({ startsAtMs }) => startsAtMs > nowMs) ?? path[0];
  const details: Readonly<Record<string, string>> = {
    CERT_HAS_EXPIRED: over ? `${whoseOf(over, path[0])} expired on ${over.validTo}` : "",
    CERT_NOT_YET_VALID: early ? `${whoseOf(early, path[0])} is valid from ${early.validFrom}` : "",
    INVALID_PURPOSE:
      "the certificate is not for servers, or is issued by one that may not issue any",
    PATH_LENGTH_EXCEEDED: "the certificate's chain is longer than one of its issuers allows",
  };
  throw new CertificateError(code, details[code] || `the certificate is not trusted (${code})`);
}

/** Returns how messages name a certificate of a path: as the server's own, or as an issuer with its name. */
function whoseOf<Certificate extends { readonly name: string }>(
  certificate: Certificate,
  leaf: Certificate | undefined,
): string {
  return certificate === leaf
    ? "the certificate"
    : `the certificate of its issuer ${certificate.name}`;
}

/** Returns whether a certificate is for a name or an address; only its subject alternative names count, as in browsers. */
function isNamed(leaf: X509Certificate, name: string): boolean {
  const found = isIP(name) === 0 ? leaf.checkHost(name, { subject: "never" }) : leaf.checkIP(name);
  return found !== undefined;
}

function wrongName(leaf: X509Certificate | undefined, name: string): CertificateError {
  const named = leaf?.subjectAltName;
  const message =
    named === undefined
      ? `the certificate names ${leaf?.subject.replaceAll("\n", ", ")} as its subject alone, which browsers do not read, and not ${name}`
      : `the certificate is for ${named}, not for ${name}`;
  return new CertificateError("ERR_TLS_CERT_ALTNAME_INVALID", message);
}
