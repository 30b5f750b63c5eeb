import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AdminApi, AdminRequest } from "./admin-api.ts";
import { statusProgram } from "./program.ts";

const nowMs = Date.parse("2026-11-21T12:00:00Z");

beforeEach(() => void vi.useFakeTimers({ now: nowMs, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** Runs a command line against an admin API that answers every request with an incident-like thing, or with a list. */
async function run(words: readonly string[], input = "", form = ["--json"]) {
  const requests: AdminRequest[] = [];
  let printed = "";
  let complaint = "";
  let actor: string | undefined;
  const answer = { scheduled_until: "2026-11-21T13:00:00.000Z", updates: [], components: [] };
  const api = {
    async ask(_schema: unknown, request: AdminRequest) {
      requests.push(request);
      return { ...answer, data: [], audio: [] };
    },
  } as unknown as AdminApi;
  const program = statusProgram({
    connect: async (name) => {
      actor = name;
      return api;
    },
    readInput: async () => input,
    print: (text) => void (printed += text),
    printError: (text) => void (complaint += text),
  });
  const code = await program
    .parseAsync([...words, ...(words.length > 0 ? form : [])], { from: "user" })
    .then(
      () => 0,
      ({ exitCode }: { readonly exitCode: number }) => exitCode,
    );
  return { requests, printed, complaint, actor, code };
}

test.each([[["--help"]], [["help"]]])(
  "%j lists the commands with their arguments",
  async (words) => {
    const { printed, code } = await run(words);
    expect(code).toBe(0);
    expect(printed).toContain("maintenance extend <id> <time>");
  },
);

test("a command lists its options", async () => {
  const { printed, code } = await run(["incident", "open", "-h"]);
  expect(code).toBe(0);
  expect(printed).toContain("--since <time>");
});

const text = ["--body", "B"];
test.each<[string[], AdminRequest]>([
  [["on-call", "list"], { path: "/on-call", query: {} }],
  [
    ["on-call", "override", "speech", "--person", "can", "--until", "2026-11-22T09:00Z"],
    {
      method: "POST",
      path: "/on-call/speech/overrides",
      body: { person: "can", ends_at: "2026-11-22T09:00:00.000Z" },
    },
  ],
  [["on-call", "end", "o1"], { method: "DELETE", path: "/on-call/overrides/o1" }],
  [["incident", "list"], { path: "/incidents", query: {} }],
  [
    ["incident", "list", "--open", "--limit", "5"],
    { path: "/incidents", query: { status: "unresolved", limit: "5" } },
  ],
  [
    ["incident", "open", "Search is slow", ...text, "--component", "web", "--component", "api"],
    {
      method: "POST",
      path: "/incidents",
      body: { name: "Search is slow", body: "B", impact: "minor", components: ["web", "api"] },
    },
  ],
  [
    ["incident", "open", "X", ...text, "--since", "2026-11-21T11:00Z"],
    {
      method: "POST",
      path: "/incidents",
      body: {
        name: "X",
        body: "B",
        impact: "minor",
        components: [],
        started_at: "2026-11-21T11:00:00.000Z",
      },
    },
  ],
  [
    ["incident", "update", "i/1", ...text, "--status", "identified", "--name-tr", "Ad"],
    {
      method: "POST",
      path: "/incidents/i%2F1/updates",
      body: { body: "B", status: "identified", name_tr: "Ad" },
    },
  ],
  [["incident", "resolve", "i1"], { method: "POST", path: "/incidents/i1/resolve", body: {} }],
  [
    ["incident", "postmortem", "i1", "--body", "-"],
    { method: "POST", path: "/incidents/i1/postmortem", body: { body: "From\ninput." } },
  ],
  [
    ["maintenance", "schedule", "M", ...text, "--from", "in 2h", "--for", "30m"],
    {
      method: "POST",
      path: "/maintenances",
      body: {
        name: "M",
        body: "B",
        components: [],
        scheduled_for: "2026-11-21T14:00:00.000Z",
        scheduled_until: "2026-11-21T14:30:00.000Z",
      },
    },
  ],
  [
    ["maintenance", "schedule", "M", ...text, "--until", "+1h"],
    {
      method: "POST",
      path: "/maintenances",
      body: { name: "M", body: "B", components: [], scheduled_until: "2026-11-21T13:00:00.000Z" },
    },
  ],
  [
    ["maintenance", "extend", "m1", "+30m"],
    {
      method: "PATCH",
      path: "/maintenances/m1",
      body: { scheduled_until: "2026-11-21T13:30:00.000Z" },
    },
  ],
  [
    ["maintenance", "extend", "m1", "in 30m"],
    {
      method: "PATCH",
      path: "/maintenances/m1",
      body: { scheduled_until: "2026-11-21T12:30:00.000Z" },
    },
  ],
  [["maintenance", "cancel", "m1"], { method: "POST", path: "/maintenances/m1/cancel", body: {} }],
  [["audit", "--of", "i1"], { path: "/audit-log", query: { subject: "i1" } }],
  [["evidence", "list", "--component", "tts"], { path: "/evidence", query: { component: "tts" } }],
  [["evidence", "get", "e1"], { path: "/evidence/e1" }],
  [["subscribers", "list", "--active"], { path: "/subscribers", query: { status: "active" } }],
  [["subscribers", "remove", "s1"], { method: "DELETE", path: "/subscribers/s1" }],
])("%j asks the admin API", async (words, request) => {
  const { requests, complaint } = await run(words, "From\ninput.\n");
  expect(complaint).toBe("");
  expect(requests.at(-1)).toEqual(request);
});

test("--json prints the answer as it came, and without it people read a table", async () => {
  const { printed } = await run(["incident", "list"]);
  expect(JSON.parse(printed)).toMatchObject({ updates: [], components: [], data: [] });
  const text = (await run(["incident", "list"], "", [])).printed;
  expect(text).not.toMatch(/[{}]/);
  expect(text).toMatch(/\n$/);
});

test("--actor says who asks", async () => {
  expect((await run(["audit", "--actor", "ada"])).actor).toBe("ada");
});

test.each<[string[], string]>([
  [["incident", "delete", "i1"], "unknown command 'delete'"],
  [["constructor"], "unknown command 'constructor'"],
  [["incident", "open", ...text], "missing required argument 'name'"],
  [["incident", "open", "X"], "required option '--body <text>' not specified"],
  [["incident", "open", "X", "Y", ...text], "too many arguments for 'open'"],
  [["incident", "open", "X", ...text, "--for", "1h"], "unknown option '--for'"],
  [["incident", "show", "i1", "--open"], "unknown option '--open'"],
  [
    ["incident", "open", "X", ...text, "--since", "soon"],
    "option '--since <time>' argument 'soon' is invalid. It takes a time: now, +30m",
  ],
  [
    ["incident", "postmortem", "i1", "--body", "-"],
    "--body - reads from standard input, which is empty",
  ],
  [
    ["maintenance", "schedule", "M", ...text],
    "maintenance schedule takes --until <time> or --for <length>",
  ],
  [
    ["maintenance", "schedule", "M", ...text, "--until", "+1h", "--for", "1h"],
    "option '--for <length>' cannot be used with option '--until <time>'",
  ],
  [["maintenance", "extend", "m1"], "missing required argument 'time'"],
  [["maintenance", "extend", "m1", "30m"], "It takes a time: now"],
  [["audit", "i1"], "too many arguments for 'audit'"],
  [["incident", "list", "--wide"], "unknown option '--wide'"],
])("%j is refused in one line", async (words, message) => {
  const { complaint, code, requests } = await run(words);
  expect(code).not.toBe(0);
  expect(requests.filter(({ method }) => method !== undefined)).toEqual([]);
  expect(complaint).toMatch(/^status: [^\n]+\n$/);
  expect(complaint).toContain(message);
});
