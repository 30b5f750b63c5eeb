import { expect, test } from "vitest";
import type { PageContent } from "#status-api/page/page-build.ts";
import { HOUR_MS, MINUTE_MS } from "#units/time.ts";
import { serverReader } from "../reader/reader.ts";
import { descriptionOf } from "./description-of.ts";

const name = { en: "Turkish Speech", tr: "Türkçe Konuşma" };
const COMPONENTS = [
  { id: "stt", name: { en: "Transcription", tr: "Yazıya dökme" } },
  { id: "tts", name: { en: "Synthesis", tr: "Seslendirme" } },
];

/** Returns a page's content with those fields of its view that its description needs. */
const contentOf = (kind: PageContent["kind"], view: object) =>
  ({ kind, view: { name, ...view } }) as unknown as PageContent;

test.each([
  [
    contentOf("overview", {}),
    "Turkish Speech: current status, uptime of the last 90 days and incidents.",
  ],
  [
    contentOf("component", { component: COMPONENTS[1] }),
    "Synthesis: current status, the last 90 days, response times and incidents. Turkish Speech.",
  ],
  [
    contentOf("history", { month: "2026-11" }),
    "Incidents and maintenance in November 2026. Turkish Speech.",
  ],
  [
    contentOf("report", { report: { month: "2026-10" } }),
    "Uptime, error budgets and incidents in October 2026. Turkish Speech.",
  ],
])("a page says what it is about: $kind", (content, description) => {
  expect(descriptionOf(content, serverReader("en"))).toBe(description);
});

test("a page is described in the language of its reader", () => {
  const description = descriptionOf(contentOf("overview", {}), serverReader("tr"));
  expect(description).toMatch(/^Türkçe Konuşma: /);
});

const FAULT = {
  status: "investigating",
  impact: "major",
  startedAtMs: 10 * HOUR_MS,
  monitoringAtMs: null,
  resolvedAtMs: null,
  componentIds: ["tts"],
};
const IN_ENGLISH = serverReader("en");
const { stages, impacts, affected, allComponents } = IN_ENGLISH.texts;
const about = (what: string) => affected.replace("{components}", what);

test.each([
  [{}, [stages.investigating, impacts.major, about("Synthesis")]],
  [{ componentIds: [] }, [stages.investigating, impacts.major]],
  [{ componentIds: ["tts", "stt"] }, [stages.investigating, impacts.major, about(allComponents)]],
  [
    { status: "monitoring", monitoringAtMs: 10 * HOUR_MS + 25 * MINUTE_MS },
    [stages.monitoring, impacts.major, "25 min", about("Synthesis")],
  ],
  [
    { status: "resolved", impact: "minor", resolvedAtMs: 12 * HOUR_MS },
    [stages.resolved, impacts.minor, "2 h", about("Synthesis")],
  ],
  [
    // The fault was over when monitoring began.
    {
      status: "postmortem",
      monitoringAtMs: 10 * HOUR_MS + 5 * MINUTE_MS,
      resolvedAtMs: 12 * HOUR_MS,
    },
    [stages.resolved, impacts.major, "5 min", about("Synthesis")],
  ],
])("a status event with %o says its stage, impact, duration and components", (change, parts) => {
  const content = contentOf("statusEvent", {
    components: COMPONENTS,
    statusEvent: { ...FAULT, ...change },
  });
  expect(descriptionOf(content, IN_ENGLISH)).toBe(parts.join(" · "));
});
