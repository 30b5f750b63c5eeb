import { lookup as systemLookup, type LookupAddress, type LookupOptions } from "node:dns";
import { once } from "node:events";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { ObservationPhases } from "#migrations/status/schema.ts";
import type { CheckAccess } from "../check/context.ts";
import type { Trace } from "../check/trace.ts";

/** Where a connection leads. */
interface DialTarget {
  /** A name or an address. */
  readonly host: string;
  readonly port: number;
  /** The name that the certificate has to be valid for, and what ALPN offers; undefined for a connection without TLS. */
  readonly tls: { readonly name: string; readonly protocols: readonly string[] } | undefined;
}

/** A server's certificate that cannot be trusted; `code` is OpenSSL's or Node's. */
class CertificateError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "CertificateError";
    this.code = code;
  }
}

const tlsProtocols = new Set(["https:", "wss:"]);
const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "ws:": 80 };
const DEFAULT_TLS_PORT = 443;

/** Where an http, https, ws or wss URL leads. */
export function targetOf(url: URL): DialTarget {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return {
    host,
    port: Number(url.port || (defaultPorts[url.protocol] ?? DEFAULT_TLS_PORT)),
    tls: tlsProtocols.has(url.protocol) ? { name: host, protocols: ["http/1.1"] } : undefined,
  };
}

/** Makes a fresh connection; `phases` is filled as name lookup, connect and TLS complete, also when a later one fails. */
export async function dial(
  { host, port, tls }: DialTarget,
  { signal, trace }: CheckAccess,
  phases: ObservationPhases,
): Promise<Socket> {
  signal.throwIfAborted();
  let startedMs = performance.now();
  const tcp = connectTcp({ host, port, lookup: timedLookup(phases), noDelay: true });
  const abort = (): void => void tcp.destroy();
  signal.addEventListener("abort", abort, { once: true });
  try {
    await once(tcp, "connect", { signal });
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

function secure(tcp: Socket, { name, protocols }: NonNullable<DialTarget["tls"]>): TLSSocket {
  return connectTls({
    socket: tcp,
    // The certificate is compared with `host`; a server name is sent only where it is a name.
    host: name,
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ...(protocols.length > 0 ? { ALPNProtocols: [...protocols] } : {}),
    // `examineCertificate` refuses instead, and still learns when a refused certificate expires.
    rejectUnauthorized: false,
  });
}

/** Notes the certificate; throws a `CertificateError` unless its chain is trusted, its name right and its time now. */
function examineCertificate(socket: TLSSocket, name: string, trace: Trace): void {
  const certificate = socket.getPeerX509Certificate();
  const expiresAtMs = Date.parse(certificate?.validTo ?? "");
  if (!Number.isNaN(expiresAtMs)) trace.noteCertificate(expiresAtMs);
  if (socket.authorized) return;
  // Declared as an error, but it is the code alone.
  const code = String(socket.authorizationError);
  const details: Readonly<Record<string, string>> = {
    CERT_HAS_EXPIRED: `the certificate expired on ${certificate?.validTo}`,
    CERT_NOT_YET_VALID: `the certificate is valid from ${certificate?.validFrom}`,
    ERR_TLS_CERT_ALTNAME_INVALID: `the certificate is for ${certificate?.subjectAltName ?? certificate?.subject}, not for ${name}`,
  };
  throw new CertificateError(code, details[code] ?? `the certificate is not trusted (${code})`);
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

function timedLookup(phases: ObservationPhases) {
  return (hostname: string, options: LookupOptions, callback: LookupCallback): void => {
    const startedMs = performance.now();
    systemLookup(hostname, options, (error, address, family) => {
      phases.dns = performance.now() - startedMs;
      callback(error, address, family);
    });
  };
}
