import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

/** A real OpenID provider with one client. */
export interface OpenIdProviderServer extends AsyncDisposable {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
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
  server.on("request", provider.callback());
  return { issuer, clientId, clientSecret, [Symbol.asyncDispose]: () => stop(server) };
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  const closed = once(server, "close");
  server.close();
  await closed;
}
