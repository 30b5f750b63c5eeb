import * as openid from "openid-client";
import { readEmailAddress } from "#mail/address.ts";
import type { OpenIdSettings } from "./settings.ts";

const TIMEOUT_SECONDS = 10;
/** Up to 255 characters, the limit of the standard, without control and similar characters that a database may reject. */
const SUBJECT = /^[^\p{C}]{1,255}$/u;

/** The secrets of a sign-in, which must be known when the browser comes back. */
export interface VisitSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The user of a browser, according to the provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; undefined if the provider does not send it, or has not verified it. */
  readonly verifiedEmail: string | undefined;
}

/** Thrown when the provider could not be reached, or its answer failed validation. */
export class ProviderFault extends Error {
  override readonly name = "ProviderFault";
}

/** An OpenID provider that people sign in with, by the authorization code flow with PKCE, state and nonce. */
export class OpenIdProvider {
  /** The display name: the host of the issuer's URL. */
  readonly name: string;
  readonly #settings: OpenIdSettings;
  #configuration: Promise<openid.Configuration> | undefined;

  constructor(settings: OpenIdSettings) {
    this.#settings = settings;
    this.name = new URL(settings.issuer).host;
  }

  /** Returns the URL to redirect a browser to, which comes back to `callbackUrl`; rejects with ProviderFault. */
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

  /** Returns who came back, given the URL that the browser came back to with its query; rejects with ProviderFault. */
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
      const profile =
        claims["email"] === undefined &&
        configuration.serverMetadata().userinfo_endpoint !== undefined
          ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : claims;
      const { email, email_verified: isVerified } = profile;
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

  /** Reads the provider's metadata, once; tries again after a failure. */
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

/** Sends the client secret in the header, the standard's default, or in the body if the provider does not accept a header. */
function authenticationWith(secret: string): openid.ClientAuth {
  const inHeader = openid.ClientSecretBasic(secret);
  const inBody = openid.ClientSecretPost(secret);
  return (server, client, body, headers) => {
    const taken = server.token_endpoint_auth_methods_supported;
    const isInHeader = taken === undefined || taken.includes("client_secret_basic");
    return (isInHeader ? inHeader : inBody)(server, client, body, headers);
  };
}
