import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { connect, isIP, type Socket } from "node:net";

/** Which host and port, and how its addresses are found. */
interface ConnectOptions {
  /** A name or an address. */
  readonly host: string;
  readonly port: number;
  /** Returns the addresses of a name, the preferred one first; default: the system's lookup. */
  readonly resolve?: ((host: string) => Promise<readonly LookupAddress[]>) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called when the name has been looked up. */
  readonly onLookedUp?: (() => void) | undefined;
}

/**
 * No address of a host could be connected to. `message` lists the error of each address; `code` is that of the first address
 * that this machine has a route to, else of the first one.
 */
export class NoConnectionError extends AggregateError {
  readonly code: string | undefined;

  constructor(errors: readonly NodeJS.ErrnoException[]) {
    super(errors, errors.map(({ message }) => message).join("; "));
    this.name = "NoConnectionError";
    this.code = (errors.find(({ code = "" }) => !WITHOUT_WAY.has(code)) ?? errors[0])?.code;
  }
}

/** Delay until the next address is tried as well (RFC 8305, section 5). */
const NEXT_ADDRESS_AFTER_MS = 250;

/** Error codes that mean that this machine has no route to addresses of that family. */
const WITHOUT_WAY: ReadonlySet<string> = new Set([
  "ENETUNREACH",
  "EHOSTUNREACH",
  "EADDRNOTAVAIL",
  "EAFNOSUPPORT",
]);

const bySystem = (host: string): Promise<LookupAddress[]> => lookup(host, { all: true });

/**
 * Connects to the address of a host that answers first, as browsers do: the next one is tried 250 ms after the previous one, or
 * as soon as that fails, and none is given up until one has answered. Node's own `autoSelectFamily` gives each address but the
 * last only 250 ms.
 *
 * Rejects with the error of the lookup or of the only address, with a `NoConnectionError` for several addresses, or with the
 * signal's reason when it aborts.
 */
export async function connectToAny(options: ConnectOptions): Promise<Socket> {
  const { host, port, resolve = bySystem, signal, onLookedUp } = options;
  signal?.throwIfAborted();
  if (isIP(host) !== 0) return race([{ address: host }], port, signal);
  const addresses = await orAborted(resolve(host), signal);
  onLookedUp?.();
  return race(addresses, port, signal);
}

function race(
  addresses: readonly Pick<LookupAddress, "address">[],
  port: number,
  signal: AbortSignal | undefined,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const waiting = [...addresses];
  const trying = new Set<Socket>();
  const errors: NodeJS.ErrnoException[] = [];
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    for (const socket of trying) socket.destroy();
  };
  const abort = (): void => {
    end();
    reject(signal?.reason as Error);
  };
  const tryNext = (): void => {
    clearTimeout(timer);
    const next = waiting.shift();
    if (next === undefined) {
      if (trying.size > 0) return;
      end();
      const [only] = errors;
      reject(errors.length === 1 && only ? only : new NoConnectionError(errors));
      return;
    }
    const socket = connect({ host: next.address, port, noDelay: true });
    trying.add(socket);
    const fail = (error: NodeJS.ErrnoException): void => {
      trying.delete(socket);
      errors.push(error);
      tryNext();
    };
    socket.once("error", fail);
    socket.once("connect", () => {
      socket.off("error", fail);
      trying.delete(socket);
      end();
      resolve(socket);
    });
    if (waiting.length > 0) timer = setTimeout(tryNext, NEXT_ADDRESS_AFTER_MS);
  };
  signal?.addEventListener("abort", abort, { once: true });
  tryNext();
  return promise;
}

async function orAborted<Value>(
  value: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return value;
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([value, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
