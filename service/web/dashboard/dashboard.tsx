import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Dialog } from "#web-kit/dialog.tsx";
import type { DashboardTexts, VoiceTexts } from "../texts/texts.ts";
import { AccountPage } from "./account/account.tsx";
import { RecoveryCodes, TwoStepPage } from "./account/two-step.tsx";
import { hasSessionEnded } from "./api/call.ts";
import type { DashboardContent, EveryContent } from "./frame/content.ts";
import { Navigation } from "./frame/navigation.tsx";
import { ReaderContext, type SentForm, useReader } from "./frame/reader.ts";
import { JobsPage } from "./jobs/jobs.tsx";
import { KeysPage } from "./keys/keys.tsx";
import { Overview } from "./overview.tsx";
import { PronunciationsPage } from "./pronunciations/pronunciations.tsx";
import { Entrance } from "./sign-in/entrance.tsx";
import { MembersPage } from "./members/members.tsx";
import { NotAllowed } from "./members/not-allowed.tsx";
import { UsagePage } from "./usage/usage.tsx";
import { VoicesPage } from "./voices/voices.tsx";

/** The element that the page's script hydrates. */
export const DASHBOARD_ROOT_ID = "dashboard";

/** The state from which the script renders the same elements as the server. */
export interface DashboardState {
  readonly content: EveryContent;
  readonly baseUrl: string;
  readonly sent: SentForm | undefined;
}

export interface DashboardProps extends DashboardState {
  readonly texts: DashboardTexts;
  readonly voiceTexts: VoiceTexts;
  readonly isLive: boolean;
}

/** A page of the dashboard, or the form to sign in or up. */
export function Dashboard(props: DashboardProps): JSX.Element {
  const { content, texts, voiceTexts, baseUrl, sent, isLive } = props;
  const reader = useMemo(
    () => ({ texts, voiceTexts, baseUrl, isLive, sent }),
    [texts, voiceTexts, baseUrl, isLive, sent],
  );
  return (
    <ReaderContext.Provider value={reader}>
      <Body content={content} />
    </ReaderContext.Provider>
  );
}

/** Returns the title of a dashboard page; undefined for the overview, which has the title of the dashboard. */
export function dashboardTitle(
  { shown }: DashboardContent,
  { frame }: DashboardTexts,
): string | undefined {
  return shown.view === "overview" ? undefined : frame[shown.view];
}

function Body({ content }: { readonly content: EveryContent }): JSX.Element {
  if (content.page !== "dashboard") return <Entrance content={content} />;
  return (
    <div class="dashboard">
      <Navigation {...content} current={content.shown.view} />
      <div class="dashboard-main">
        <View {...content} />
      </div>
      <SessionEnded />
    </div>
  );
}

function View({ shown, email }: DashboardContent) {
  switch (shown.view) {
    case "overview":
      return <Overview shown={shown} />;
    case "keys":
      return <KeysPage shown={shown} />;
    case "usage":
      return <UsagePage shown={shown} />;
    case "jobs":
      return <JobsPage shown={shown} />;
    case "voices":
      return <VoicesPage shown={shown} />;
    case "pronunciations":
      return <PronunciationsPage shown={shown} />;
    case "account":
      return <AccountPage shown={shown} email={email} />;
    case "members":
      return <MembersPage shown={shown} />;
    case "not-allowed":
      return <NotAllowed />;
    case "two-step":
      return <TwoStepPage shown={shown} />;
    case "recovery-codes":
      return <RecoveryCodes shown={shown} />;
  }
}

/** Asks to sign in again; what is typed on the page stays until the reader leaves it. */
function SessionEnded() {
  const { frame } = useReader().texts;
  if (!hasSessionEnded.value) return null;
  return (
    <Dialog
      title={frame.sessionEndedTitle}
      closeLabel={frame.close}
      onClose={() => (hasSessionEnded.value = false)}
    >
      <p>{frame.sessionEnded}</p>
      <p class="dialog-actions">
        <a class="button" href={location.href}>
          {frame.signInAgain}
        </a>
      </p>
    </Dialog>
  );
}
