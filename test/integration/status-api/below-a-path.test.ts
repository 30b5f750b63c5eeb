import { expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";
import {
  ADMIN_TOKEN,
  serveBelowAPath,
  writeAllThereIs,
} from "../../support/status-api/served-below-a-path.ts";
import { setUpPage } from "../../support/status-api/status-history.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");
const path = "/health/status";

/** Where pages, style sheets, feeds and documents lead. */
const LINKS = [
  /\s(?:href|src|srcset|action)="([^"]*)"/g,
  /url\(([^)"]*)\)/g,
  /<(?:link|url|id|guid[^>]*)>([^<]*)</g,
  /"(?:url|shortlink)":"([^"]*)"/g,
];
/** What takes a form, and is not asked for. */
const FOR_FORMS = /\/(?:end|acknowledge|automation|runs|sign-out|preview|subscribers)$/;

/** Visits what pages lead to, at most so many of a kind, and returns the addresses that did not answer as they should. */
async function crawl(
  siteUrl: string,
  starts: readonly string[],
  { cookie, maxPerKind }: { readonly cookie: string; readonly maxPerKind: number },
) {
  const { origin, pathname } = new URL(siteUrl);
  const faults: string[] = [];
  const visited = new Set<string>();
  const kinds = new Map<string, number>();
  const waiting = starts.map((start) => `${siteUrl}${start}`);
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    const page = at.split("#")[0] ?? "";
    const kind = page.replace(/[^/]*\d[^/]*|\?.*/g, "…");
    const seen = kinds.get(kind) ?? 0;
    if (visited.has(page) || seen >= maxPerKind) continue;
    visited.add(page);
    kinds.set(kind, seen + 1);
    const answer = await fetch(page, { headers: { cookie }, redirect: "manual" });
    const location = answer.headers.get("location");
    if (answer.status >= 400) faults.push(`${answer.status} ${page}`);
    const type = answer.headers.get("content-type") ?? "";
    const isEndless = type.includes("event-stream");
    const isText = /html|css|xml|json/.test(type);
    const text = isEndless || !isText ? "" : await answer.text();
    if (text === "") await answer.body?.cancel();
    const links = LINKS.flatMap((link) => [...text.matchAll(link)].map(([, to = ""]) => to));
    for (const link of location === null ? links : [location]) {
      const to = URL.parse(link.replaceAll("&amp;", "&"), page);
      if (to === null || to.origin !== origin) continue;
      const isBelow = to.pathname === pathname || to.pathname.startsWith(`${pathname}/`);
      if (!isBelow) faults.push(`${page} leads to ${to.href}`);
      else if (!FOR_FORMS.test(to.pathname)) waiting.push(to.href);
    }
  }
  return { faults, visited };
}

shortTest("a status page below a path answers there, in redirects and cookies too", async () => {
  await using served = await serveBelowAPath(path, true, noon, setUpPage);
  const { proxy } = served;
  const starts = ["", "/?lang=tr", "/subscribe", "/history.atom", "/history.rss", "/console"];
  const { faults, visited } = await crawl(proxy.url, starts, { cookie: "", maxPerKind: 1 });
  expect(faults).toEqual([]);
  expect(proxy.strayed).toEqual([]);
  expect(visited.size).toBeGreaterThan(20);

  const form = new URLSearchParams({ name: "Ayşe", token: ADMIN_TOKEN, next: "/console/on-call" });
  const signedIn = await fetch(`${proxy.url}/console/sign-in`, {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  expect(signedIn.headers.get("location")).toBe(`${path}/console/on-call`);
  expect(signedIn.headers.get("set-cookie")).toContain(`; Path=${path}/console;`);
  const unknown = await fetch(`${proxy.url}/nothing`, { headers: { accept: "text/html" } });
  expect(unknown.status).toBe(404);
  expect(await unknown.text()).toContain(`href="${path}/"`);
});

longTest.each([
  ["takes away", true],
  ["passes on", false],
])("no page below a path, which its proxy %s, leads anywhere else", async (_name, strips) => {
  await using served = await serveBelowAPath(path, strips, noon, writeAllThereIs);
  const { proxy, written } = served;
  const starts = [
    "",
    "/",
    "/subscribe",
    "/reports",
    "/console",
    `/subscriptions/${written.subscriberToken}`,
    "/history.atom",
    "/history.rss",
    "/maintenance.ics",
    "/api/v2/status.json",
    "/api/v2/summary.json",
    "/favicon.ico",
  ];
  const { cookie } = written;
  const { faults, visited } = await crawl(proxy.url, starts, { cookie, maxPerKind: 5 });
  expect(faults).toEqual([]);
  expect(proxy.strayed).toEqual([]);
  const kinds = ["/assets/", "/badge/", "/components/", "/incidents/", "/history/", "/reports/"];
  for (const kind of [...kinds, "/console/incidents/", "/console/components"]) {
    expect([...visited].find((page) => page.startsWith(proxy.url + kind))).toBeDefined();
  }
});
