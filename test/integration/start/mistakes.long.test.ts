import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { describeWithPostgresql } from "../../support/databases/every-database.ts";
import { type RedisServer, startRedis } from "../../support/databases/redis.ts";
import { freePort } from "../../support/free-port.ts";
import { cleanEnvironment, projectRoot, QUICK_TO_START } from "../../support/program.ts";
import { startBeforePostgres } from "../../support/servers/before-postgres.ts";
import { startCertificateAuthority } from "../../support/servers/certificates.ts";
import { startTlsProxy } from "../../support/servers/tls-proxy.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";

/** Starts that people get wrong: each ends with one clear line, or goes on and says at once what it waits for or does without. */

const programs = {
  service: "service/main.ts",
  "status api": "status-api/main.ts",
  prober: "probes/main.ts",
} as const;
type ProgramName = keyof typeof programs;

interface Mistake {
  readonly program: ProgramName;
  readonly title: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The program's message, in one line. */
  readonly says: RegExp;
  /** Whether it goes on, as what it lacks may come; else it ends with code 1. */
  readonly goesOn?: true;
  /** The folder that it is started in, whose .env it reads. */
  readonly folder?: string;
}

/** Longer than any start takes on a busy machine. */
const TIMEOUT_MS = 120_000;
const WHOLE_TABLE_MS = 3_600_000;
const SIDE_BY_SIDE = 3;

