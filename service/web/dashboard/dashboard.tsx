import type { DashboardTexts } from "../texts/texts.ts";
import type { JSX } from "preact";
import { AccountPage } from "./account/account.tsx";
import type {
  DashboardContent,
  DashboardView,
  SignInContent,
  SignUpContent,
} from "./frame/content.ts";
import { SignIn } from "./sign-in/sign-in.tsx";
import { SignUp } from "./sign-in/sign-up.tsx";
import { Navigation } from "./frame/navigation.tsx";
import { ReaderContext, type Reader } from "./frame/reader.ts";
import { SessionEnded } from "./frame/session-ended.tsx";
import { KeysPage } from "./keys/keys.tsx";
import { Overview } from "./overview.tsx";
import { PronunciationsPage } from "./pronunciations/pronunciations.tsx";
import { UsagePage } from "./usage/usage.tsx";
import { VoicesPage } from "./voices/voices.tsx";

/** Where the page's script takes over. */
export const DASHBOARD_ROOT_ID = "dashboard";

export type EveryContent = SignInContent | SignUpContent | DashboardContent;

/** A page of the dashboard, or the way in. */
export function Dashboard({
  content,
  reader,
}: {
  readonly content: EveryContent;
  readonly reader: Reader;
}): JSX.Element {
  return (
    <ReaderContext.Provider value={reader}>
      <Body content={content} />
    </ReaderContext.Provider>
  );
}

/** What a page of the dashboard is called; undefined for the first page, which is the dashboard itself. */
export function dashboardTitle(
  { shown }: DashboardContent,
  { frame }: DashboardTexts,
): string | undefined {
  return shown.view === "overview" ? undefined : frame[shown.view];
}

function Body({ content }: { readonly content: EveryContent }): JSX.Element {
  if (content.page === "sign-in") return <SignIn content={content} />;
  if (content.page === "sign-up") return <SignUp content={content} />;
  const { shown, email } = content;
  return (
    <div class="dashboard">
      <Navigation current={shown.view} email={email} />
      <div class="dashboard-main">
        <View shown={shown} email={email} />
      </div>
      <SessionEnded />
    </div>
  );
}

function View({ shown, email }: { readonly shown: DashboardView; readonly email: string }) {
  switch (shown.view) {
    case "overview":
      return <Overview shown={shown} />;
    case "keys":
      return <KeysPage shown={shown} />;
    case "usage":
      return <UsagePage shown={shown} />;
    case "voices":
      return <VoicesPage shown={shown} />;
    case "pronunciations":
      return <PronunciationsPage shown={shown} />;
    case "account":
      return <AccountPage shown={shown} email={email} />;
  }
}
