import { expect, test } from "vitest";
import { localizedText } from "#monitor/domain/localized-text.ts";
import { type PostmortemFacts, postmortemDraft } from "./postmortem-draft.ts";

const minuteMs = 60_000;
const beganMs = Date.parse("2026-11-21T11:25:00Z");
const at = (minute: number): number => beganMs + minute * minuteMs;

const facts: PostmortemFacts = {
  name: localizedText({
    en: "Major outage: Speech synthesis",
    tr: "Büyük kesinti: Seslendirme",
  }),
  startedAtMs: beganMs,
  toldAtMs: at(2),
  endedAtMs: at(12),
  resolvedAtMs: at(15),
  components: [
    { id: "tts", name: localizedText({ en: "Speech synthesis", tr: "Seslendirme" }) },
    { id: "demo", name: localizedText({ en: "Live demos", tr: "Canlı demolar" }) },
  ],
  troubles: [
    {
      componentId: "tts",
      status: "degraded_performance",
      reason: "slow_answer",
      fromMs: at(0),
      toMs: at(1),
    },
    { componentId: "tts", status: "major_outage", reason: "timeout", fromMs: at(1), toMs: at(6) },
    { componentId: "tts", status: "major_outage", reason: "timeout", fromMs: at(8), toMs: at(12) },
  ],
  alerts: [
    {
      checkId: "tts-health",
      firedAtMs: at(2),
      acknowledgedBy: "ayse_[x]",
      acknowledgedAtMs: at(4),
    },
  ],
  updates: [
    { status: "investigating", atMs: at(2), by: null },
    { status: "identified", atMs: at(7), by: "Ayşe" },
  ],
  givenBack: [{ atMs: at(9), by: "Ayşe" }],
  runs: [{ id: "run-1", checkId: "tts-health", slotMs: at(1), reason: "timeout" }],
  timeZone: "Europe/Istanbul",
  consoleUrl: "https://console.example.org",
};

test("a draft says what, when detected, who did what, for how long, and leads to the evidence", () => {
  expect(postmortemDraft(facts, "en")).toBe(`## What happened

Major outage: Speech synthesis. It began on 21 Nov 2026 14:25 GMT+3 (11:25 UTC) and took 12 min, until 21 Nov 2026 14:37 GMT+3 (11:37 UTC). It was detected and published after 2 min. ayse\\_\\[x\\] acknowledged it after 4 min.

## Who was affected

- Speech synthesis: Major outage, 14:25 – 14:31, 14:33 – 14:37 (10 min in all): responding slowly; not responding

## Timeline

- 14:25 Speech synthesis: responding slowly
- 14:26 Speech synthesis: not responding
- 14:27 Alert: tts-health
- 14:27 Automatic update: Investigating
- 14:29 ayse\\_\\[x\\] acknowledged the alert of tts-health
- 14:31 Speech synthesis recovered
- 14:32 Ayşe posted an update: Identified
- 14:33 Speech synthesis: not responding
- 14:34 Ayşe gave the incident back to automation
- 14:37 Speech synthesis recovered
- 14:40 The incident was resolved

## Why it happened

…

## What we have changed

…

## Evidence

- [14:26 tts-health: not responding](https://console.example.org/console/runs/run-1)`);
  expect(postmortemDraft(facts, "tr")).toContain(
    "- Seslendirme: Büyük kesinti, 14.25 – 14.31, 14.33 – 14.37 (toplam 10 dk)",
  );
});

test("of a hundred events the first and the last are told", () => {
  const troubles = Array.from({ length: 50 }, (_, index) => ({
    componentId: "tts",
    status: "major_outage" as const,
    reason: "timeout",
    fromMs: at(2 * index),
    toMs: at(2 * index + 1),
  }));
  const draft = postmortemDraft({ ...facts, troubles, resolvedAtMs: at(100) }, "en");
  expect(draft).toContain("further events are left out.");
  expect(draft).toContain("The incident was resolved");
  expect(draft.split("\n").length).toBeLessThan(70);
});
