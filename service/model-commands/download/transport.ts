import { EnvHttpProxyAgent, request, type Dispatcher } from "undici";

/** Proxies by the protocol of the requested address, and the hosts that need none; empty where not set. */
export interface Proxies {
  readonly http: string;
  readonly https: string;
  readonly none: string;
}

/** A response whose body is not read yet. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Dispatcher.ResponseData["body"];
}

/** An address that cannot be requested, or whose redirects cannot be followed; a retry does not help. */
export class AddressFault extends Error {
  override readonly name = "AddressFault";
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Returns the dispatcher that sends requests by way of the proxies. */
export function openTransport({ http, https, none }: Proxies): Dispatcher {
  return new EnvHttpProxyAgent({ httpProxy: http, httpsProxy: https, noProxy: none });
}

/**
 * Requests an address and follows at most five redirects, never from https to http. A name and password in the address are sent
 * only to its own host. Rejects with AddressFault, or with an error of undici or the network.
 */
export async function ask(
  address: string,
  headers: Readonly<Record<string, string>>,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<Answer> {
  let url = new URL(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await request(url, {
      dispatcher,
      signal,
      headers: { "user-agent": "speech-models", ...headers, ...authorization(url) },
      // The caller has its own timeout for missing data.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    if (!REDIRECTS.has(answer.statusCode)) {
      return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    }
    await answer.body.dump();
    url = redirected(url, answer.headers["location"]);
  }
  throw new AddressFault(`${shown(address)}: leads on more than ${MAX_REDIRECTS} times`);
}

/** Returns an address for messages: without the name and password, and without the query, which may hold signatures. */
export function shown(address: string | URL): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

function redirected(from: URL, location: string | string[] | undefined): URL {
  const to = typeof location === "string" ? URL.parse(location, from) : null;
  if (to === null) throw new AddressFault(`${shown(from)}: leads on, and does not say where to`);
  const isWeb = to.protocol === "https:" || (to.protocol === "http:" && from.protocol === "http:");
  if (!isWeb)
    throw new AddressFault(`${shown(from)}: leads to ${to.protocol}//, which is not followed`);
  return to;
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username === "" && password === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}
