import { lookup as systemLookup, type LookupAddress, type LookupOptions } from "node:dns";
import { once } from "node:events";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

import type { ObservationPhases } from "#migrations/status/schema.ts";

/** A fresh connection and how long each step to it took. */
export interface Dialled {
  readonly socket: Socket;
  readonly phases: ObservationPhases;
}

const tlsProtocols = new Set(["https:", "wss:"]);
const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "ws:": 80 };
const DEFAULT_TLS_PORT = 443;

/**
 * Connects to the host of an http, https, ws or wss URL and measures name lookup, connect and TLS.
 *
 * `phases` is filled as steps complete, so that a caller whose connection fails knows how far it got.
 */
export async function dial(
  url: URL,
  signal: AbortSignal,
  phases: ObservationPhases,
): Promise<Dialled> {
  signal.throwIfAborted();
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const secure = tlsProtocols.has(url.protocol);
  const port = Number(url.port || (defaultPorts[url.protocol] ?? DEFAULT_TLS_PORT));
  let startedMs = performance.now();
  const tcp = connectTcp({ host, port, lookup: timedLookup(phases), noDelay: true });
  const abort = (): void => void tcp.destroy();
  signal.addEventListener("abort", abort, { once: true });
  try {
    await once(tcp, "connect", { signal });
    phases.connect = performance.now() - startedMs - (phases.dns ?? 0);
    if (!secure) return { socket: tcp, phases };
    startedMs = performance.now();
    // The certificate is compared with `host`; a server name is sent only where it is a name.
    const name = isIP(host) === 0 ? { servername: host } : {};
    const tls = connectTls({ socket: tcp, host, ...name, ALPNProtocols: ["http/1.1"] });
    await once(tls, "secureConnect", { signal });
    phases.tls = performance.now() - startedMs;
    return { socket: tls, phases };
  } catch (error) {
    tcp.destroy();
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
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
