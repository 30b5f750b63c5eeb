import { once } from "node:events";
import { createServer } from "node:http";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { lockDirectory } from "#database/directory-lock.ts";
import { ConfigError } from "#runtime/settings.ts";
import { readConfig } from "../prober-config.ts";
import { listEvidence, replayEvidence, runNamedChecks, writeBaseline } from "./commands.ts";

let requested: (string | undefined)[];
/** Answers of the status page, by path. */
let answers: Readonly<Record<string, unknown>>;
const server = createServer(({ url }, response) => {
  requested.push(url);
  const answered = answers[url ?? ""];
  if (answered !== undefined) return response.end(JSON.stringify(answered));
  setTimeout(
    () => response.writeHead(url === "/broken" ? 500 : 200).end("body"),
    url === "/late" ? 150 : 0,
  );
});
let origin: string;
let directory: string;
let printed: string;

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

beforeEach(async () => {
  [requested, answers, printed] = [[], {}, ""];
  directory = await mkdtemp(path.join(tmpdir(), "speech-commands-"));
  const check = (id: string, way = id) => ({
    id,
    kind: "http",
    url: `${origin}/${way}`,
    expect_status: 200,
  });
  const component = (id: string, ...checks: readonly object[]) => ({ id, name: id, checks });
  const document = {
    page: { id: "page", name: "Page", url: "http://127.0.0.1" },
    groups: [],
    components: [
      component("web", check("home"), check("docs")),
      component("api", { ...check("late"), slow_after_seconds: 0.1 }, check("v1")),
      component("bad", check("slow", "broken")),
    ],
  };
  await writeFile(path.join(directory, "monitor.yaml"), JSON.stringify(document));
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(directory, { recursive: true });
});

const config = () =>
  readConfig({
    DATA_DIR: directory,
    MONITOR_CONFIG: path.join(directory, "monitor.yaml"),
    PROBE_API_KEY: "key",
    STATUS_URL: origin,
    STATUS_ADMIN_TOKEN: "token",
  });

describe("named checks", () => {
  test("are those of a component, and those that are named, in the order of the file", async () => {
    expect(await runNamedChecks(config(), ["v1", "web"])).toBe(true);
    expect(requested).toEqual(["/home", "/docs", "/v1"]);
    expect(printed.match(/^\S+ \(http\), attempt 1: ok$/gm)).toEqual([
      "home (http), attempt 1: ok",
      "docs (http), attempt 1: ok",
      "v1 (http), attempt 1: ok",
    ]);
  });

  test("have not passed where one is slow, though the last passes", async () => {
    expect(await runNamedChecks(config(), ["api"])).toBe(false);
    expect(requested).toEqual(["/late", "/v1"]);
    expect(printed).toContain("late (http), attempt 1: degraded, slow_answer\n");
  });

  test.each([
    [[], "no check named; there are: web, api, bad, home, docs, late, v1, slow"],
    [["web", "hom"], 'no check "hom"; there are: web, api, bad, home, docs, late, v1, slow'],
  ])("%j are refused", async (names, complaint) => {
    await expect(runNamedChecks(config(), names)).rejects.toThrow(new ConfigError(complaint));
    expect(requested).toEqual([]);
  });
});

describe("a baseline", () => {
  test("is printed, and written beside the monitor file", async () => {
    await writeBaseline(config(), "home", 20);
    const file = path.join(directory, "baselines", "home.json");
    const written: unknown = JSON.parse(await readFile(file, "utf8"));
    expect(written).toMatchObject({
      object: "check_baseline",
      check_id: "home",
      groups: [{ clip: null, measures: { duration_seconds: { runs: 20 } } }],
    });
    expect(requested).toHaveLength(20);
    expect(printed).toMatch(/^home \(http\), all runs\n/);
    expect(printed).toMatch(
      /\n\nOr name the file there, which sets those that are not written: baseline: baselines\/home\.json\n$/,
    );
  });

  test("is written to a file of choice", async () => {
    const file = path.join(directory, "new", "folder", "own.json");
    await writeBaseline(config(), "home", 20, file);
    expect(await readFile(file, "utf8")).toMatch(/^\{\n {2}"object": "check_baseline",[^]*\}\n$/);
    expect(printed).toMatch(/ baseline: new\/folder\/own\.json\n$/);
  });

  test("is refused before a run where it cannot be", async () => {
    await expect(writeBaseline(config(), "web", 20)).rejects.toThrow(
      new ConfigError('no check "web"; there are: home, docs, late, v1, slow'),
    );
    const file = path.join(directory, "monitor.yaml", "own.json");
    await expect(writeBaseline(config(), "home", 20, file)).rejects.toThrow(
      new ConfigError(
        `${path.dirname(file)} is not a folder that can be written; --write takes another file`,
      ),
    );
    expect(requested).toEqual([]);
  });

  test("is not written of a service that fails", async () => {
    await expect(writeBaseline(config(), "slow", 20)).rejects.toThrow("2 of 2 runs failed");
    expect(requested).toHaveLength(2);
    expect(printed).toBe("");
  });
});

test("evidence is read through the status page while that has the database", async () => {
  const lock = lockDirectory(path.join(directory, "status"));
  const evidence = (id: string, checkId: string) => ({
    id,
    check_id: checkId,
    location: "ankara",
    slot: "2026-11-21T10:00:00.000Z",
    attempt: 1,
    passed: false,
    result: "failed",
    reason: "timeout",
  });
  const facts = {
    kind: "http",
    message: null,
    started_at: "2026-11-21T10:00:00.000Z",
    duration_ms: 1,
    phases: {},
    measures: {},
    input_text: "",
    texts: {},
    differences: null,
    exchanges: [],
    seed: "s",
    versions: { prober: "1", node: "v24" },
    cut: [],
  };
  answers = {
    "/admin/evidence?limit=50&check=home": { data: [evidence("e1", "home")] },
    "/admin/evidence/e1": { ...evidence("e1", "home"), facts },
    "/admin/evidence/e2": { ...evidence("e2", "gone"), facts },
    "/admin/evidence/e1/audio/sent": "audio",
  };
  await listEvidence(config(), "home");
  expect(printed).toBe("e1  2026-11-21T10:00:00.000Z  ankara  home  attempt 1  failed, timeout\n");
  expect(await replayEvidence(config(), "e1")).toBe(true);
  expect(printed).toMatch(/\n {2}result +failed, timeout +ok\n/);
  await expect(replayEvidence(config(), "e2")).rejects.toThrow(
    "evidence e2 is of check gone, which is no longer configured",
  );
  lock.release();
});
