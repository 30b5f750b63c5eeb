import type { Reason } from "#monitor/domain/reason.ts";

/** A minute of an outage: why each component's check fails in it, `silent` for no run; the others pass. */
export type OutageMinute = Readonly<Partial<Record<ComponentId, Reason | "silent">>>;

export const COMPONENT_IDS = [
  "stt-file",
  "stt-stream",
  "tts",
  "web",
  "docs",
  "dashboard",
  "demo",
] as const;
export type ComponentId = (typeof COMPONENT_IDS)[number];

export interface ScriptedOutage {
  readonly name: string;
  /** One after the other; minutes in which all is well follow by themselves. */
  readonly minutes: readonly OutageMinute[];
  /** A maintenance that is planned for some of these minutes. */
  readonly maintenance?: {
    readonly fromMinute: number;
    readonly untilMinute: number;
    readonly componentIds: readonly ComponentId[];
  };
  /** What the components stand on while it lasts. */
  readonly dependsOn?: Readonly<Partial<Record<ComponentId, readonly ComponentId[]>>>;
  /** The members of the incidents that it makes, in the order of their beginning. */
  readonly incidents: readonly (readonly ComponentId[])[];
  /** How many messages people on call get in a chat at most. */
  readonly maxAlerts: number;
}

const all = (reason: Reason): OutageMinute =>
  Object.fromEntries(COMPONENT_IDS.map((id) => [id, reason]));
const times = (count: number, minute: OutageMinute): OutageMinute[] =>
  Array.from({ length: count }, () => minute);
const well = (count: number): OutageMinute[] => times(count, {});

export const EIGHT_OUTAGES: readonly ScriptedOutage[] = [
  {
    name: "the service is stopped",
    minutes: [...times(4, all("timeout")), { "stt-stream": "timeout", tts: "timeout" }, ...well(6)],
    incidents: [[...COMPONENT_IDS]],
    maxAlerts: 4,
  },
  {
    name: "a member enters a planned maintenance while another one is down",
    minutes: [
      ...times(3, { "stt-stream": "timeout", web: "timeout", docs: "timeout" }),
      ...times(4, { "stt-stream": "timeout" }),
      ...well(10),
    ],
    maintenance: { fromMinute: 5, untilMinute: 12, componentIds: ["web"] },
    incidents: [["stt-stream", "web", "docs"]],
    maxAlerts: 4,
  },
  {
    name: "synthesis is silent and transcripts are wrong at once",
    minutes: [
      ...times(2, { tts: "silent_audio" }),
      ...times(4, { tts: "silent_audio", "stt-file": "transcript_mismatch" }),
      ...times(3, { "stt-file": "transcript_mismatch" }),
      ...well(6),
    ],
    incidents: [["tts"], ["stt-file"]],
    maxAlerts: 4,
  },
  {
    name: "synthesis flaps",
    minutes: [
      ...Array.from({ length: 5 }, () => [
        ...times(2, { tts: "connection_lost" as const }),
        ...well(2),
      ]).flat(),
      ...well(5),
    ],
    incidents: [["tts"]],
    maxAlerts: 10,
  },
  {
    name: "what stands on a component that is down fails with it",
    minutes: [
      ...times(3, { tts: "timeout" }),
      ...times(4, { tts: "timeout", demo: "bad_status" }),
      ...times(2, { demo: "bad_status" }),
      ...well(6),
    ],
    dependsOn: { demo: ["tts"] },
    incidents: [["tts", "demo"]],
    maxAlerts: 4,
  },
  {
    name: "what stands on a component with another fault loses its script",
    minutes: [
      ...times(2, { tts: "silent_audio" }),
      ...times(4, { tts: "silent_audio", demo: "asset_missing" }),
      ...times(2, { demo: "asset_missing" }),
      ...well(6),
    ],
    dependsOn: { demo: ["tts"] },
    incidents: [["tts"], ["demo"]],
    maxAlerts: 4,
  },
  {
    name: "nothing is seen of what is down, then its certificate has expired",
    minutes: [
      ...times(3, { web: "timeout", docs: "timeout" }),
      ...times(5, { web: "silent", docs: "timeout" }),
      ...times(2, {}),
      ...times(4, { web: "certificate_expired" }),
      ...well(7),
    ],
    incidents: [["web", "docs"], ["web"]],
    maxAlerts: 8,
  },
  {
    name: "another cause comes in the tail of the first one",
    minutes: [
      ...times(3, all("timeout")),
      ...times(3, { tts: "timeout" }),
      ...times(4, {
        tts: "timeout",
        "stt-file": "transcript_mismatch",
        "stt-stream": "transcript_mismatch",
      }),
      ...times(3, { "stt-file": "transcript_mismatch", "stt-stream": "transcript_mismatch" }),
      ...well(7),
    ],
    incidents: [[...COMPONENT_IDS], ["stt-file", "stt-stream"]],
    maxAlerts: 8,
  },
  {
    name: "what is down fails for another reason without having recovered",
    minutes: [
      ...times(4, { tts: "timeout", "stt-file": "timeout", "stt-stream": "timeout" }),
      ...times(4, { tts: "silent_audio", "stt-file": "timeout", "stt-stream": "timeout" }),
      ...times(4, { tts: "silent_audio" }),
      ...well(7),
    ],
    incidents: [["stt-file", "stt-stream", "tts"], ["tts"]],
    maxAlerts: 8,
  },
  {
    name: "all that is down fails for another reason, and then for the first one again",
    minutes: [
      ...times(4, { web: "timeout", docs: "bad_status" }),
      ...times(4, { web: "certificate_expired", docs: "certificate_expired" }),
      ...times(4, { web: "timeout" }),
      ...well(7),
    ],
    incidents: [
      ["web", "docs"],
      ["web", "docs"],
    ],
    maxAlerts: 10,
  },
  {
    name: "one run fails for another reason, and nothing is seen of a cause that becomes another",
    minutes: [
      ...times(3, { tts: "timeout", web: "timeout" }),
      { tts: "silent_audio", web: "timeout" },
      ...times(2, { tts: "timeout", web: "timeout" }),
      ...times(5, { tts: "timeout", web: "silent" }),
      ...times(4, { tts: "timeout", web: "asset_missing" }),
      ...well(7),
    ],
    incidents: [["tts", "web"], ["web"]],
    maxAlerts: 8,
  },
  {
    name: "what stands on a component fails for a reason of its own while that changes its own",
    minutes: [
      ...times(3, { tts: "timeout", demo: "bad_status" }),
      ...times(4, { tts: "timeout", demo: "asset_missing" }),
      ...times(4, { tts: "silent_audio", demo: "asset_missing" }),
      ...times(2, { demo: "asset_missing" }),
      ...well(7),
    ],
    dependsOn: { demo: ["tts"] },
    incidents: [["tts", "demo"], ["demo"], ["tts"]],
    maxAlerts: 8,
  },
];
