import * as openid from "openid-client";
import { readEmailAddress } from "#mail/address.ts";
import type { OpenIdSettings } from "./settings.ts";

const TIMEOUT_SECONDS = 10;
/** As the standard has it: up to 255 characters; none that no database takes. */
const SUBJECT = /^[^\p{C}]{1,255}$/u;

/** What has to be known when a browser comes back. */
export interface VisitSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Whom a provider says a browser belongs to. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; undefined where the provider does not tell it, or has not verified it. */
  readonly verifiedEmail: string | undefined;
}

/** The provider could not be reached, or what it said is not to be believed. */
export class ProviderFault extends Error {
  override readonly name = "ProviderFault";
}

/** An OpenID provider that people sign in with, by the authorization code flow with PKCE, state and nonce. */
export class OpenIdProvider {
  /** As people know it: the host of its address. */
  readonly name: string;
  readonly #settings: OpenIdSettings;
  #configuration: Promise<openid.Configuration> | undefined;

  constructor(settings: OpenIdSettings) {
    this.#settings = settings;
    this.name = new URL(settings.issuer).host;
  }

  /** Returns where to send a browser that comes back to `callbackUrl`; rejects with ProviderFault. */
  async begin(callbackUrl: string): Promise<{ readonly url: URL; readonly secrets: VisitSecrets }> {
    const configuration = await this.#discovered();
    const secrets = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      codeVerifier: openid.randomPKCECodeVerifier(),
    };
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: callbackUrl,
      scope: "openid email",
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(secrets.codeVerifier),
      code_challenge_method: "S256",
    });
    return { url, secrets };
  }

  /** Says who came back at an address, the query included; rejects with ProviderFault. */
  async finish(address: URL, secrets: VisitSecrets): Promise<Identity> {
    const configuration = await this.#discovered();
    try {
      const tokens = await openid.authorizationCodeGrant(configuration, address, {
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined || !SUBJECT.test(claims.sub)) {
        throw new ProviderFault("the provider does not say who it is");
      }
      const told =
        claims["email"] === undefined &&
        configuration.serverMetadata().userinfo_endpoint !== undefined
          ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : claims;
      const { email, email_verified: isVerified } = told;
      return {
        issuer: claims.iss,
        subject: claims.sub,
        verifiedEmail:
          typeof email === "string" && isVerified === true && readEmailAddress(email) !== undefined
            ? email.trim().toLowerCase()
            : undefined,
      };
    } catch (cause) {
      if (cause instanceof ProviderFault) throw cause;
      throw new ProviderFault("signing in with the provider failed", { cause });
    }
  }

  /** Reads what the provider says of itself, once; after a failure anew. */
  #discovered(): Promise<openid.Configuration> {
    this.#configuration ??= this.#discover().catch((cause: unknown) => {
      this.#configuration = undefined;
      throw new ProviderFault("the provider cannot be reached", { cause });
    });
    return this.#configuration;
  }

  #discover(): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const execute = [openid.enableNonRepudiationChecks];
    if (issuer.startsWith("http:")) execute.push(openid.allowInsecureRequests);
    return openid.discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret === undefined ? openid.None() : authenticationWith(clientSecret),
      { execute, timeout: TIMEOUT_SECONDS },
    );
  }
}

/** Sends the client's secret in the header, as is the standard, or in the body where the provider takes it there alone. */
function authenticationWith(secret: string): openid.ClientAuth {
  const inHeader = openid.ClientSecretBasic(secret);
  const inBody = openid.ClientSecretPost(secret);
  return (server, client, body, headers) => {
    const taken = server.token_endpoint_auth_methods_supported;
    const isInHeader = taken === undefined || taken.includes("client_secret_basic");
    return (isInHeader ? inHeader : inBody)(server, client, body, headers);
  };
}
