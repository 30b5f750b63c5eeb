import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { generateApiKey } from "#service/accounts/api-key.ts";
import { type PostgresqlServer, startPostgresql } from "../../support/databases/postgresql.ts";
import { type RedisServer, startRedis } from "../../support/databases/redis.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { type FaultyProxy, startFaultyProxy } from "../../support/servers/faulty-proxy.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { writeMonitorFile } from "./monitor-file.ts";
import { type SmallDisk, smallDisk } from "./small-disk.ts";
import { Supervised } from "./supervised.ts";

/** Service, prober and status API as processes of their own, on a PostgreSQL and a Redis, with a network between all of them. */
export interface System extends AsyncDisposable {
  /** Where customers and the prober find the service: behind `network`. */
  readonly url: string;
  readonly statusUrl: string;
  readonly statusToken: string;
  readonly proberMetricsUrl: string;
  /** A key of the account that the service begins with. */
  readonly key: string;
  readonly service: Supervised;
  readonly prober: Supervised;
  readonly statusApi: Supervised;
  /** Between customers, the prober among them, and the service. */
  readonly network: FaultyProxy;
  readonly postgresql: PostgresqlServer;
  readonly serviceDatabase: FaultyProxy;
  /** Of prober and status API. */
  readonly monitorDatabase: FaultyProxy;
  readonly redis: RedisServer;
  readonly redisNetwork: FaultyProxy;
  /** Holds every DATA_DIR. */
  readonly disk: SmallDisk;
  /** Where programs keep what is temporary. */
  readonly temporary: string;
  /** Connections to PostgreSQL that clients have open. */
  databaseConnections(): Promise<number>;
}

const START_MS = 120_000;
const CLOCK = path.join(import.meta.dirname, "jumping-clock.ts");

export async function startSystem(): Promise<System> {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(await temporaryDirectory("chaos"));
  const temporary = path.join(home.path, "tmp");
  await mkdir(temporary);
  const disk = stack.use(await smallDisk(path.join(home.path, "data")));
  const postgresql = stack.use(await startPostgresql());
  const redis = stack.use(await startRedis());
  const [serviceDatabaseUrl, monitorDatabaseUrl] = [
    await postgresql.createDatabase(),
    await postgresql.createDatabase(),
  ];
  const behind = async (url: string) =>
    stack.use(await startFaultyProxy(Number(new URL(url).port)));
  const serviceDatabase = await behind(serviceDatabaseUrl);
  const monitorDatabase = await behind(monitorDatabaseUrl);
  const redisNetwork = await behind(redis.url);
  const servicePort = await freePort();
  const network = stack.use(await startFaultyProxy(servicePort));
  const url = `http://127.0.0.1:${network.port}`;
  const statusPort = await freePort();
  const statusUrl = `http://127.0.0.1:${statusPort}`;
  const metricsPort = await freePort();
  const key = generateApiKey();
  const statusToken = randomBytes(24).toString("hex");
  const common = {
    TMPDIR: temporary,
    LOG_LEVEL: "warn",
    NODE_OPTIONS: `--import ${CLOCK}`,
    PUBLIC_URL: url,
    STATUS_URL: statusUrl,
    TRUSTED_PROXIES: "127.0.0.1",
    BOOTSTRAP_API_KEY: key,
    BOOTSTRAP_EMAIL: "owner@example.com",
    BOOTSTRAP_PASSWORD: "dört sözcükten bir parola",
  };
  const run = (name: string, entry: string, own: Record<string, string>) =>
    stack.use(
      new Supervised(name, entry, { ...common, ...own, DATA_DIR: path.join(disk.path, name) }),
    );
  const service = run("service", "service/main.ts", {
    SERVICE_PORT: String(servicePort),
    SERVICE_DATABASE_URL: through(serviceDatabaseUrl, serviceDatabase),
    REDIS_URL: through(redis.url, redisNetwork),
  });
  await isUp("the service with all its models", service, async () => {
    const answer = await fetch(new URL("/readyz", url));
    const { models } = (await answer.json()) as { readonly models?: Record<string, string> };
    return Object.values(models ?? { none: "missing" }).every((state) => state === "ok");
  });
  const statusApi = run("status-api", "status-api/main.ts", {
    STATUS_PORT: String(statusPort),
    STATUS_DATABASE_URL: through(monitorDatabaseUrl, monitorDatabase),
    STATUS_ADMIN_TOKEN: statusToken,
    WEBHOOK_ALLOW_PRIVATE: "true",
  });
  await isUp("the status API", statusApi, async () => (await fetch(`${statusUrl}/healthz`)).ok);
  const prober = run("prober", "probes/main.ts", {
    STATUS_DATABASE_URL: through(monitorDatabaseUrl, monitorDatabase),
    PROBE_METRICS_PORT: String(metricsPort),
    MONITOR_CONFIG: await writeMonitorFile(home.path),
  });
  const isProbing = () => fetch(`${statusUrl}/readyz`).then(({ ok }) => ok);
  await isUp("the prober", prober, isProbing);
  const running = stack.move();
  return {
    url,
    statusUrl,
    statusToken,
    proberMetricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    key,
    service,
    prober,
    statusApi,
    network,
    postgresql,
    serviceDatabase,
    monitorDatabase,
    redis,
    redisNetwork,
    disk,
    temporary,
    databaseConnections: () => countConnections(serviceDatabaseUrl),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The address with which a program reaches a server through a proxy. */
function through(url: string, { port }: FaultyProxy): string {
  const address = new URL(url);
  address.port = String(port);
  return address.href;
}

async function isUp(
  what: string,
  program: Supervised,
  probe: () => Promise<boolean>,
): Promise<void> {
  await eventually(
    `${what} is up`,
    () => {
      if (program.restarts > 0) throw new Error(`${what} has ended:\n${program.output}`);
      return probe().catch(() => false);
    },
    START_MS,
  );
}

async function countConnections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::integer as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
