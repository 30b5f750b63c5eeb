/**
 * Measures how pages load on a slow phone and line: `npm run bench:pages`, or some of them: `npm run bench:pages -- status docs`.
 */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync } from "node:zlib";
import type { Browser } from "playwright-core";

import { type DesignedWebs, startDesignedWebs } from "../support/browser/designed-webs.ts";
import { everyPage } from "../support/browser/every-page.ts";
import { addressOf } from "../support/browser/visit.ts";
import { launchInstalledChromium } from "../support/browser/chromium.ts";
import { withBrowser } from "../kit/with-browser.ts";
import { describeProcessor } from "../kit/one-core.ts";
import { tracedLongTasks } from "./page-load/long-tasks.ts";
import { type Cookie, type PageLoad, throttledVisit } from "./page-load/throttled-visit.ts";
import { markdownTable, median } from "../kit/table.ts";

interface Target {
  readonly name: string;
  readonly url: string;
  readonly cookie?: Cookie;
}

const visits = 5;
const heading = [
  "page",
  "first paint",
  "largest paint",
  "layout shift",
  "tasks over 50 ms",
  "HTML",
  "script",
  "style",
];
const limits = ["asked", "< 1000 ms", "", "0", "none", "", "< 30 kB", "< 10 kB"];

await withBrowser(
  "bench:pages",
  (browser) => measure(browser, process.argv.slice(2)),
  launchInstalledChromium,
);

async function measure(opened: Browser, names: readonly string[]): Promise<void> {
  await using webs = await startDesignedWebs(Date.now());
  await using bare = await startBareServer();
  const rows = [heading, limits];
  const notes: string[] = [];
  for (const target of [{ name: "a bare page", url: bare.url }, ...targets(webs, names)]) {
    const loads: PageLoad[] = [];
    for (let visit = 0; visit < visits; visit += 1) {
      loads.push(await throttledVisit(opened, target.url, target.cookie));
    }
    rows.push(row(target.name, loads));
    notes.push(...(await namedLongTasks(opened, target)));
    process.stderr.write(".");
  }
  process.stdout.write(
    [
      `\n${markdownTable(rows)}`,
      "The same in one visit more under the browser's tracing, which slows it down, and sees what the browser does by itself: beginning a page, its first frame.",
      "",
      ...notes,
      "",
      `Medians of ${visits} first visits: 1.6 Mbit/s, 150 ms a request (connections cost nothing extra), a processor 4 times as slow.`,
      `Measured on ${describeProcessor()}.\n`,
    ].join("\n"),
  );
}

function targets(webs: DesignedWebs, names: readonly string[]): Target[] {
  return (
    everyPage
      .filter(({ name }) => names.length === 0 || names.includes(name))
      // The answer to a form has no address.
      .filter(({ sends }) => sends === undefined)
      .map((page) => ({
        name: page.name,
        url: addressOf(webs, page).href,
        ...(page.signedInAs && { cookie: webs.visitor(page.signedInAs).session }),
      }))
  );
}

function longest({ longTasksMs }: PageLoad): number {
  return Math.max(0, ...longTasksMs);
}

function row(name: string, loads: readonly PageLoad[]): string[] {
  const middle = (figure: (load: PageLoad) => number) => median(loads.map(figure));
  const count = middle(({ longTasksMs }) => longTasksMs.length);
  return [
    name,
    milliseconds(middle(({ firstContentfulPaintMs }) => firstContentfulPaintMs)),
    milliseconds(middle(({ largestContentfulPaintMs }) => largestContentfulPaintMs)),
    middle(({ layoutShift }) => layoutShift)
      .toFixed(3)
      .replace(/\.?0+$/, ""),
    count === 0 ? "none" : `${count}, longest ${milliseconds(middle(longest))}`,
    kilobytes(middle(({ documentBytes }) => documentBytes)),
    kilobytes(middle(({ scriptBytes }) => scriptBytes)),
    kilobytes(middle(({ styleBytes }) => styleBytes)),
  ];
}

async function namedLongTasks(opened: Browser, { name, url, cookie }: Target): Promise<string[]> {
  const tasks = await tracedLongTasks(opened, url, cookie);
  return tasks
    .slice(0, 3)
    .map(
      ({ durationMs, mostly, mostlyMs }) =>
        `${name}: ${milliseconds(durationMs)}, of which ${mostly} ${milliseconds(mostlyMs)}`,
    );
}

/** The least that a server can send and a browser can show. */
async function startBareServer(): Promise<AsyncDisposable & { readonly url: string }> {
  const html =
    '<!doctype html><html lang="en"><title>Bare</title><meta name="viewport" content="width=device-width"><h1>Bare</h1>';
  const server: Server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader("content-encoding", "br");
    response.end(brotliCompressSync(html));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function milliseconds(figure: number): string {
  return `${figure.toFixed(0)} ms`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
