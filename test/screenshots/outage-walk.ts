/**
 * Lives through a designed outage and takes pictures of every page, mail and feed at each stage, and of the texts that programs
 * get: `npm run outage-walk`, into build/outage-walk. Then lives through outages of many kinds minute by minute, and counts the
 * messages about each. Prints what contradicts a stage or a minute, and fails if anything does.
 */

import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page } from "playwright-core";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { withBrowser } from "../kit/with-browser.ts";
import { desktop, type Look, openLook, phone } from "../support/browser/look.ts";
import { takenOver } from "../support/browser/taken-over.ts";
import { temporaryDataDirectory } from "../support/databases/embedded-database.ts";
import { emptyStatusTables } from "../support/databases/empty-status-tables.ts";
import { contradictions } from "../support/outage/contradictions.ts";
import {
  type DesignedOutage,
  outageStages,
  startDesignedOutage,
} from "../support/outage/designed-outage.ts";
import { EIGHT_OUTAGES } from "../support/outage/eight-outages.ts";
import { outageFaults } from "../support/outage/outage-faults.ts";
import { readEverything } from "../support/outage/readings.ts";
import { walkOutage } from "../support/outage/walked-outage.ts";
import { projectRoot } from "../support/program.ts";

const folder = path.join(projectRoot, "build/outage-walk");
const looks: readonly (readonly [name: string, look: Look])[] = [
  ["desktop", { theme: "light", language: "en", viewport: desktop }],
  ["phone", { theme: "dark", language: "tr", viewport: phone }],
];

await withBrowser("outage-walk", async (browser) => {
  await using home = await temporaryDataDirectory("status");
  await using outage = await startDesignedOutage({ url: undefined, dataDirectory: home.path });
  await walk(browser, outage);
});
await walkScripted();

async function walkScripted(): Promise<void> {
  await using home = await temporaryDataDirectory("status");
  const source = { url: undefined, dataDirectory: home.path };
  await using database = await openStatusDatabase(source);
  for (const outage of EIGHT_OUTAGES) {
    await emptyStatusTables(database.db);
    const walked = await walkOutage(database.db, outage);
    const messages = Object.entries(walked.messages).toSorted(([one], [other]) =>
      one.localeCompare(other),
    );
    report(
      `${outage.name} (${messages.map(([who, count]) => `${who} ${count}`).join(", ")})`,
      outageFaults(outage, walked),
    );
  }
}

async function walk(opened: Browser, outage: DesignedOutage): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [index, stage] of outageStages.entries()) {
    await outage.reach(stage);
    const name = `${index}-${stage}`;
    for (const [size, look] of looks) await takePictures(opened, outage, look, `${name}-${size}`);
    await writeTexts(outage, name);
    report(stage, contradictions(stage, await readEverything(opened, outage)));
  }
}

function report(stage: string, found: readonly string[]): void {
  process.stdout.write(`${stage}: ${found.length === 0 ? "nothing contradicts it" : ""}\n`);
  for (const one of found) process.stdout.write(`  ${one}\n`);
  if (found.length > 0) process.exitCode = 1;
}

/** Takes pictures of the pages, and of the newest mail and the feed as their readers show them. */
async function takePictures(
  opened: Browser,
  outage: DesignedOutage,
  look: Look,
  name: string,
): Promise<void> {
  const context = await openLook(opened, look, outage.nowMs());
  const page = await context.newPage();
  const id = await outage.newestIncident();
  const pages: readonly (readonly [name: string, path: string])[] = [
    ["status", "/"],
    ["component", "/components/stt-file"],
    ["history", "/history"],
    ...(id === undefined ? [] : [["incident", `/incidents/${id}`] as const]),
  ];
  for (const [of, address] of pages) {
    await page.goto(new URL(address, outage.url).href);
    await takenOver(page);
    await picture(page, `${name}-${of}`);
  }
  const { language } = look;
  const mail = outage.mails.findLast(({ recipients }) =>
    recipients.includes(`${language}@example.com`),
  );
  // The page's own content security policy forbids the styles of mails.
  const reader = await context.newPage();
  if (mail?.html !== undefined) {
    await reader.setContent(mail.html);
    await picture(reader, `${name}-mail`);
  }
  await reader.setContent(await feedInHtml(reader, `${outage.url}/history.atom?lang=${language}`));
  await picture(reader, `${name}-feed`);
  await context.close();
}

async function feedInHtml(page: Page, url: string): Promise<string> {
  const atom = await (await fetch(url)).text();
  return page.evaluate((source) => {
    const entries = new DOMParser()
      .parseFromString(source, "application/xml")
      .querySelectorAll("entry");
    const textOf = (entry: Element, name: string) => entry.querySelector(name)?.textContent ?? "";
    const shown = [...entries].map(
      (entry) => `<h2>${textOf(entry, "title")}</h2>${textOf(entry, "content")}`,
    );
    return `<style>:root { color-scheme: light dark }</style>${shown.join("")}`;
  }, atom);
}

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}

/** Writes what programs get: the newest webhooks, status.json and the badge. */
async function writeTexts({ url, webhooks }: DesignedOutage, name: string): Promise<void> {
  const newest = new Map(webhooks.map(({ path: to, body }) => [to.slice(1), body]));
  for (const [to, body] of newest) {
    await writeFile(path.join(folder, `${name}-${to}.json`), JSON.stringify(body, null, 2));
  }
  for (const file of ["/api/v2/status.json", "/badge/overall.svg"]) {
    const text = await (await fetch(new URL(file, url))).text();
    await writeFile(path.join(folder, `${name}-${path.basename(file)}`), text);
  }
}
