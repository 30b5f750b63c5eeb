/**
 * Takes pictures of every page of both webs: `npm run screenshots`, into build/screenshots; with `--readme` the few that the
 * README shows, into docs/screenshots; with names of pages behind it, of those alone.
 */

import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";

import { type DesignedWebs, startDesignedWebs } from "../support/browser/designed-webs.ts";
import { everyPage, type WebPage } from "../support/browser/every-page.ts";
import { desktop, type Look, openLook, phone } from "../support/browser/look.ts";
import { visit } from "../support/browser/visit.ts";
import { withBrowser } from "../kit/with-browser.ts";
import { bundledModels, projectRoot } from "../support/program.ts";

/** A page as it is seen in one look, and its file's name without its ending. */
interface Picture {
  readonly name: string;
  readonly page: WebPage;
  readonly look: Look;
  /** Whether all of the page is in it, and not just what fits the window. */
  readonly isWhole: boolean;
}

/** Noon of an ordinary day; the same in every picture of the status page. */
const nowMs = Date.parse("2026-11-21T12:00:00Z");
const maxPx = 6_000;
const largestReadmeBytes = 150_000;

/** What README and docs/screenshots/README.md show. */
const readmePictures: readonly (readonly [page: string, look: Look])[] = [
  ["status", { theme: "light", language: "en", viewport: desktop }],
  ["status", { theme: "dark", language: "tr", viewport: phone }],
  ["incident", { theme: "light", language: "en", viewport: desktop }],
  ["website", { theme: "light", language: "tr", viewport: desktop }],
  ["docs", { theme: "dark", language: "en", viewport: desktop }],
  ["dashboard", { theme: "light", language: "en", viewport: desktop }],
  ["demo", { theme: "dark", language: "tr", viewport: desktop }],
];

const { values, positionals } = parseArgs({
  options: { readme: { type: "boolean", default: false } },
  allowPositionals: true,
});
await withBrowser("screenshots", async (browser) => {
  await using webs = await startDesignedWebs(nowMs, bundledModels);
  await take(browser, webs);
});

async function take(opened: Browser, webs: DesignedWebs): Promise<void> {
  const folder = path.join(projectRoot, values.readme ? "docs/screenshots" : "build/screenshots");
  await mkdir(folder, { recursive: true });
  for (const { name, page: webPage, look, isWhole } of wanted()) {
    const context = await openLook(opened, look, nowMs);
    const page = await context.newPage();
    await visit(page, webs, webPage);
    const file = path.join(folder, `${name}.png`);
    await picture(page, file, look, isWhole);
    await context.close();
    const { size } = await stat(file);
    const note = values.readme && size > largestReadmeBytes ? ", too large for the README" : "";
    const shown = path.relative(process.cwd(), file);
    process.stdout.write(`${shown} ${(size / 1000).toFixed(0)} kB${note}\n`);
  }
}

function wanted(): Picture[] {
  const chosen = (name: string) => positionals.length === 0 || positionals.includes(name);
  if (values.readme) {
    return readmePictures
      .filter(([name]) => chosen(name))
      .map(([name, look]) => {
        const page = everyPage.find((one) => one.name === name);
        if (page === undefined) throw new Error(`there is no page ${name}`);
        return { name: `${name}-${sizeName(look)}`, page, look, isWhole: false };
      });
  }
  return everyPage
    .filter(({ name }) => chosen(name))
    .flatMap((page) =>
      (["light", "dark"] as const).flatMap((theme) =>
        [
          { theme, language: "en" as const, viewport: desktop },
          { theme, language: "tr" as const, viewport: phone },
        ].map((look) => ({
          name: `${page.name}-${sizeName(look)}-${theme}`,
          page,
          look,
          isWhole: true,
        })),
      ),
    );
}

function sizeName({ viewport }: Look): string {
  return viewport === phone ? "phone" : "desktop";
}

async function picture(
  page: Page,
  file: string,
  { viewport }: Look,
  isWhole: boolean,
): Promise<void> {
  const { width, height } = viewport;
  const wholeHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  const clip = { x: 0, y: 0, width, height: isWhole ? Math.min(wholeHeight, maxPx) : height };
  if (isWhole) await page.evaluate(loadPictures);
  await page.screenshot({ path: file, fullPage: isWhole, clip });
}

/** What is far below the window is otherwise loaded once somebody comes near. */
async function loadPictures(): Promise<void> {
  const images = [...document.images];
  for (const image of images) image.loading = "eager";
  await Promise.all(images.map((image) => image.decode()));
}
