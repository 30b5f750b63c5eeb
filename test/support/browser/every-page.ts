import { designed } from "./designed-history.ts";
import type { Web } from "./designed-webs.ts";

/** A page that people see. */
export interface WebPage {
  /** Unique, fit for a file's name. */
  readonly name: string;
  readonly web: Web;
  readonly path: string;
  readonly isSignedIn?: boolean;
  /** Something that is there only once the page is all there; nothing where it is so when it has loaded. */
  readonly readyWith?: string;
  /** Whether it says everything without a script too. */
  readonly isCompleteWithoutScript?: boolean;
}

/** Every page of both webs; where a path has a part that differs from run to run, it is put in. */
const pages = [
  {
    name: "status",
    web: "status",
    path: "/",
    readyWith: '#tts .strip [role="button"]',
    isCompleteWithoutScript: true,
  },
  {
    name: "component",
    web: "status",
    path: "/components/stt-file",
    readyWith: ".chart-plot canvas",
    isCompleteWithoutScript: true,
  },
  {
    name: "incident",
    web: "status",
    path: `/incidents/${designed.incident}`,
    isCompleteWithoutScript: true,
  },
  {
    name: "maintenance",
    web: "status",
    path: `/incidents/${designed.maintenance}`,
    isCompleteWithoutScript: true,
  },
  { name: "history", web: "status", path: "/history", isCompleteWithoutScript: true },
  { name: "status-not-found", web: "status", path: "/nowhere" },
  { name: "subscribe", web: "status", path: "/subscribe", isCompleteWithoutScript: true },
  { name: "subscribe-feeds", web: "status", path: "/subscribe?channel=feed" },
  { name: "subscription", web: "status", path: "/subscriptions/{token}" },
  { name: "unsubscribe", web: "status", path: "/subscriptions/{token}/unsubscribe" },
  { name: "website", web: "service", path: "/", isCompleteWithoutScript: true },
  { name: "docs", web: "service", path: "/docs", isCompleteWithoutScript: true },
  { name: "demo", web: "service", path: "/demo", readyWith: "#mikrofon button:enabled" },
  { name: "sign-in", web: "service", path: "/dashboard" },
  { name: "dashboard", web: "service", path: "/dashboard", isSignedIn: true },
] as const satisfies readonly WebPage[];

/** The status page itself comes first. */
export const everyPage: readonly [WebPage, ...WebPage[]] = pages;
