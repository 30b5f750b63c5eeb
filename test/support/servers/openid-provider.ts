import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

/** A real OpenID provider with one client. */
export interface OpenIdProviderServer extends AsyncDisposable {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** All that it takes as the client's secret, two while one is changed. */
  readonly clientSecrets: Set<string>;
}

/**
 * Starts a provider on a free port for a client that is called back at `callbackUrl`. Whoever signs in there is whom they say they
 * are: the login is the e-mail address, which counts as verified unless it begins with `unverified`.
 */
export async function startOpenIdProvider(callbackUrl: string): Promise<OpenIdProviderServer> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clientId = "speech";
  const clientSecret = "a secret: of the client";
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [callbackUrl] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    cookies: { keys: ["only for tests"] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: !id.startsWith("unverified") }),
    }),
  });
  const clientSecrets = new Set([clientSecret]);
  // It keeps one secret for each client; those that people use keep two while it is changed.
  Object.assign(provider.Client.prototype, {
    compareClientSecret: (given: string) => clientSecrets.has(given),
  });
  server.on("request", provider.callback());
  return {
    issuer,
    clientId,
    clientSecret,
    clientSecrets,
    [Symbol.asyncDispose]: () => stop(server),
  };
}

/** Signs in and agrees at the provider's own pages, as a browser does that was sent to `url`; returns where it is sent back to. */
export async function passProvider(url: string, login: string): Promise<URL> {
  const { origin } = new URL(url);
  const cookies = new Map<string, string>();
  let place = new URL(url);
  let body: URLSearchParams | undefined;
  while (place.origin === origin) {
    const answer = await fetch(place, {
      redirect: "manual",
      headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      ...(body !== undefined && { method: "POST", body }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const page = await answer.text();
    const location = answer.headers.get("location");
    body = undefined;
    if (location !== null) {
      place = new URL(location, place);
      continue;
    }
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
    const [, prompt] = /name="prompt" value="([^"]+)"/.exec(page) ?? [];
    if (action === undefined || prompt === undefined) throw new Error(`no form: ${page}`);
    place = new URL(action, place);
    body = new URLSearchParams({ prompt, login, password: "any" });
  }
  return place;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  const closed = once(server, "close");
  server.close();
  await closed;
}
