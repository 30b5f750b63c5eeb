import { execFile } from "node:child_process";
import { promisify } from "node:util";
import pg from "pg";
import { pino } from "pino";
import { beforeAll, expect, test } from "vitest";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { readCommandLine } from "#service/command/command-line.ts";
import { startStatusApi } from "#status-api/server.ts";
import { recordRuns } from "../../../probes/results/recorder.ts";
import { keepInBounds } from "../../../probes/results/retention.ts";
import { describeOnPostgresql } from "../../support/databases/every-database.ts";
import { loadOldDatabase, readOld } from "../../support/databases/old-databases.ts";
import { commandsOf } from "../../support/guide-commands.ts";
import { sharedUnmigratedDatabase } from "../../support/shared/shared.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const run = promisify(execFile);
const dataDirectory = "unused";
const adminToken = "admin-token-of-whoever-restores";
/** Time of the request whose data the dumps of an older release hold. */
const requestedAtMs = Date.parse("2026-11-20T15:20:00Z");
const paths = (await readOld("status-documents.jsonl"))
  .trim()
  .split("\n")
  .map((line) => (JSON.parse(line) as { readonly path: string }).path);

interface Urls extends NodeJS.ProcessEnv {
  readonly SERVICE_DATABASE_URL: string;
  readonly STATUS_DATABASE_URL: string;
}

describeOnPostgresql("what the guide dumped and restored", () => {
  let original: Urls;
  let restored: Urls;
  beforeAll(async () => {
    original = await emptyDatabases();
    restored = await emptyDatabases();
    const { SERVICE_DATABASE_URL: serviceUrl, STATUS_DATABASE_URL: statusUrl } = original;
    await loadOldDatabase("service", { url: serviceUrl, dataDirectory });
    await loadOldDatabase("status", { url: statusUrl, dataDirectory });
    await (await openServiceDatabase({ url: serviceUrl, dataDirectory })).close();
    await (await openStatusDatabase({ url: statusUrl, dataDirectory })).close();
    await using home = await temporaryDirectory("backup");
    const [dump = "", restore = ""] = commandsOf("Backup");
    for (const [commands, urls] of [
      [dump, original],
      [restore, restored],
    ] as const) {
      await run("bash", ["-euc", commands], { cwd: home.path, env: { ...process.env, ...urls } });
    }
  });

  test.for(["SERVICE_DATABASE_URL", "STATUS_DATABASE_URL"] as const)(
    "has every row, partition and index of %s",
    async (name) => {
      const before = await contentOf(original[name]);
      expect(before.tables.length).toBeGreaterThan(10);
      expect(await contentOf(restored[name])).toEqual(before);
    },
  );

  test("is shown by the status page as before", async () => {
    const before = await documentsOf(original.STATUS_DATABASE_URL);
    expect(before).toHaveLength(paths.length);
    expect(await documentsOf(restored.STATUS_DATABASE_URL)).toEqual(before);
  });

  test("is what the account command knows", async () => {
    const before = await accountsOf(original.SERVICE_DATABASE_URL);
    expect(JSON.stringify(before)).toContain("ada@example.com");
    expect(await accountsOf(restored.SERVICE_DATABASE_URL)).toEqual(before);
  });

  test("is gone on with by a prober, whose days come and go", async () => {
    await using status = await openStatusDatabase({
      url: restored.STATUS_DATABASE_URL,
      dataDirectory,
    });
    const count = async (): Promise<number> => {
      const { rows } = await status.db
        .selectFrom("observations")
        .select(({ fn }) => fn.countAll<number>().as("rows"))
        .executeTakeFirstOrThrow();
      return rows;
    };
    const before = await count();
    const slotMs = Date.parse("2026-11-30T12:00:00Z");
    await recordRuns(status.db, [runOf("web-check", slotMs)], slotMs + 1_000);
    expect(await count()).toBe(before + 1);
    await keepInBounds(status.db, slotMs, 2);
    expect(await count()).toBe(1);
  });
});

async function emptyDatabases(): Promise<Urls> {
  return {
    SERVICE_DATABASE_URL: await sharedUnmigratedDatabase(),
    STATUS_DATABASE_URL: await sharedUnmigratedDatabase(),
  };
}

/** A digest of the rows of each table, what it is a partition of, and its indexes. */
async function contentOf(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string; bounds: string | null }>(
      `select relname as name, pg_get_expr(relpartbound, oid) as bounds from pg_class
       where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by relname`,
    );
    const digests = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ digest: string | null }>(
        `select count(*) || md5(string_agg(t::text, ' ' order by t::text)) as digest from public.${name} t`,
      );
      digests.push([name, rows[0]?.digest]);
    }
    const { rows: indexes } = await client.query<{ definition: string }>(
      `select indexdef as definition from pg_indexes where schemaname = 'public' order by indexname`,
    );
    return { tables, digests, indexes };
  } finally {
    await client.end();
  }
}

async function documentsOf(url: string): Promise<readonly string[]> {
  await using status = await openStatusDatabase({ url, dataDirectory });
  const api = await startStatusApi({
    db: status.db,
    host: "127.0.0.1",
    port: 0,
    adminToken,
    logger: pino({ level: "silent" }),
    nowMs: () => requestedAtMs,
  });
  try {
    const documents: string[] = [];
    for (const address of paths) {
      const headers = address.startsWith("/admin") ? { authorization: `Bearer ${adminToken}` } : {};
      const answer = await fetch(new URL(address, api.url), { headers });
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
      documents.push(await answer.text());
    }
    return documents;
  } finally {
    await api.stop();
  }
}

async function accountsOf(url: string): Promise<unknown> {
  await using service = await openServiceDatabase({ url, dataDirectory });
  const line = readCommandLine(["list"]);
  if ("help" in line) throw new Error("list asks for help");
  return await line.run({ db: service.db, now: new Date(requestedAtMs), password: undefined });
}

function runOf(checkId: string, slotMs: number) {
  const attempt = {
    attempt: 1,
    result: "ok",
    reason: null,
    message: null,
    phases: {},
    measures: {},
    startedAtMs: slotMs,
    durationMs: 70,
  } as const;
  const prober = "prober-after-the-restore";
  return { checkId, periodMs: 60_000, location: "istanbul", prober, slotMs, attempts: [attempt] };
}
