import type { DashboardSessions } from "../../accounts/dashboard-sessions.ts";
import type { Invitations } from "../../accounts/invitations.ts";
import type { Leaving } from "../../accounts/leaving.ts";
import type { Members } from "../../accounts/members.ts";
import type { OneTimeTokens } from "../../accounts/one-time-tokens.ts";
import type { OpenIdProvider } from "#openid/provider.ts";
import type { ProviderSignIn } from "../../accounts/provider-sign-in.ts";
import type { People } from "../../accounts/people.ts";
import type { Postbox } from "../../mails/postbox.ts";
import type { OwnKeys } from "../../accounts/own-keys.ts";
import type { SecondSteps } from "../../accounts/second-steps.ts";
import type { SignIn } from "../../accounts/sign-in.ts";
import type { ApiServices } from "../http/services.ts";
import type { WebBuild } from "./web-build.ts";

/** Services that the pages depend on. */
export interface SiteServices extends ApiServices {
  readonly web: WebBuild;
  readonly statusUrl: string | undefined;
  readonly sessions: DashboardSessions;
  readonly people: People;
  readonly members: Members;
  readonly invitations: Invitations;
  readonly leaving: Leaving;
  readonly tokens: OneTimeTokens;
  readonly secondSteps: SecondSteps;
  /** Undefined where no mail server is set. */
  readonly mails: Postbox | undefined;
  /** Undefined where no OpenID provider is set. */
  readonly provider: OpenIdProvider | undefined;
  readonly providerSignIn: ProviderSignIn;
  readonly signIn: SignIn;
  readonly keys: OwnKeys;
  /** Whether anybody may create an account, and whom to ask for one otherwise. */
  readonly signUpIsOpen: boolean;
  readonly signUpContact: string | undefined;
}
