import { savingAddress } from "#service/web/frame/designed-voice.ts";

import { designedReader } from "./designed-account.ts";
import { designed } from "./designed-history.ts";
import { designedOnCall } from "./designed-on-call.ts";
import type { Visitor, Web } from "./designed-webs.ts";

/** A page that people see. */
export interface WebPage {
  /** Unique, fit for a file's name. */
  readonly name: string;
  readonly web: Web;
  /** `{token}` stands for that of a subscriber, `{password}`, `{address}`, `{newAddress}` and `{invitation}` for those of links from mails; they differ from run to run. */
  readonly path: string;
  readonly signedInAs?: Visitor;
  /** What is filled in and sent there, by the names of the fields; the page is the answer. `{code}` stands for what the authenticator app of a newcomer shows. */
  readonly sends?: Readonly<Record<string, string>>;
  /** What is pressed there once it has loaded, so that what it opens is seen too. */
  readonly opens?: string;
  /** The language of a page that is in its subscriber's, not in that of who looks. */
  readonly language?: "en";
  /** Something that is there only once the page is all there; nothing where it is so when it has loaded. */
  readonly readyWith?: string;
  /** Whether a library draws it as it is scrolled, in more sizes of letters than ours, so that a walk by Tab has no end of its own. */
  readonly isDrawnByRenderer?: boolean;
  /** Whether it says everything without a script too. */
  readonly isCompleteWithoutScript?: boolean;
}

const statusPages = [
  {
    name: "status",
    path: "/",
    isCompleteWithoutScript: true,
  },
  {
    name: "component",
    path: "/components/stt-file",
    readyWith: ".chart-area",
    isCompleteWithoutScript: true,
  },
  { name: "component-without-figures", path: "/components/demo", isCompleteWithoutScript: true },
  { name: "incident", path: `/incidents/${designed.incident}`, isCompleteWithoutScript: true },
  {
    name: "open-incident",
    path: `/incidents/${designed.activeIncident}`,
    isCompleteWithoutScript: true,
  },
  {
    name: "maintenance",
    path: `/incidents/${designed.maintenance}`,
    isCompleteWithoutScript: true,
  },
  {
    name: "done-maintenance",
    path: `/incidents/${designed.doneMaintenance}`,
    isCompleteWithoutScript: true,
  },
  { name: "history", path: "/history", isCompleteWithoutScript: true },
  { name: "month", path: "/history/2026-10", isCompleteWithoutScript: true },
  { name: "report", path: "/reports/2026-11", isCompleteWithoutScript: true },
  { name: "subscribe", path: "/subscribe", isCompleteWithoutScript: true },
  { name: "subscribe-feeds", path: "/subscribe?channel=feed" },
  { name: "subscription", path: "/subscriptions/{token}", language: "en" },
  { name: "unsubscribe", path: "/subscriptions/{token}/unsubscribe", language: "en" },
  { name: "status-not-found", path: "/nowhere" },
] as const satisfies readonly Omit<WebPage, "web">[];

/** Those of people on call; all are plain forms. */
const consolePages = [
  { name: "console-sign-in", path: "/console/sign-in" },
  ...(
    [
      { name: "console", path: "/console" },
      { name: "console-runs", path: `/console/checks/${designedOnCall.check}/runs` },
      { name: "console-run", path: `/console/runs/${designedOnCall.badRun}` },
      {
        name: "console-requested-run",
        path: `/console/requested-runs/${designedOnCall.requestedRun}`,
      },
      { name: "console-incidents", path: "/console/incidents" },
      { name: "console-incident", path: `/console/incidents/${designed.activeIncident}` },
      { name: "console-new-incident", path: "/console/incidents/new" },
      { name: "console-graph", path: "/console/graph" },
      { name: "console-on-call", path: "/console/on-call" },
      { name: "console-report", path: "/console/reports/2026-11" },
      { name: "console-maintenance", path: "/console/maintenance" },
      { name: "console-new-maintenance", path: "/console/maintenance/new" },
      { name: "console-components", path: "/console/components" },
      { name: "console-component", path: "/console/components/tts" },
      { name: "console-deliveries", path: "/console/deliveries" },
      { name: "console-subscribers", path: "/console/subscribers" },
      { name: "console-audit", path: "/console/audit" },
    ] as const
  ).map((page) => ({ ...page, signedInAs: "onCall" as const })),
] as const satisfies readonly Omit<WebPage, "web">[];