describeWithPostgresql("programs that are started wrongly", (server) => {
  let home: TemporaryDirectory;
  let redis: RedisServer;
  let taken: Server;
  const opened = new AsyncDisposableStack();
  const mistakes: Mistake[] = [];
  const database = {} as Record<"service" | "status", string>;

  const add = (
    program: ProgramName,
    title: string,
    settings: Readonly<Record<string, string>>,
    says: RegExp,
    more: Pick<Mistake, "goesOn" | "folder"> = {},
  ): void => void mistakes.push({ program, title, settings, says, ...more });
  const wrong = (program: ProgramName, setting: string, value: string, says: RegExp): void =>
    add(program, `${setting}=${value}`, { [setting]: value }, says);

  beforeAll(async () => {
    home = await temporaryDirectory("mistakes");
    database.service = await server().createDatabase();
    database.status = await server().createDatabase();
    await (await openServiceDatabase({ url: database.service, dataDirectory: "unused" })).close();
    await (await openStatusDatabase({ url: database.status, dataDirectory: "unused" })).close();
    redis = opened.use(await startRedis());
    const guarded = opened.use(await startRedis(["--requirepass", "right"]));
    const tls = opened.use(await startTlsProxy(redis.url.replace("redis:", "http:")));
    const authority = opened.use(await startCertificateAuthority());
    const { port } = new URL(database.status);
    const pair = await authority.issue({ name: "localhost", daysLeft: 30 });
    const postgresTls = opened.use(await startBeforePostgres(Number(port), { pair }));
    const pooler = opened.use(
      await startBeforePostgres(Number(port), {
        refusing: {
          when: "statement_timeout",
          code: "08P01",
          message: "unsupported startup parameter: statement_timeout",
        },
      }),
    );
    taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const takenPort = String((taken.address() as { port: number }).port);
    const nobody = await freePort();
    const client = new pg.Client({ connectionString: database.status });
    await client.connect();
    await client.query("create role stranger login");
    await client.end();
    const at = (url: string, place: number) =>
      url.replace(/127\.0\.0\.1:\d+/, `localhost:${place}`);
    const file = path.join(home.path, "a-file");
    await writeFile(file, "");
    const folder = async (name: string, text: string | Buffer) => {
      const made = path.join(home.path, name);
      await mkdir(made);
      await writeFile(path.join(made, ".env"), text);
      return made;
    };

    // Databases.
    for (const [program, setting, url] of [
      ["service", "SERVICE_DATABASE_URL", database.service],
      ["status api", "STATUS_DATABASE_URL", database.status],
      ["prober", "STATUS_DATABASE_URL", database.status],
    ] as const) {
      const other = program === "service" ? database.status : database.service;
      add(
        program,
        "the database of the other program",
        { [setting]: other },
        /another program.*changed places/,
      );
      add(
        program,
        "no such database",
        { [setting]: `${url}_not` },
        /does not exist; .*CREATE DATABASE/,
      );
      add(
        program,
        "no such role",
        { [setting]: url.replace("postgres@", "ghost@") },
        /role "ghost".*another user or password/,
      );
      add(
        program,
        "mysql://",
        { [setting]: "mysql://x" },
        new RegExp(`${setting} is no such address`),
      );
      add(
        program,
        "sslmode=require, no TLS there",
        { [setting]: `${url}?sslmode=require` },
        /turn TLS on/,
      );
      add(
        program,
        "sslmode=requird",
        { [setting]: `${url}?sslmode=requird` },
        /it takes one of disable/,
      );
      add(
        program,
        "sslrootcert that is not there",
        { [setting]: `${url}?sslrootcert=/nope` },
        /cannot be read \(ENOENT\)/,
      );
      add(
        program,
        "certificate of one's own",
        { [setting]: `${at(url, postgresTls.port)}?sslmode=require` },
        /first certificate; name its authority as sslrootcert/,
      );
      add(
        program,
        "PgBouncer as it comes",
        { [setting]: at(url, pooler.port) },
        /ignore_startup_parameters/,
      );
      add(
        program,
        "a role without rights",
        { [setting]: url.replace("postgres@", "stranger@") },
        /as an administrator of it run GRANT/,
      );
      add(
        program,
        "nobody listens",
        { [setting]: at(url, nobody) },
        /cannot be reached: connect ECONNREFUSED.*the database is away/,
        { goesOn: true },
      );
    }
    add(
      "status api",
      "DATA_DIR is a file, PostgreSQL is well",
      { STATUS_DATABASE_URL: database.status, DATA_DIR: path.join(file, "data") },
      /^DATA_DIR: .*\(ENOTDIR\)/,
    );
    add(
      "service",
      "DATA_DIR cannot be made, PostgreSQL is well",
      { SERVICE_DATABASE_URL: database.service, DATA_DIR: "/dev/null/data" },
      /DATA_DIR: \/dev\/null\/data cannot be written/,
    );
    add(
      "prober",
      "DATA_DIR cannot be made, PostgreSQL is well",
      { STATUS_DATABASE_URL: database.status, DATA_DIR: "/dev/null/data" },
      /DATA_DIR: .* cannot be written/,
    );
    add(
      "prober",
      "DATA_DIR cannot be made",
      { DATA_DIR: "/dev/null/data" },
      /DATA_DIR: .* cannot be written/,
    );
    add("status api", "DATA_DIR is a file", { DATA_DIR: file }, /DATA_DIR: .*\(EEXIST\)/);

    // Redis: limits go on without it.
    const goesOn = { goesOn: true } as const;
    for (const [title, url, says] of [
      ["nobody listens", `redis://127.0.0.1:${nobody}`, /ECONNREFUSED.*Redis is away/],
      ["wrong password", guarded.url.replace("//", "//:wrong@"), /WRONGPASS.*REDIS_URL/],
      ["no password", guarded.url, /NOAUTH Authentication required \(REDIS_URL/],
      ["database 99", `${redis.url}/99`, /DB index is out of range.*REDIS_URL/],
      [
        "a certificate of one's own",
        `rediss://localhost:${tls.port}`,
        /certificate \(REDIS_URL: NODE_EXTRA_CA_CERTS/,
      ],
      ["TLS on their side alone", `redis://localhost:${tls.port}`, /takes rediss:\/\//],
    ] as const) {
      add("service", `Redis: ${title}`, { REDIS_URL: url }, says, goesOn);
    }
    wrong("service", "REDIS_URL", "http://x", /REDIS_URL is no such address/);

    // Settings.
    wrong(
      "service",
      "PUBLIC_URL",
      "https://example.com/speech",
      /^speech service: PUBLIC_URL is .* an address without a path/,
    );
    wrong("service", "PUBLIC_URL", "example.com", /PUBLIC_URL is .* it takes an http:\/\//);
    wrong(
      "status api",
      "STATUS_URL",
      "https://example.com//status",
      /^STATUS_URL is .* the parts of its path take/,
    );
    wrong(
      "status api",
      "CONSOLE_URL",
      "https://example.com/a/b",
      /^CONSOLE_URL is .* an address without a path/,
    );
    wrong("service", "TRUSTED_PROXIES", "0.0.0.0/0", /TRUSTED_PROXIES has .*not all addresses/);
    wrong("service", "TRUSTED_PROXIES", "localhost", /TRUSTED_PROXIES has "localhost"/);
    wrong("service", "SPEECH_MODELS_DIR", "/nope", /\/nope: .*SPEECH_MODELS_DIR/);
    wrong("service", "LOG_LEVEL", "INFO", /LOG_LEVEL is "INFO"; it takes one of/);
    wrong("service", "BOOTSTRAP_API_KEY", "sk_short", /BOOTSTRAP_API_KEY has/);
    wrong("service", "ENCRYPTION_KEY", "short", /ENCRYPTION_KEY has/);
    wrong("service", "DATABASE_POOL", "0", /DATABASE_POOL is "0"/);
    wrong("service", "SERVICE_PORT", takenPort, /SERVICE_PORT is .* another program uses/);
    wrong("service", "SERVICE_PORT", "99999", /SERVICE_PORT is "99999"/);
    wrong("service", "SERVICE_HOST", "192.0.2.1", /SERVICE_HOST is .* no address of this machine/);
    wrong("status api", "STATUS_PORT", takenPort, /STATUS_PORT is .* another program uses/);
    wrong("status api", "STATUS_ADMIN_TOKEN", "short", /STATUS_ADMIN_TOKEN has/);
    wrong("status api", "SMTP_URL", "smtp://", /SMTP_URL/);
    wrong("prober", "PROBE_LOCATION", "New York", /PROBE_LOCATION is "New York"/);
    wrong("prober", "HEARTBEAT_URL", "hc-ping.com", /HEARTBEAT_URL is no such address/);
    wrong("prober", "SPOOL_MEGABYTES", "1GB", /SPOOL_MEGABYTES is "1GB"/);
    wrong("prober", "OBSERVATION_DAYS", "1", /OBSERVATION_DAYS is "1"/);
    wrong(
      "prober",
      "MONITOR_CONFIG",
      "/nope/monitor.yaml",
      /\/nope\/monitor\.yaml: cannot be read \(ENOENT\); MONITOR_CONFIG names it/,
    );
    wrong(
      "prober",
      "PROBE_METRICS_PORT",
      takenPort,
      /PROBE_METRICS_PORT is .* another program uses/,
    );
    add(
      "prober",
      "no PROBE_API_KEY",
      { STATUS_DATABASE_URL: database.status, PROBE_API_KEY: "" },
      /PROBE_API_KEY is not set: waiting/,
      goesOn,
    );

    // .env
    const unreadable = await folder("unreadable", "LOG_LEVEL=info\n");
    await chmod(path.join(unreadable, ".env"), 0);
    if (process.getuid?.() !== 0)
      add("service", ".env that cannot be read", {}, /\.env: cannot be read \(EACCES\)/, {
        folder: unreadable,
      });
    const asFolder = path.join(home.path, "env-is-a-folder");
    await mkdir(path.join(asFolder, ".env"), { recursive: true });
    add("service", ".env is a folder", {}, /\.env: cannot be read \(EISDIR\)/, {
      folder: asFolder,
    });
    add("service", ".env with a mark before its first line", {}, /LOG_LEVEL is "loud"/, {
      folder: await folder("mark", "\uFEFFLOG_LEVEL=loud\n"),
    });
    add(
      "service",
      ".env with a # in a password",
      { SERVICE_PORT: "x" },
      /^\.env:2: the value of SERVICE_DATABASE_URL ends at its first #/,
      {
        folder: await folder("hash", "LOG_LEVEL=info\nSERVICE_DATABASE_URL=postgres://u:a#b@h/d\n"),
      },
    );
  });
  afterAll(async () => {
    for (const child of running) child.kill("SIGKILL");
    taken.close();
    await opened.disposeAsync();
    await home[Symbol.asyncDispose]();
  });

  test(
    "say in one line what is wrong, and end, or go on where it may come right by itself",
    async () => {
      const rows: { mistake: string; comes: string; line: string }[] = [];
      const waiting = mistakes.values();
      // Each line as it comes, which may be long after the one before.
      process.stdout.write("| start | comes | line |\n|---|---|---|\n");
      const lane = async (): Promise<void> => {
        for (const mistake of waiting) {
          const row = await tryStart(mistake, home.path, database);
          process.stdout.write(`| ${row.mistake} | ${row.comes} | ${row.line} |\n`);
          rows.push(row);
        }
      };
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
      const failed = rows.filter(({ comes }) => comes.startsWith("WRONG"));
      expect(failed).toEqual([]);
      expect(rows.length).toBeGreaterThanOrEqual(54);
    },
    WHOLE_TABLE_MS,
  );
});

/** Where the test runs out of time, they end with it. */
const running = new Set<ChildProcess>();

/** Starts a program as its unit does, and says what came and the line that tells of it. */
async function tryStart(
  { program, title, settings, says, goesOn, folder }: Mistake,
  home: string,
  database: Readonly<Record<"service" | "status", string>>,
) {
  const dataDirectory = path.join(home, `data-${Math.random().toString(36).slice(2)}`);
  const child = spawn(
    process.execPath,
    [
      ...QUICK_TO_START,
      path.join(projectRoot, "launch/start.mjs"),
      path.join(projectRoot, programs[program]),
    ],
    {
      cwd: folder ?? home,
      env: {
        ...cleanEnvironment(),
        NODE_ENV: "production",
        DATA_DIR: dataDirectory,
        SERVICE_DATABASE_URL: database.service,
        STATUS_DATABASE_URL: database.status,
        SERVICE_PORT: "0",
        STATUS_PORT: "0",
        BASE_URL: "http://speech.example",
        PUBLIC_URL: "http://speech.example",
        STATUS_URL: "http://status.example",
        PROBE_METRICS_PORT: "0",
        DRAIN_SECONDS: "0",
        MONITOR_CONFIG: path.join(projectRoot, "monitor.yaml"),
        PROBE_API_KEY: "sk_nobody_takes_this_key",
        ...settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  running.add(child);
  let text = "";
  const { promise: wasSaid, resolve } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      if (goesOn && says.test(text)) resolve();
    });
  }
  const gone = once(child, "close");
  const patience = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS);
  await Promise.race(goesOn ? [wasSaid, gone] : [gone]);
  const isRunning = child.exitCode === null && child.signalCode === null;
  if (isRunning) child.kill("SIGTERM");
  await gone;
  running.delete(child);
  clearTimeout(patience);
  const line = text.split("\n").find((one) => says.test(one)) ?? "";
  const isRaw = /^\s+at .+:\d+:\d+\)?$|^Node\.js v/m.test(text);
  const isRight = line !== "" && !isRaw && (goesOn ? isRunning : child.exitCode === 1);
  const ends = isRunning ? "goes on" : `ends ${child.exitCode ?? child.signalCode}`;
  const said = line.replaceAll(/"(?:level|time|pid|hostname|name)":[^,]+,/g, "");
  return {
    mistake: `${program}: ${title}`,
    comes: isRight ? ends : `WRONG: ${ends}${isRaw ? ", raw stack" : ""}`,
    line: isRight ? said : text.slice(-1_500),
  };
}
