import { DAY_MS } from "#units/time.ts";
import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { COMPONENT_STATUSES, type ComponentStatus } from "#monitor/domain/component-status.ts";
import { noIdentity } from "#monitor/domain/page-identity.ts";
import { localizedText } from "#monitor/domain/localized-text.ts";
import type { Incident, Maintenance } from "#monitor/domain/status-event.ts";
import { uptimeWindow } from "#monitor/domain/uptime.ts";
import { readableAccent } from "#web-kit/colour/accent.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { drawPicture } from "#web-kit/picture/draw-picture.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { colourOf } from "./marks.ts";
import { overviewPicture, statusEventPicture } from "./pictures.ts";

const now = Date.parse("2026-11-21T11:25:00Z");
const minuteMs = 60_000;

function snapshotWith(status: ComponentStatus): Snapshot {
  return {
    page: {
      id: "p",
      name: localizedText({ en: "Speech Status", tr: "Konuşma Durumu" }),
      url: "https://s.example",
      timeZone: "Europe/Istanbul",
      identity: noIdentity,
      pictures: [],
      weights: { partial_outage: 0.3, major_outage: 1 },
    },
    revision: 1,
    dataAtMs: now,
    window: uptimeWindow(now),
    groups: [],
    components: [
      {
        id: "tts",
        name: localizedText({ en: "Speech synthesis", tr: "Seslendirme" }),
        description: localizedText({ en: "", tr: "" }),
        groupId: null,
        position: 1,
        showcase: true,
        onlyShowIfDegraded: false,
        objective: null,
        isReportPublic: false,
        override: null,
        createdAtMs: 0,
        status,
        sinceMs: now - 9 * minuteMs,
        intervals: [
          { status: "operational", fromMs: now - 40 * DAY_MS, toMs: now - 9 * minuteMs },
          { status, fromMs: now - 9 * minuteMs, toMs: now },
        ],
        uptimePercent: 99,
        coveragePercent: 100,
        observedMs: 1,
      },
    ],
    incidents: [],
    maintenances: [],
  };
}

const incident: Incident = {
  id: "i",
  name: localizedText({ en: "Speech synthesis is slow", tr: "Seslendirme yavaşladı" }),
  status: "investigating",
  impact: "minor",
  startedAtMs: now - 9 * minuteMs,
  createdAtMs: now,
  updatedAtMs: now,
  monitoringAtMs: null,
  resolvedAtMs: null,
  componentIds: ["tts"],
  updates: [],
};

async function drawn(picture: ReturnType<typeof overviewPicture>, language: Language = "en") {
  return readPng(await drawPicture(picture, language));
}

describe("the picture of the status page", () => {
  test("tells the state, what is affected, the last days and as of when, in the page's zone", () => {
    const picture = overviewPicture(snapshotWith("major_outage"), "tr");
    expect(picture).toMatchObject({
      name: "Konuşma Durumu",
      title: "Büyük sistem kesintisi",
      lines: ["Etkilenen: Seslendirme"],
      foot: ["21 Kas 2026 14.25 GMT+3 (11.25 UTC) itibarıyla", "Son 30 gün"],
    });
    const days = [...(picture.strip ?? "").matchAll(/rx="5" fill="(#\w+)"/g)].map(([, one]) => one);
    expect(days).toHaveLength(30);
    expect(new Set(days.slice(0, -1))).toEqual(new Set([colourOf("operational")]));
    expect(days.at(-1)).toBe(colourOf("major_outage"));
  });

  test.each(COMPONENT_STATUSES)("of %s is a PNG with its colour at the edge", async (status) => {
    const picture = overviewPicture(snapshotWith(status), "en");
    const { width, height, firstPixel } = await drawn(picture);
    expect({ width, height }).toEqual({ width: 1200, height: 630 });
    expect(firstPixel).toBe(picture.colour);
  });

  test("shows whose page it is: its logo, its accent made dark enough, and its name unless the logo says it", async () => {
    const snapshot = snapshotWith("operational");
    const withLogo = (saysName: boolean): Snapshot => {
      const light = { name: "0123456789abcdef.svg", width: 32, height: 16 };
      const identity = {
        ...noIdentity,
        accentColor: "#12b39c",
        logo: { light, dark: null, saysName },
      };
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 16"><rect width="32" height="16"/></svg>';
      const pictures = [{ name: light.name, content: Buffer.from(svg).toString("base64") }];
      return { ...snapshot, page: { ...snapshot.page, identity, pictures } };
    };
    const picture = overviewPicture(withLogo(false), "en");
    expect(picture).toMatchObject({
      name: "Speech Status",
      accent: readableAccent("#12b39c", "light"),
      logo: { width: 32, height: 16 },
    });
    expect(overviewPicture(withLogo(true), "en").name).toBeUndefined();
    const [own, plain] = await Promise.all([
      drawn(picture),
      drawn(overviewPicture(snapshot, "en")),
    ]);
    expect(own.bytes.equals(plain.bytes)).toBe(false);
  });

  test("is another one in each language and state, the same for the same", async () => {
    const [english, turkish, again, other] = await Promise.all([
      drawn(overviewPicture(snapshotWith("operational"), "en")),
      drawn(overviewPicture(snapshotWith("operational"), "tr"), "tr"),
      drawn(overviewPicture(snapshotWith("operational"), "en")),
      drawn(overviewPicture(snapshotWith("unknown"), "en")),
    ]);
    expect(again.bytes.equals(english.bytes)).toBe(true);
    expect(turkish.bytes.equals(english.bytes)).toBe(false);
    expect(other.bytes.equals(english.bytes)).toBe(false);
  });
});