const servicePages = [
  { name: "website", path: "/", isCompleteWithoutScript: true },
  { name: "docs", path: "/docs", isCompleteWithoutScript: true },
  { name: "docs-guide", path: "/docs/transcription", isCompleteWithoutScript: true },
  { name: "docs-errors", path: "/docs/errors", isCompleteWithoutScript: true },
  { name: "docs-reference", path: "/docs/reference", isDrawnByRenderer: true },
  { name: "docs-reference-sockets", path: "/docs/reference/sockets", isDrawnByRenderer: true },
  { name: "demo", path: "/demo", readyWith: "#mikrofon button:enabled" },
  { name: "sign-in", path: "/dashboard" },
  {
    name: "sign-in-code",
    path: "/dashboard",
    sends: designedReader,
  },
  { name: "sign-up", path: "/dashboard/sign-up" },
  { name: "lost-password", path: "/dashboard/lost-password" },
  { name: "mail-sent", path: "/dashboard/mail-sent?about=password" },
  { name: "new-password", path: "/dashboard/new-password?token={password}" },
  {
    name: "confirm-address",
    path: "/dashboard/confirm-address?token={address}",
    signedInAs: "owner",
  },
  {
    name: "new-address",
    path: "/dashboard/new-address?token={newAddress}",
    signedInAs: "owner",
  },
  { name: "link-ended", path: "/dashboard/new-password?token=used" },
  { name: "dashboard", path: "/dashboard", signedInAs: "owner" },
  { name: "dashboard-keys", path: "/dashboard/keys", signedInAs: "owner" },
  { name: "dashboard-usage", path: "/dashboard/usage", signedInAs: "owner" },
  { name: "dashboard-jobs", path: "/dashboard/jobs", signedInAs: "owner" },
  { name: "dashboard-voices", path: "/dashboard/voices", signedInAs: "owner" },
  {
    name: "dashboard-new-voice",
    path: savingAddress({ name: "Masalcı", description: "Yaşlı, yavaş konuşan bir masalcı" }),
    signedInAs: "owner",
  },
  { name: "dashboard-pronunciations", path: "/dashboard/pronunciations", signedInAs: "owner" },
  {
    name: "dashboard-account",
    path: "/dashboard/account",
    signedInAs: "owner",
    opens: ".confirm > summary",
  },
  { name: "invitation", path: "/dashboard/invitation?token={invitation}" },
  { name: "dashboard-members", path: "/dashboard/members", signedInAs: "owner" },
  { name: "dashboard-two-step", path: "/dashboard/two-step", signedInAs: "owner" },
  {
    name: "recovery-codes",
    path: "/dashboard/two-step",
    signedInAs: "newcomer",
    sends: { code: "{code}" },
  },
  { name: "not-allowed", path: "/dashboard/keys", signedInAs: "reader" },
  { name: "service-not-found", path: "/nowhere" },
] as const satisfies readonly Omit<WebPage, "web">[];

const [overview, ...otherStatusPages] = [...statusPages, ...consolePages];

/** Every page of both webs; the status page itself comes first. */
export const everyPage: readonly [WebPage, ...WebPage[]] = [
  { web: "status", ...overview },
  ...otherStatusPages.map((page): WebPage => ({ web: "status", ...page })),
  ...servicePages.map((page): WebPage => ({ web: "service", ...page })),
];
