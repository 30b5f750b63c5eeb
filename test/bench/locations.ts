/**
 * Lets several locations watch one service with one API key, from one address, for two hours: `npm run bench:locations`, or for so many minutes and with so many
 * locations: `npm run bench:locations -- --minutes 20 --locations 3`. Ends with 1 where the page told of anything but a service that is well.
 *
 * Service, probers and status API are programs of their own, monitor.yaml is the product's, and so are its periods and the limits of the account.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { Database } from "#migrations/status/schema.ts";
import { generateApiKey } from "#service/accounts/api-key.ts";
import { MINUTE_MS } from "#units/time.ts";
import { readArguments, runCommand, wholeOption } from "../kit/command-line.ts";
import { aboutRun, verdict, writeReport } from "../kit/report.ts";
import { markdownTable } from "../kit/table.ts";
import { startPostgresql } from "../support/databases/postgresql.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { startProgram } from "../support/probes/prober-program.ts";
import { parseExposition, type Sample } from "../support/servers/exposition.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const HELP = `usage: npm run bench:locations -- [--minutes 120] [--locations 5]

Has several locations watch one service with one API key and says what they saw and what was published.
`;

interface CommandLine {
  readonly minutes: number;
  readonly locations: number;
}

const PLACES = ["ankara", "izmir", "van", "bursa", "adana", "mersin", "sivas", "kars"];
const STARTING_MS = 300_000;
const MANY_REQUESTS = "429";

await runCommand(HELP, readCommandLine, watch);

function readCommandLine(args: readonly string[]): CommandLine | "help" {
  const given = readArguments(args, {
    minutes: { type: "string" },
    locations: { type: "string" },
  });
  if (given === "help") return "help";
  const locations = wholeOption("--locations", given.values.locations, 1) ?? 5;
  if (locations > PLACES.length) {
    throw new TypeError(`--locations is ${locations}, and takes ${PLACES.length} at most`);
  }
  return { minutes: wholeOption("--minutes", given.values.minutes, 1) ?? 120, locations };
}

async function watch(line: CommandLine, interrupted: Promise<never>): Promise<number> {
  const startedMs = performance.now();
  await using server = await startPostgresql();
  await using home = await temporaryDirectory("locations");
  const statusDatabase = await server.createDatabase();
  const [servicePort, statusPort] = [await freePort(), await freePort()];
  const serviceUrl = `http://127.0.0.1:${servicePort}`;
  const statusUrl = `http://127.0.0.1:${statusPort}`;
  const key = generateApiKey();
  const common = {
    LOG_LEVEL: "warn",
    PUBLIC_URL: serviceUrl,
    BASE_URL: serviceUrl,
    STATUS_URL: statusUrl,
    STATUS_DATABASE_URL: statusDatabase,
    BOOTSTRAP_API_KEY: key,
    BOOTSTRAP_EMAIL: "owner@example.com",
    BOOTSTRAP_PASSWORD: "correct horse battery",
  };
  await using programs = new AsyncDisposableStack();
  const run = async (name: string, entry: string, own: Readonly<Record<string, string>>) => {
    const dataDirectory = join(home.path, name);
    await mkdir(dataDirectory);
    programs.use(startProgram(entry, { ...common, ...own, DATA_DIR: dataDirectory }));
  };
  await run("service", "service/main.ts", {
    SERVICE_PORT: String(servicePort),
    SERVICE_DATABASE_URL: await server.createDatabase(),
  });
  const isUp = (what: string, url: string): Promise<boolean> =>
    Promise.race([eventually(what, () => answers(url), STARTING_MS), interrupted]);
  await isUp("the service is ready", `${serviceUrl}/readyz`);
  await run("status-api", "status-api/main.ts", { STATUS_PORT: String(statusPort) });
  await isUp("the status API answers", `${statusUrl}/healthz`);
  // All at the same moment, as after a power cut: the worst that their first rounds can do to each other.
  for (const place of PLACES.slice(0, line.locations)) {
    await run(place, "probes/main.ts", {
      PROBE_LOCATION: place,
      PROBE_API_KEY: key,
      PROBE_METRICS_PORT: String(await freePort()),
    });
  }
  await isUp("the page knows how the service is", `${statusUrl}/readyz`);
  await Promise.race([sleep(line.minutes * MINUTE_MS), interrupted]);

  const samples = parseExposition(await (await fetch(`${serviceUrl}/metrics`)).text());
  const database = await openStatusDatabase({ url: statusDatabase, dataDirectory: home.path });
  try {
    return await tell(database.db, samples, line, startedMs);
  } finally {
    await database.close();
  }
}

/** Writes what was seen and published, and returns the exit code. */
async function tell(
  db: Database,
  samples: readonly Sample[],
  { minutes, locations }: CommandLine,
  startedMs: number,
): Promise<number> {
  const runs = await db
    .selectFrom("observations")
    .select(["check_id", "location", "result", "reason", "counted"])
    .execute();
  const intervals = await db
    .selectFrom("component_states")
    .select(["component_id", "status", "from_at"])
    .where("status", "!=", "operational")
    .orderBy("from_at")
    .execute();
  const incidents = await db.selectFrom("incidents").select(["name", "status"]).execute();
  const checks = [...new Set(runs.map(({ check_id }) => check_id))].sort();
  const rows = checks.map((check) => {
    const slots = runs.filter((one) => one.check_id === check && one.counted);
    const count = (...results: readonly string[]): number =>
      slots.filter(({ result }) => results.includes(result)).length;
    const refused = runs.filter((one) => one.check_id === check && one.reason === "rate_limited");
    const others = runs.filter(
      (one) => one.check_id === check && one.result === "failed" && one.counted,
    );
    return [
      check,
      String(new Set(slots.map(({ location }) => location)).size),
      String(slots.length),
      String(count("ok")),
      String(count("degraded")),
      `${count("failed")}${reasonsOf(others)}`,
      String(count("prober_error")),
      String(refused.length),
    ];
  });
  const refusals = samples.filter(
    ({ name, labels }) =>
      name === "service_http_requests_total" && labels["status"] === MANY_REQUESTS,
  );
  const isSeenByAll = rows.every(([, seen]) => seen === String(locations));
  const isRight = intervals.length === 0 && incidents.length === 0 && isSeenByAll;
  writeReport(
    `${locations} locations on one API key for ${minutes} minutes:`,
    markdownTable([
      [
        "check",
        "locations",
        "slots",
        "ok",
        "degraded",
        "failed",
        "prober_error",
        "attempts refused by limits",
      ],
      ...rows,
    ]),
    refusals
      .map(({ labels, value }) => `429 of the service: ${JSON.stringify(labels)} ${value}`)
      .join("\n"),
    intervals
      .map((one) => `${one.from_at.toISOString()} ${one.component_id}: ${one.status}`)
      .join("\n"),
    incidents.map(({ name, status }) => `incident ${JSON.stringify(name)}, ${status}`).join("\n"),
    `All components operational throughout, and no incident: ${verdict(isRight)}`,
    aboutRun(startedMs),
  );
  return isRight ? 0 : 1;
}

function reasonsOf(failed: readonly { readonly reason: string | null }[]): string {
  const counted = Map.groupBy(failed, ({ reason }) => reason);
  const reasons = [...counted].map(([reason, all]) => `${reason} ${all.length}`);
  return reasons.length === 0 ? "" : ` (${reasons.join(", ")})`;
}

async function answers(address: string): Promise<boolean> {
  return (await fetch(address).catch(() => null))?.ok === true;
}
