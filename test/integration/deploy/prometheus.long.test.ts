import { glob, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { DEFAULT_PORTS } from "#runtime/default-ports.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { startPostgresql } from "../../support/databases/postgresql.ts";
import { startProgram } from "../../support/probes/prober-program.ts";
import { projectRoot } from "../../support/program.ts";
import {
  hasPrometheus,
  installPrometheus,
  type PrometheusServer,
  startPrometheus,
} from "../../support/servers/prometheus.ts";
import { metricsIn, metricsOf } from "../../support/servers/promql.ts";
import { complaintsAbout } from "../../support/servers/promtool.ts";
import { startSpeechService } from "../../support/service/speech-service.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const startingMs = 360_000;
const scrapedMs = 120_000;
const token = "sesame-open";
const folder = path.join(projectRoot, "deploy/prometheus");

/** Targets of the example configuration, and their addresses here. */
type Targets = Readonly<Record<string, string>>;

interface Target {
  readonly labels: { readonly job: string };
  readonly health: string;
  readonly lastError: string;
}

interface Rule {
  readonly name: string;
  readonly health: string;
  readonly lastError?: string;
  readonly query: string;
}

interface RuleFile {
  readonly groups: readonly { readonly rules: readonly { record?: string; expr: string }[] }[];
}

let programs: AsyncDisposableStack;
let prometheus: PrometheusServer;
let targets: Targets;

const mayRun = hasPrometheus();
const hint = mayRun ? "" : ` (to run it: ${installPrometheus} postgresql)`;
describe.skipIf(!mayRun && process.env["CI"] !== "true")(
  `Prometheus beside service, prober and status API${hint}`,
  { timeout: scrapedMs + 60_000 },
  () => {
    beforeAll(async () => {
      programs = new AsyncDisposableStack();
      targets = await startTargets(programs);
      const home = programs.use(await temporaryDirectory("prometheus"));
      await configure(home.path, targets);
      prometheus = programs.use(await startPrometheus(home.path));
    }, startingMs);
    afterAll(() => programs.disposeAsync());

    test("scrapes all three, with the token, and has nothing to complain of", async () => {
      const scraped = await eventually(
        "all targets are up",
        async () => {
          const { activeTargets } = await prometheus.api<{ activeTargets: readonly Target[] }>(
            "targets",
          );
          const up = activeTargets.filter(({ health }) => health === "up");
          return up.length === Object.keys(targets).length && up;
        },
        scrapedMs,
      );
      expect(scraped.map(({ labels }) => labels.job).sort()).toEqual(Object.keys(targets).sort());
      expect(scraped.map(({ lastError }) => lastError)).toEqual(["", "", ""]);
      expect(prometheus.complaints()).toBe("");
    });

    test("asks for the token", async () => {
      for (const address of Object.values(targets)) {
        expect(await fetch(`http://${address}/metrics`)).toHaveProperty("status", 401);
      }
    });

    test("is shown metrics that its checker takes", async () => {
      for (const address of Object.values(targets)) {
        expect(await complaintsAbout(await exposition(address))).toBe("");
      }
    });

    test("evaluates every rule", async () => {
      const written = await ruleFile();
      const rules = await eventually(
        "all rules are evaluated",
        async () => {
          const { groups } = await prometheus.api<{ groups: readonly { rules: Rule[] }[] }>(
            "rules",
          );
          const all = groups.flatMap((group) => group.rules);
          const isDone = all.length > 0 && all.every(({ health }) => health !== "unknown");
          return isDone && all;
        },
        scrapedMs,
      );
      expect(rules).toHaveLength(written.length);
      expect(rules.filter(({ health, lastError }) => health !== "ok" || lastError)).toEqual([]);
    });

    test("sees slots of every check, and what they came to", async () => {
      const count = async (query: string) => {
        const { result } = await prometheus.api<{ result: { value: [number, string] }[] }>(
          "query",
          { query },
        );
        return Number(result[0]?.value[1] ?? 0) || undefined;
      };
      const checks = await eventually(
        "checks are known",
        () => count("count(probe_period_seconds)"),
        scrapedMs,
      );
      expect(checks).toBeGreaterThan(10);
      for (const query of [
        "count(sum by (check) (probe_slots_total) > 0)",
        "count(check:probe_slots_failed:increase5m)",
      ]) {
        const isThere = async () => (await count(query)) === checks;
        await eventually(`${query} is ${checks}`, isThere, scrapedMs);
      }
    });

    test("has every metric that rules and dashboards ask for", async () => {
      const shown = await Promise.all(Object.values(targets).map(exposition));
      const rules = await ruleFile();
      const known = new Set([
        ...shown.flatMap(metricsOf),
        ...rules.map(({ record }) => record),
        "up",
        "ALERTS",
      ]);
      const queries = [...rules.map(({ expr }) => expr), ...(await dashboardQueries())];
      expect(queries.flatMap(metricsIn).length).toBeGreaterThan(queries.length);
      expect(queries.flatMap(metricsIn).filter((name) => !known.has(name))).toEqual([]);
    });

    test("understands every query of the dashboards", async () => {
      for (const query of await dashboardQueries()) {
        const filled = query.replaceAll("$__rate_interval", "1m").replaceAll(/\$\w+/g, ".*");
        await expect(prometheus.api("query", { query: filled })).resolves.toBeDefined();
      }
    });
  },
);

/** Starts the three programs, with a database that they share; no models, so that it goes faster. */
async function startTargets(stack: AsyncDisposableStack): Promise<Targets> {
  const home = stack.use(await temporaryDirectory("deploy"));
  const models = stack.use(await temporaryDirectory("no-models"));
  const postgresql = stack.use(await startPostgresql());
  const service = stack.use(
    await startSpeechService({ METRICS_TOKEN: token, SPEECH_MODELS_DIR: models.path }),
  );
  const [metricsPort, statusPort] = [await freePort(), await freePort()];
  const settings = {
    DATA_DIR: home.path,
    STATUS_DATABASE_URL: await postgresql.createDatabase(),
    METRICS_TOKEN: token,
    BASE_URL: service.url,
    PROBE_API_KEY: service.key,
    BOOTSTRAP_EMAIL: service.email,
    BOOTSTRAP_PASSWORD: service.password,
    PROBE_METRICS_PORT: String(metricsPort),
    STATUS_PORT: String(statusPort),
  };
  const ended = ["probes/main.ts", "status-api/main.ts"].map(
    (entry) => stack.use(startProgram(entry, settings)).ended,
  );
  const started = {
    "speech-service": new URL(service.url).host,
    prober: `127.0.0.1:${metricsPort}`,
    "status-api": `127.0.0.1:${statusPort}`,
  };
  for (const address of Object.values(started)) {
    const answers = async () =>
      (await fetch(`http://${address}/`).catch(() => undefined)) !== undefined;
    const early = await Promise.race([
      ...ended,
      eventually(`${address} listens`, answers, scrapedMs).then(() => undefined),
    ]);
    expect(early).toBeUndefined();
  }
  return started;
}

/** Writes the example configuration for other addresses and a short interval, with rules and token beside it. */
async function configure(directory: string, addresses: Targets): Promise<void> {
  let text = await readFile(path.join(folder, "prometheus.yml"), "utf8");
  for (const [job, address] of Object.entries(addresses)) {
    const { service, probeMetrics, status } = DEFAULT_PORTS;
    const port = { "speech-service": service, prober: probeMetrics, "status-api": status }[job];
    expect(text).toContain(`127.0.0.1:${port}`);
    text = text.replace(`127.0.0.1:${port}`, address);
  }
  text = text.replaceAll("_interval: 15s", "_interval: 5s");
  await writeFile(path.join(directory, "prometheus.yml"), text);
  await writeFile(path.join(directory, "metrics-token"), token);
  const rules = await readFile(path.join(folder, "rules.yml"), "utf8");
  await writeFile(path.join(directory, "rules.yml"), rules);
}

async function exposition(address: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  return await (await fetch(`http://${address}/metrics`, { headers })).text();
}

async function ruleFile() {
  const text = await readFile(path.join(folder, "rules.yml"), "utf8");
  return (parse(text) as RuleFile).groups.flatMap(({ rules }) => rules);
}

/** The queries of all dashboards: each `expr` anywhere in them. */
async function dashboardQueries(): Promise<readonly string[]> {
  const queries: string[] = [];
  for await (const file of glob(path.join(projectRoot, "deploy/grafana/dashboards/*.json"))) {
    JSON.parse(await readFile(file, "utf8"), (key, value: unknown) => {
      if (key === "expr" && typeof value === "string") queries.push(value);
      return value;
    });
  }
  return queries;
}
