import { localizedText } from "#monitor/domain/localized-text.ts";
import { describe, expect, test } from "vitest";
import type { CheckFigures, HourFigures } from "#monitor/store/figures.ts";
import type { Component } from "../snapshot/snapshot.ts";
import { COMPONENT_STATUSES } from "#monitor/domain/component-status.ts";
import { latencyBadge, statusBadge, uptimeBadge } from "./badge.ts";
import { badgeSvg, shieldsEndpoint, textWidthPx } from "./badge-svg.ts";

const hourMs = 3_600_000;

const component: Component = {
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
  status: "operational",
  sinceMs: 0,
  intervals: [],
  uptimePercent: 99.98,
  coveragePercent: 100,
  observedMs: 1,
};

function figures(location: string, hours: readonly (number | null)[], changes = {}): CheckFigures {
  return {
    checkId: "tts-health",
    kind: "health",
    periodSeconds: 60,
    location,
    hours: hours.map((p50, index): HourFigures => ({
      hourMs: index * hourMs,
      count: 60,
      failures: 0,
      degraded: 0,
      proberErrors: 0,
      missed: 0,
      durationMs: p50 === null ? null : { p50, p95: p50, p99: p50 },
      phasesMs: {},
      measures: {},
    })),
    ...changes,
  };
}

describe("a badge", () => {
  test("tells the status in words, not in colour alone", () => {
    expect(statusBadge(component, "en")).toMatchObject({
      label: "Speech synthesis",
      message: "Operational",
    });
    expect(statusBadge({ ...component, status: "major_outage" }, "tr").message).toBe(
      "Büyük kesinti",
    );
  });

  test("tells uptime to its last digit, and that there is none", () => {
    expect(uptimeBadge(component, "en").message).toBe("99.98%");
    expect(uptimeBadge(component, "tr").message).toBe("%99,98");
    expect(uptimeBadge({ ...component, uptimePercent: 100 }, "en").message).toBe("100%");
    expect(uptimeBadge({ ...component, uptimePercent: 99.5 }, "en").message).toBe("99.50%");
    expect(uptimeBadge({ ...component, coveragePercent: 0 }, "en").message).toBe("No data");
  });

  test("tells the median of the most frequent check in the newest hour that has one", () => {
    const rare = figures("a", [9000, 9000, 9000], { checkId: "round-trip", periodSeconds: 120 });
    const far = figures("c", [80, 400, null]);
    const all = [rare, figures("a", [10, 20, null]), figures("b", [10, 30, null]), far];
    expect(latencyBadge(component, all, "en").message).toBe("30 ms");
    expect(latencyBadge(component, [rare], "en").message).toBe("9.0 s");
    expect(latencyBadge(component, [rare], "tr").message).toBe("9,0 sn");
    expect(latencyBadge(component, [], "en").message).toBe("No data");
    expect(latencyBadge(component, [figures("a", [null])], "en").message).toBe("No data");
  });

  test.each(COMPONENT_STATUSES)(
    "of %s is white on a colour that white can be read on",
    (status) => {
      const { color } = statusBadge({ ...component, status }, "en");
      expect(contrastWithWhite(color)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test("is drawn as wide as its texts, which are escaped and said to those who do not see it", () => {
    const svg = badgeSvg({ label: "<Ses> & söz", message: "Çalışıyor", color: "#1a7f37" });
    expect(svg).toContain('role="img" aria-label="&lt;Ses&gt; &amp; söz: Çalışıyor"');
    expect(svg).toContain("<title>&lt;Ses&gt; &amp; söz: Çalışıyor</title>");
    const width = Number(/<svg [^>]*width="(\d+)"/.exec(svg)?.[1]);
    const texts = [...svg.matchAll(/<text x="(\d+)" [^>]*textLength="(\d+)"/g)];
    const [label, message] = texts.map(([, x, length]) => ({
      x: Number(x),
      length: Number(length),
    }));
    expect(label?.length).toBe(Math.ceil(textWidthPx("<Ses> & söz", 11)));
    expect(message && message.x + message.length + 6).toBe(width);
  });

  test("for shields.io has the fields of its endpoint", () => {
    expect(shieldsEndpoint(statusBadge(component, "en"))).toEqual({
      schemaVersion: 1,
      label: "Speech synthesis",
      message: "Operational",
      color: "#1a7f37",
      labelColor: "#3d444d",
      cacheSeconds: 300,
    });
  });
});

test("Verdana is as wide as it is, with and without marks", () => {
  expect(textWidthPx("m", 2048)).toBe(1992);
  expect(textWidthPx("ı", 2048)).toBe(562);
  expect(textWidthPx("İ", 2048)).toBe(862);
  expect(textWidthPx("ğ", 2048)).toBe(textWidthPx("g", 2048));
  expect(textWidthPx("字", 2048)).toBe(2048);
  expect(textWidthPx("99.98%", 11)).toBeCloseTo(((5 * 1301 + 2204 - 1301 + 745) / 2048) * 11, 5);
});

/** The contrast ratio of WCAG 2. */
function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

test("an uptime badge changes its colour at 99.9, 99 and 95 percent", () => {
  const colorOf = (uptimePercent: number) =>
    uptimeBadge({ ...component, uptimePercent }, "en").color;
  const [green, yellow, orange, red] = [100, 99, 95, 94.99].map(colorOf);
  expect(new Set([green, yellow, orange, red]).size).toBe(4);
  expect([99.9, 99.89, 98.99, 0].map(colorOf)).toEqual([green, yellow, orange, red]);
});
