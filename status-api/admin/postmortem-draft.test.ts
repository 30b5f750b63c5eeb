import { expect, test } from "vitest";
import { localizedText } from "#monitor/domain/localized-text.ts";
import { postmortemDraft } from "./postmortem-draft.ts";
import type { PostmortemFacts } from "./postmortem-facts.ts";

const minuteMs = 60_000;
const beganMs = Date.parse("2026-11-21T11:25:00Z");
const at = (minute: number): number => beganMs + minute * minuteMs;

const facts: PostmortemFacts = {
  name: localizedText({
    en: "Major outage: Speech synthesis",
    tr: "Büyük kesinti: Seslendirme",
  }),
  startedAtMs: beganMs,
  notifiedAtMs: at(2),
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

test("a draft of what few facts are known of has no gaps", () => {
  const draft = postmortemDraft(
    {
      ...facts,
      notifiedAtMs: at(-1),
      troubles: [],
      alerts: [
        { checkId: "tts-health", firedAtMs: at(1), acknowledgedBy: null, acknowledgedAtMs: null },
      ],
      updates: [{ status: "resolved", atMs: at(15), by: null }],
      givenBack: [],
      runs: [],
    },
    "en",
  );
  expect(draft).toContain(
    "(11:37 UTC). It was detected and published after under 1 s.\n\n## Who was affected\n\n…\n\n",
  );
  expect(draft).toContain(`## Timeline

- 14:26 Alert: tts-health
- 14:40 Automatic update: Resolved

## Why`);
  expect(draft).not.toContain("## Evidence");
});

test("a draft names who acknowledged first, and tells what components of one moment share once", () => {
  const trouble = { status: "major_outage", reason: null, fromMs: at(1), toMs: null } as const;
  const alert = { checkId: "c", firedAtMs: at(2) };
  const draft = postmortemDraft(
    {
      ...facts,
      troubles: [
        { ...trouble, componentId: "tts" },
        { ...trouble, componentId: "demo", reason: "of another version" },
        { ...trouble, componentId: "gone" },
      ],
      alerts: [
        { ...alert, acknowledgedBy: "Can", acknowledgedAtMs: at(5) },
        { ...alert, acknowledgedBy: "Ada", acknowledgedAtMs: at(4) },
      ],
      runs: [{ id: "r/1", checkId: "c", slotMs: at(1), reason: "of another version" }],
      consoleUrl: undefined,
    },
    "en",
  );
  expect(draft).toContain("Ada acknowledged it after 4 min.");
  expect(draft).toContain(
    "\n- Speech synthesis: Major outage, 14:26 – 14:37 (11 min in all)\n- Live demos: Major outage, 14:26 – 14:37 (11 min in all)\n\n",
  );
  expect(draft).toContain("- 14:26 Speech synthesis, Live demos, gone: ");
  expect(draft).toContain("- [14:26 c: of another version](/console/runs/r%2F1)");
});

test("forty events are all told, and of one more the first and the last twenty", () => {
  const alerts = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      checkId: `c${index}`,
      firedAtMs: at(index),
      acknowledgedBy: null,
      acknowledgedAtMs: null,
    }));
  const linesOf = (count: number) => {
    const few = { ...facts, troubles: [], updates: [], givenBack: [], runs: [] };
    const draft = postmortemDraft(
      { ...few, alerts: alerts(count - 1), resolvedAtMs: at(1_000) },
      "en",
    );
    const [, timeline = ""] = draft.split("## Timeline\n\n");
    return timeline.split("\n\n")[0]?.split("\n") ?? [];
  };
  expect(linesOf(40)).toHaveLength(40);
  const lines = linesOf(41);
  expect(lines).toHaveLength(41);
  expect(lines[19]).toMatch(/Alert: c19$/);
  expect(lines[20]).toMatch(/^- 1 /);
  expect(lines[21]).toMatch(/Alert: c21$/);
});
