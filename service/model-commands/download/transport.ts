import { EnvHttpProxyAgent, request, type Dispatcher } from "undici";

/** Proxies by the protocol of the address that is asked, and the hosts that are asked without one; empty where there is none. */
export interface Proxies {
  readonly http: string;
  readonly https: string;
  readonly none: string;
}

/** An answer with its body still to come. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Dispatcher.ResponseData["body"];
}

/** An address that cannot be asked, or leads nowhere; asking again does not help. */
export class AddressFault extends Error {
  override readonly name = "AddressFault";
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Opens what requests go through, by way of the proxies. */
export function openTransport({ http, https, none }: Proxies): Dispatcher {
  return new EnvHttpProxyAgent({ httpProxy: http, httpsProxy: https, noProxy: none });
}

/**
 * Asks for an address and follows where it leads, five times at most and never from https to http. A name and password in the
 * address are sent to its own host alone. Rejects with AddressFault, or with what undici or the network says.
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
      // Who asks has a rule of its own for how long nothing may come.
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

/** Returns an address as it may be told: without the name and password, and the query, which holds signatures. */
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