describe("the picture of an incident", () => {
  const pictureOf = (changes: Partial<Incident>) =>
    statusEventPicture(snapshotWith("operational"), { ...incident, ...changes }, "en");

  test("tells its title, how it stands and when it was", () => {
    expect(pictureOf({})).toMatchObject({
      title: "Speech synthesis is slow",
      lines: [
        "Incident · Investigating · Minor impact",
        "Started: 21 Nov 2026 14:16 GMT+3 (11:16 UTC)",
      ],
      foot: ["As of 21 Nov 2026 14:25 GMT+3 (11:25 UTC)"],
      colour: colourOf("degraded_performance"),
    });
    expect(
      pictureOf({
        status: "resolved",
        monitoringAtMs: now - 4 * minuteMs,
        resolvedAtMs: now - minuteMs,
      }),
    ).toMatchObject({
      lines: [
        "Incident · Resolved · Minor impact",
        "Started: 21 Nov 2026 14:16 GMT+3 (11:16 UTC) · Duration: 5 min",
      ],
      foot: ["Resolved: 21 Nov 2026 14:24 GMT+3 (11:24 UTC)"],
      colour: colourOf("operational"),
    });
  });

  test("of a maintenance says when it was completed", () => {
    const done: Maintenance = {
      ...incident,
      status: "completed",
      impact: "maintenance",
      updates: [],
      scheduledForMs: now - 9 * minuteMs,
      scheduledUntilMs: now,
      resolvedAtMs: now - minuteMs,
    };
    expect(statusEventPicture(snapshotWith("operational"), done, "en")).toMatchObject({
      foot: ["Completed: 21 Nov 2026 14:24 GMT+3 (11:24 UTC)"],
    });
  });

  test("cuts a title that is far too long, and shows markup as it is", async () => {
    const name = `<b>${"Synthesis & streams ".repeat(40)}`;
    const { width } = await drawn(pictureOf({ name: localizedText({ en: name, tr: name }) }));
    expect(width).toBe(1200);
  });
});

/** Reads a PNG as far as tests need it: https://www.w3.org/TR/png-3/. */
function readPng(bytes: Buffer) {
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.subarray(at + 4, at + 8).toString();
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  const dataOf = (wanted: string) =>
    Buffer.concat(chunks.filter(({ type }) => type === wanted).map(({ data }) => data));
  const header = dataOf("IHDR");
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, colourType] = [header.readUInt8(8), header.readUInt8(9)];
  const hasPalette = colourType === 3;
  const bitsPerPixel = depth * (hasPalette ? 1 : colourType === 6 ? 4 : 3);
  const pixels = inflateSync(dataOf("IDAT"));
  expect(pixels).toHaveLength(height * (1 + Math.ceil((width * bitsPerPixel) / 8)));
  // The first pixel is the same whatever filter its row has.
  const entry = 3 * (pixels.readUInt8(1) >> (8 - depth));
  const colour = hasPalette ? dataOf("PLTE").subarray(entry, entry + 3) : pixels.subarray(1, 4);
  return { bytes, width, height, firstPixel: `#${colour.toString("hex")}` };
}
