import { expect, test } from "vitest";
import { designedOnCall } from "../../support/browser/designed-on-call.ts";
import { serveBelowAPath, writeAllThereIs } from "../../support/status-api/served-below-a-path.ts";

import { textOfPage, withoutHashes } from "../../support/text-of-page.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");

/** Documents for programs, of a history that shows all there is. */
const DOCUMENTS = [
  "/api/v2/status.json",
  "/api/v2/summary.json",
  "/api/v2/components.json",
  "/api/v2/incidents.json",
  "/api/v2/incidents/unresolved.json",
  "/api/v2/scheduled-maintenances.json",
  "/api/v2/scheduled-maintenances/upcoming.json",
  "/api/v2/scheduled-maintenances/active.json",
  "/api/v2/components/tts.json",
  "/api/v2/components/tts/days.json",
  "/api/v2/components/tts/timeline.csv",
  "/api/v2/components/stt-stream/timeline.csv",
  "/api/v2/subscribers/channels.json",
  "/history.atom",
  "/history.rss",
  "/history.rss?lang=tr",
  "/maintenance.ics",
  "/api/v2/reports/2026-10.json",
  "/api/v2/reports/2026-10.csv",
  "/badge/tts.json",
  "/badge/tts.svg",
  "/badge/tts.svg?lang=tr",
  "/metrics",
];
const PAGES = [
  "/",
  "/history",
  "/reports",
  "/reports/2026-10",
  "/components/tts",
  "/components/stt-stream",
  "/incidents/file-transcription-down",
  "/incidents/synthesis-slow",
  "/incidents/web-certificates",
  "/subscribe",
  "/nothing",
];
const PAGES_IN_TURKISH = [
  "/",
  "/history",
  "/reports/2026-10",
  "/incidents/synthesis-slow",
  "/subscribe",
];
const CONSOLE = [
  "",
  "/incidents",
  "/incidents/new",
  "/incidents/synthesis-slow",
  "/maintenance",
  "/maintenance/new",
  "/maintenance/web-certificates",
  "/components",
  "/components/tts",
  "/alerts/designed-alert",
  "/alerts/none",
  `/runs/${designedOnCall.badRun}`,
  `/checks/${designedOnCall.check}/runs`,
  "/on-call",
  "/subscribers",
  "/deliveries",
  "/audit",
  "/graph",
  "/reports",
].map((path) => `/console${path}`);

function shown(type: string, text: string): string {
  if (type.includes("html")) return textOfPage(text);
  return type.includes("json") ? JSON.stringify(JSON.parse(text), null, 2) : text;
}

/** Without what differs from run to run: the port, hashes of assets, random ids and keys, and what is of the process. */
function steady(text: string, origin: string): string {
  return withoutHashes(text)
    .replaceAll("\r\n ", "")
    .replaceAll(
      /^(# (HELP|TYPE) )?(status_http_|status_api_build|outbox_|process_|nodejs_).*\n/gm,
      "",
    )
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UUID")
    .replaceAll(/\?key=[\w-]+/g, "?key=KEY")
    .replaceAll(origin, "https://status.example.org");
}

test("documents and pages of a known history are as before", async () => {
  await using served = await serveBelowAPath("/status", true, noon, writeAllThereIs);
  const { proxy, written } = served;
  const { origin } = new URL(proxy.url);
  const answers = async (paths: readonly string[], headers: Record<string, string>) => {
    const all: string[] = [];
    for (const path of paths) {
      const answer = await fetch(`${proxy.url}${path}`, { headers, redirect: "manual" });
      const type = answer.headers.get("content-type") ?? "";
      const text = shown(type, await answer.text());
      const to = answer.headers.get("location") ?? "";
      all.push(`### ${path}: ${answer.status} ${type || to}\n\n${text}\n`);
    }
    return steady(all.join("\n"), origin);
  };
  await expect(await answers(DOCUMENTS, {})).toMatchFileSnapshot("./answers/documents.txt");
  const html = { accept: "text/html" };
  await expect(await answers(PAGES, html)).toMatchFileSnapshot("./answers/pages.txt");
  const turkish = { ...html, "accept-language": "tr" };
  await expect(await answers(PAGES_IN_TURKISH, turkish)).toMatchFileSnapshot(
    "./answers/pages.tr.txt",
  );
  const { cookie } = written;
  await expect(await answers(CONSOLE, { ...html, cookie })).toMatchFileSnapshot(
    "./answers/console.txt",
  );
});
