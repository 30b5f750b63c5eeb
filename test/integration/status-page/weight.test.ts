import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readableAccent } from "#web-kit/colour/accent.ts";
import { type Language, languages } from "#web-kit/language/languages.ts";

import { designed, writeDesignedHistory } from "../../support/browser/designed-history.ts";
import { designedAccent } from "../../support/browser/designed-identity.ts";
import { ownDatabase, type OwnDatabase } from "../../support/databases/every-database.ts";
import { type ServedStatus, serveStatus } from "../../support/status-api/served-status.ts";
import { ownStyles, styleSource } from "../../support/own-styles.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");
const kilobyte = 1024;

describe("what a page of the status page loads before anybody touches it", () => {
  let home: OwnDatabase;
  let status: ServedStatus;

  beforeAll(async () => {
    home = await ownDatabase("status");
    status = await serveStatus(home, noon, (db) => writeDesignedHistory(db, noon));
  });
  afterAll(async () => {
    await status[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });

  /** The bytes that all of these addresses send in an encoding. */
  async function weigh(addresses: readonly string[], encoding: string): Promise<number> {
    const answers = await Promise.all(
      addresses.map((address) => status.get(address, { "accept-encoding": encoding })),
    );
    expect(answers.map(({ code }) => code)).toEqual(addresses.map(() => 200));
    return answers.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  /** A script and those that it imports right away, not those it asks for later. */
  async function withImports(script: string): Promise<string[]> {
    const source = await status.text(script);
    const imported = [...source.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)];
    const others = await Promise.all(imported.map(([, name]) => withImports(`/assets/${name}`)));
    return [...new Set([script, ...others.flat()])];
  }

  const pages = [
    "/",
    "/components/stt-file",
    `/incidents/${designed.incident}`,
    "/history",
    "/subscribe",
  ].flatMap((path) => languages.map((language) => `${path}?lang=${language}`));

  test.each(pages)(
    "%s: at most 30 KB of script, with its texts, and 10 KB of style",
    async (path) => {
      const page = await status.text(path);
      const addresses = (pattern: RegExp) =>
        [...page.matchAll(pattern)].map(([, url]) => url ?? "");
      const [script = ""] = addresses(/<script type="module" src="([^"]+)"/g);
      expect(addresses(/<link rel="stylesheet" href="([^"]+)"/g)).toEqual([]);
      const style = ownStyles(page).join("");
      expect(style.length).toBeGreaterThan(kilobyte);
      const scripts = await withImports(script);
      const preloaded = addresses(/<link rel="modulepreload" href="([^"]+)"/g);
      expect(preloaded.toSorted()).toEqual(scripts.filter((file) => file !== script).toSorted());
      const [, texts = ""] = /<script[^>]* id="page-texts">([^<]+)/.exec(page) ?? [];
      const textsBytes = gzipSync(texts).length;
      expect(textsBytes).toBeGreaterThan(kilobyte);
      for (const encoding of ["br", "gzip"]) {
        expect((await weigh(scripts, encoding)) + textsBytes).toBeLessThan(30 * kilobyte);
      }
      expect(gzipSync(style).length).toBeLessThan(10 * kilobyte);
    },
  );

  test("a wide screen's page asks for its fonts at once, less than 60 KB, once a year", async () => {
    const page = await status.text("/");
    const preloaded = [...page.matchAll(/<link rel="preload" href="([^"]+)" as="font"/g)];
    const fonts = preloaded.map(([, font]) => font ?? "");
    expect(fonts).not.toEqual([]);
    expect(await weigh(fonts, "br")).toBeLessThan(60 * kilobyte);
    for (const font of fonts) {
      const { headers } = await status.get(font);
      expect(headers["content-type"]).toBe("font/woff2");
      expect(headers["cache-control"]).toContain("immutable");
    }
    const { headers } = await status.get("/");
    expect(headers["content-security-policy"]).toContain("font-src 'self'");
  });

  test("a script's first line has its functions compiled before they are called", async () => {
    const [, script = ""] =
      /<script type="module" src="([^"]+)"/.exec(await status.text("/")) ?? [];
    expect(await status.text(script)).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  });

  test.each([
    { path: "/page.json", kilobytes: 6 },
    { path: "/components/stt-file/page.json", kilobytes: 6 },
    { path: "/components/stt-file/page.json?range=90d", kilobytes: 8 },
    { path: `/incidents/${designed.incident}/page.json`, kilobytes: 3 },
  ])("$path, from which a page refreshes itself, has at most $kilobytes KB", async (expected) => {
    const { path, kilobytes } = expected;
    expect(await weigh([path], "br")).toBeLessThan(kilobytes * kilobyte);
  });

  test("pages are sent once, and asked for again with what they were", async () => {
    for (const path of ["/components/stt-file", `/incidents/${designed.incident}`, "/history"]) {
      const { headers } = await status.get(path);
      expect(headers["cache-control"]).toBe("public, no-cache");
      expect(headers["vary"]).toContain("accept-language");
      const etag = String(headers["etag"]);
      expect((await status.get(path, { "if-none-match": etag })).code).toBe(304);
    }
  });

  test("a page that is made for one reader is sent as small as those that many get", async () => {
    const path = "/no-such-page";
    const asPerson = { accept: "text/html" };
    const plain = await status.get(path, asPerson);
    expect([plain.code, plain.headers["content-encoding"]]).toEqual([404, undefined]);
    for (const [encoding, read] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const { bytes, headers } = await status.get(path, {
        ...asPerson,
        "accept-encoding": encoding,
      });
      expect(headers["content-encoding"]).toBe(encoding);
      expect(headers["vary"]).toBe("accept-encoding");
      expect(bytes.length).toBeLessThan(12 * kilobyte);
      expect(read(bytes).toString()).toBe(plain.bytes.toString());
    }
  });

  test("a page shows whose it is, with pictures and a style of its own", async () => {
    const { bytes, headers } = await status.get("/history");
    const page = bytes.toString();
    const style = ownStyles(page).at(-1);
    expect(style).toContain(`--accent:${readableAccent(designedAccent, "light")}`);
    expect(headers["content-security-policy"]).toContain(styleSource(page));
    const [, logo = ""] = /<img class="logo" src="([^"]+)" width="28" height="28"/.exec(page) ?? [];
    const picture = await status.get(logo);
    expect(picture.code).toBe(200);
    expect(picture.headers["content-type"]).toBe("image/svg+xml");
    expect(picture.headers["content-security-policy"]).toContain("sandbox");
    expect(page).toContain('<a class="page-home" href="https://speech.example.org/">Website</a>');
    expect((await status.get("/identity/0123456789abcdef.svg")).code).toBe(404);
    expect(await status.text("/history.atom")).toContain(
      `<logo>https://status.example.org${logo}</logo>`,
    );
    expect(await status.text("/history.atom")).toContain(
      "<icon>https://status.example.org/favicon.ico</icon>",
    );
    expect(await status.text("/history.rss")).toContain(
      `<image>\n      <url>https://status.example.org${logo}</url>`,
    );
  });

  test("a page of an incident says in previews how it stands and what is affected", async () => {
    const description = async (language: Language): Promise<string> => {
      const page = await status.text(`/incidents/${designed.activeIncident}?lang=${language}`);
      const [, said = ""] = /<meta property="og:description" content="([^"]+)"/.exec(page) ?? [];
      expect(page).toContain(`<meta name="description" content="${said}"/>`);
      return said;
    };
    expect(await description("en")).toBe("Identified · Minor impact · Affected: Speech synthesis");
    expect(await description("tr")).toBe("Nedeni bulundu · Düşük etki · Etkilenen: Seslendirme");
  });

  test("a page says where it is, whatever its language, and where the feeds are", async () => {
    const page = await status.text("/components/stt-file?range=7d&lang=tr");
    const address = "https://status.example.org/components/stt-file?range=7d";
    expect(page).toContain(`<link rel="canonical" href="${address}"/>`);
    expect(page).toContain(`<meta property="og:url" content="${address}"/>`);
    expect(page).toContain('<meta property="og:locale" content="tr_TR"/>');
    expect(page).toContain(
      '<meta property="og:image" content="https://status.example.org/picture.png?lang=tr&amp;at=',
    );
    expect(page).toContain('type="application/atom+xml"');
    expect(page).toContain('href="/components/stt-file?range=7d&amp;lang=en"');
  });
});
