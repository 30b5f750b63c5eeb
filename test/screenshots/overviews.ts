/**
 * Puts the pictures that `npm run screenshots` and `npm run outage-walk` have taken on sheets, every page at every stage and in
 * every look: `npm run overviews`, into docs/screenshots.
 */

import { readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { withBrowser } from "../kit/with-browser.ts";
import { outageStages } from "../support/outage/designed-outage.ts";
import { projectRoot } from "../support/program.ts";

interface Sheet {
  readonly name: string;
  /** Where in build/ the pictures lie, and how the names end of those that are on the sheet. */
  readonly folder: string;
  readonly endings: readonly string[];
  readonly columns: number;
  readonly widthPx: number;
}

const sheets: readonly Sheet[] = [
  ...(["light", "dark"] as const).flatMap((theme) => [
    ofPages("desktop", theme, 8, 300),
    ofPages("phone", theme, 16, 150),
  ]),
  ...["status", "component", "history", "incident", "mail", "feed"].map((page) => ({
    name: `outage-${page}`,
    folder: "outage-walk",
    endings: [`-desktop-${page}.png`, `-phone-${page}.png`],
    columns: outageStages.length,
    widthPx: 240,
  })),
];
const jpegQuality = 60;

function ofPages(size: string, theme: string, columns: number, widthPx: number): Sheet {
  const name = `${size}-${theme}`;
  return {
    name: `pages-${name}`,
    folder: "screenshots",
    endings: [`-${name}.png`],
    columns,
    widthPx,
  };
}

await withBrowser("overviews", async (browser) => {
  for (const sheet of sheets) await draw(browser, sheet);
});

async function draw(opened: Browser, { name, folder, endings, columns, widthPx }: Sheet) {
  const directory = path.join(projectRoot, "build", folder);
  const all = (await readdir(directory)).sort((one, other) => one.localeCompare(other, "en"));
  const rows = endings.map((ending) => all.filter((file) => file.endsWith(ending)));
  const figures = rows.flatMap((files, row) =>
    files.map((file) => {
      const column =
        endings.length > 1 ? `grid-area:${row + 1}/${Number.parseInt(file, 10) + 1}` : "";
      return `<figure style="${column}"><img src="${file}"><figcaption>${path.basename(file, ".png")}</figcaption></figure>`;
    }),
  );
  const html = `<!doctype html><style>
    body { margin: 8px; display: grid; grid-template-columns: repeat(${columns}, ${widthPx}px); gap: 12px; width: max-content; font: 11px sans-serif }
    figure { margin: 0 } img { width: 100%; max-height: ${3 * widthPx}px; object-fit: cover; object-position: top; outline: 1px solid #999 }
  </style>${figures.join("")}`;
  const source = path.join(directory, `${name}.html`);
  await writeFile(source, html);
  const page = await opened.newPage();
  await page.goto(pathToFileURL(source).href);
  const sheet = path.join(projectRoot, "docs/screenshots", `${name}.jpg`);
  await page.screenshot({ path: sheet, fullPage: true, type: "jpeg", quality: jpegQuality });
  await page.close();
  const kilobytes = ((await stat(sheet)).size / 1000).toFixed(0);
  process.stdout.write(`${path.relative(process.cwd(), sheet)} ${kilobytes} kB\n`);
}
