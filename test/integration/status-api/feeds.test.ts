import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { type ServedStatus, serveStatus } from "../../support/status-api/served-status.ts";
import {
  moveRevision,
  setUpPage,
  writeIncident,
  writeMaintenance,
} from "../../support/status-api/status-history.ts";
import { childrenOf, readXml, textOfChild, type XmlElement } from "../../support/xml.ts";

const hourMs = 3_600_000;
const now = Date.parse("2026-11-21T06:00:00Z");
const page = "https://status.example.org/";

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const rfc822Time =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;

describeWithOneDatabase("the feeds", (empty) => {
  let status: ServedStatus;

  beforeAll(async () => {
    status = await serveStatus(await empty(), now, async (db) => {
      await setUpPage(db, now - 100 * hourMs);
      await moveRevision(db, now);
    });
  });
  afterAll(() => status[Symbol.asyncDispose]());

  const atom = async (query = ""): Promise<XmlElement> =>
    readXml(await status.text(`/history.atom${query}`));
  const rss = async (query = ""): Promise<XmlElement> => {
    const document = readXml(await status.text(`/history.rss${query}`));
    expect(document.attributes["version"]).toBe("2.0");
    const [channel] = childrenOf(document, "channel");
    if (channel === undefined) throw new Error("RSS without a channel");
    return channel;
  };

  test("are whole before anything has happened", async () => {
    const feed = await atom();
    expect(childrenOf(feed, "entry")).toEqual([]);
    expect(textOfChild(feed, "updated")).toBe("2026-11-17T02:00:00.000Z");
    expect(childrenOf(await rss(), "item")).toEqual([]);
  });

  describe("of incidents and maintenance", () => {
    beforeAll(async () => {
      const { db } = status;
      for (let index = 0; index < 60; index += 1) {
        const atMs = now - (3 + index) * 48 * hourMs;
        await writeIncident(db, {
          id: `past-${index}`,
          name: "Slow",
          impact: "minor",
          componentIds: ["web"],
          updates: [{ status: "resolved", body: "It was.", atMs }],
        });
      }
      await writeIncident(db, {
        id: "inc-1",
        name: `Files & <streams> "fail" \u0007`,
        nameTr: "Dosyalar & akışlar çalışmıyor",
        impact: "critical",
        componentIds: ["stt-file"],
        updates: [
          { status: "investigating", body: "We look\ninto <it>.", atMs: now - 2 * hourMs },
          { status: "resolved", body: "Over & out.", bodyTr: "Geçti.", atMs: now - hourMs },
        ],
      });
      await writeMaintenance(db, {
        id: "disks",
        name: "New disks",
        status: "scheduled",
        fromMs: now + 23 * hourMs,
        untilMs: now + 25 * hourMs,
        componentIds: ["tts"],
      });
      await moveRevision(db, now);
      await status.caughtUp();
    });

    test("Atom tells each of the 50 newest once, under an id and a link of its own", async () => {
      const feed = await atom();
      expect(feed.attributes["xmlns"]).toBe("http://www.w3.org/2005/Atom");
      expect(textOfChild(feed, "id")).toBe(`${page}history.atom`);
      expect(textOfChild(feed, "updated")).toBe("2026-11-21T05:00:00.000Z");
      expect(textOfChild(childrenOf(feed, "author")[0] ?? feed, "name")).toBe("Speech Status");
      const links = childrenOf(feed, "link").map(({ attributes }) => attributes);
      expect(links.find(({ rel }) => rel === "self")?.["href"]).toBe(`${page}history.atom`);
      const entries = childrenOf(feed, "entry");
      expect(entries).toHaveLength(50);
      expect(new Set(entries.map((entry) => textOfChild(entry, "id"))).size).toBe(50);
      for (const entry of entries) {
        expect(textOfChild(entry, "id")).toMatch(
          /^tag:status\.example\.org,2026:incident\/[\w-]+$/,
        );
        expect(textOfChild(entry, "updated")).toMatch(isoTime);
        expect(textOfChild(entry, "published")).toMatch(isoTime);
        expect(textOfChild(entry, "title")).not.toBe("");
        expect(childrenOf(entry, "content")[0]?.attributes["type"]).toBe("html");
        const [link] = childrenOf(entry, "link");
        expect(link?.attributes["href"]).toMatch(
          /^https:\/\/status\.example\.org\/incidents\/[\w-]+$/,
        );
      }
    });

    test("RSS says the same in its own words", async () => {
      const channel = await rss();
      expect(textOfChild(channel, "link")).toBe(page);
      expect(textOfChild(channel, "description")).not.toBe("");
      expect(textOfChild(channel, "lastBuildDate")).toBe("Sat, 21 Nov 2026 05:00:00 GMT");
      const [self] = childrenOf(channel, "atom:link");
      expect(self?.attributes).toMatchObject({ rel: "self", href: `${page}history.rss` });
      const items = childrenOf(channel, "item");
      expect(items).toHaveLength(50);
      expect(new Set(items.map((item) => textOfChild(item, "guid"))).size).toBe(50);
      for (const item of items) {
        expect(textOfChild(item, "pubDate")).toMatch(rfc822Time);
        expect(childrenOf(item, "guid")[0]?.attributes["isPermaLink"]).toBe("true");
        expect(textOfChild(item, "guid")).toBe(textOfChild(item, "link"));
      }
      expect(items.slice(0, 2).map((item) => textOfChild(item, "category"))).toEqual([
        "maintenance",
        "incident",
      ]);
      // As the W3C's validator asks for: some readers take titles for HTML, others for plain text.
      expect(await status.text("/history.rss")).toContain("Files &#x26; &#x3C;streams&gt;");
    });

    test("what people wrote arrives as text, and what XML cannot hold is left out", async () => {
      const [maintenance, incident] = childrenOf(await atom(), "entry");
      if (incident === undefined || maintenance === undefined) throw new Error("two entries");
      expect(textOfChild(incident, "title")).toBe('Files & <streams> "fail" ');
      expect(textOfChild(incident, "content")).toBe(
        "<p><small>21 Nov 2026 08:00 GMT+3 (05:00 UTC)</small><br><strong>Resolved</strong> – Over &amp; out.</p>" +
          "<p><small>21 Nov 2026 07:00 GMT+3 (04:00 UTC)</small><br><strong>Investigating</strong> – We look<br>into &lt;it&gt;.</p>" +
          "<p>Components: File transcription</p>",
      );
      expect(textOfChild(maintenance, "content")).toContain(
        "Scheduled for 22 Nov 2026 08:00 GMT+3 (05:00 UTC) – 22 Nov 2026 10:00 GMT+3 (07:00 UTC)",
      );
    });

    test("Turkish ones are there, and say where", async () => {
      const feed = await atom("?lang=tr");
      expect(feed.attributes["xml:lang"]).toBe("tr");
      expect(textOfChild(feed, "id")).toBe(`${page}history.atom?lang=tr`);
      const [, incident] = childrenOf(feed, "entry");
      expect(incident && textOfChild(incident, "title")).toBe("Dosyalar & akışlar çalışmıyor");
      const channel = await rss("?lang=tr");
      expect(textOfChild(channel, "language")).toBe("tr");
    });

    test("have the types, tags and manners of documents", async () => {
      for (const [path, type] of [
        ["/history.atom", "application/atom+xml; charset=utf-8"],
        ["/history.rss", "application/rss+xml; charset=utf-8"],
      ] as const) {
        const got = await status.get(path, { "accept-encoding": "gzip" });
        expect(got.headers["content-type"]).toBe(type);
        expect(got.headers["content-encoding"]).toBe("gzip");
        expect(got.headers["access-control-allow-origin"]).toBe("*");
        const etag = String(got.headers["etag"]);
        expect((await status.get(path, { "if-none-match": etag })).code).toBe(304);
      }
    });

    test("permalinks lead somewhere", async () => {
      for (const id of ["inc-1", "disks", "past-59"]) {
        expect((await status.get(`/incidents/${id}`)).code).toBe(200);
      }
      expect((await status.get("/incidents/nothing")).code).toBe(404);
    });
  });
});
