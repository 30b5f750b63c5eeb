import { expect, test } from "vitest";
import type { AlertMessageKind } from "#migrations/status/alert-tables.ts";
import {
  type Alert,
  alertMessage,
  kindOf,
  namedAlerts,
  type Notification,
} from "./alert-message.ts";

const at = new Date("2026-11-27T03:00:00Z");
const failing = { resolved_at: null, withdrawn: false, acknowledged_at: null };
const taken = { ...failing, acknowledged_at: at };
const recovered = { ...failing, resolved_at: at };
const withdrawn = { ...recovered, withdrawn: true };

test.each([
  ["all ended, one of them recovered", ["trigger", "resolve"], [recovered, withdrawn], "resolve"],
  ["all left monitor.yaml", ["withdraw"], [withdrawn, withdrawn], "withdraw"],
  [
    "all that fail are taken care of",
    ["acknowledge", "resolve"],
    [taken, recovered],
    "acknowledge",
  ],
  ["one that fails is not", ["acknowledge", "trigger"], [taken, failing], "trigger"],
  ["nobody cared", ["trigger", "escalate"], [failing, failing], "escalate"],
  ["some recovered, and nothing else is new", ["resolve"], [recovered, failing], "repeat"],
  ["the end is not told there", ["trigger"], [recovered], "trigger"],
] as const)("what is told together when %s", (_what, kinds, alerts, kind) => {
  expect(kindOf(kinds, alerts)).toBe(kind);
});

test("a combined message names what is open, else what recovered and does not fail again", () => {
  const [open, well, again, gone] = [
    { ...failing, component_id: "tts" },
    { ...recovered, component_id: "web" },
    { ...recovered, component_id: "stt-file" },
    { ...withdrawn, component_id: "docs" },
  ];
  const down = new Set(["tts", "stt-file"]);
  const named = (...alerts: Parameters<typeof namedAlerts>[0][number][]) =>
    namedAlerts(alerts, down).map(({ component_id }) => component_id);
  expect(named(open, well, again, gone)).toEqual(["tts"]);
  expect(named(well, again, gone)).toEqual(["web"]);
  expect(named(again, gone)).toEqual(["stt-file"]);
  expect(named(gone)).toEqual(["docs"]);
});

/** An alert of a check of a component, with a few other fields. */
const alertOf = (component: string, check: string, more: Partial<Alert> = {}): Alert => ({
  id: `${component}-${check}`,
  rule: "Down",
  check_id: check,
  component_id: component,
  severity: "warning",
  failing_since: at,
  reason: "timeout",
  locations: ["ankara"],
  last_good: null,
  fired_at: at,
  told_at: at,
  last_told_at: at,
  repeats: 0,
  escalated_at: null,
  acknowledged_at: null,
  acknowledged_by: null,
  resolved_at: null,
  withdrawn: false,
  replaced: false,
  thread: "root",
  ...more,
});
const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
const over = (minutes: number) => ({ resolved_at: later(minutes) });
const replaced = { ...over(3), withdrawn: true, replaced: true };

const MESSAGES: readonly (readonly [string, AlertMessageKind, readonly Alert[]])[] = [
  [
    "two components fail",
    "trigger",
    [
      alertOf("tts", "speak", { failing_since: later(2) }),
      alertOf("web", "page", { severity: "critical", reason: "bad_status" }),
    ],
  ],
  [
    "five components fail, one is taken care of and one recovered",
    "escalate",
    [
      alertOf("tts", "speak", { acknowledged_by: "Ada", acknowledged_at: at }),
      alertOf("web", "page"),
      alertOf("stt", "file"),
      alertOf("docs", "page"),
      alertOf("demo", "page", over(5)),
      alertOf("api", "key", { reason: null }),
    ],
  ],
  [
    "two checks of one component recovered, one after the other",
    "resolve",
    [alertOf("tts", "speak", over(9)), alertOf("tts", "voices", over(5))],
  ],
  [
    "more checks fail than are listed",
    "repeat",
    Array.from({ length: 13 }, (_, number) => alertOf("tts", `check-${number}`)),
  ],
  [
    "as many checks fail as are listed",
    "repeat",
    Array.from({ length: 10 }, (_, number) => alertOf("tts", `check-${number}`)),
  ],
  [
    "all left monitor.yaml",
    "withdraw",
    [alertOf("tts", "speak", { ...over(3), withdrawn: true }), alertOf("web", "page", replaced)],
  ],
  [
    "all were replaced",
    "withdraw",
    [alertOf("tts", "speak", replaced), alertOf("web", "page", replaced)],
  ],
];
/** What a combined message says of its page. */
const page = { id: "speech", timeZone: "Europe/Istanbul" } as Notification["page"];
const NAMES = new Map([
  ["tts", "Speech"],
  ["web", "Website"],
  ["stt", "Transcription"],
  ["docs", "Documentation"],
  ["demo", "Demos"],
]);

test.each(["en", "tr"] as const)(
  "combined messages say in %s what they always did",
  async (language) => {
    const messages = MESSAGES.map(([name, kind, alerts], number) => {
      const notification = {
        kind,
        messageId: `m${number}`,
        language,
        page,
        statusUrl: "https://status.example.com",
        consoleUrl: number % 2 === 0 ? "https://status.example.com" : undefined,
        acknowledgeUrl: (id: string) => `https://status.example.com/ack/${id}`,
        isPerhapsRepeat: number === 1,
        beginsThread: number === 0,
        nowMs: later(30).getTime(),
      };
      const failing = alerts.filter((one) => one.resolved_at === null);
      const message = alertMessage(alerts[0]!, alerts, { names: NAMES, failing }, notification);
      return `# ${name}\n${JSON.stringify(message, null, 2)}\n`;
    });
    await expect(messages.join("\n")).toMatchFileSnapshot(`combined-messages.${language}.txt`);
  },
);
