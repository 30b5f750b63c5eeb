import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";
import { isDatabaseAway } from "#database/database-away.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { Database } from "#migrations/status/schema.ts";
import {
  embeddedProcess,
  temporaryDataDirectory,
} from "../../support/databases/embedded-database.ts";
import { eventually } from "../../support/eventually.ts";
import { projectRoot } from "../../support/program.ts";

let open: AsyncDisposableStack;
let db: Database;
let dataDirectory: string;

beforeEach(async () => {
  open = new AsyncDisposableStack();
  ({ path: dataDirectory } = open.use(await temporaryDataDirectory("status")));
  ({ db } = open.use(await openStatusDatabase({ dataDirectory })));
});
afterEach(() => open.disposeAsync());

shortTest("the event loop turns while the embedded database works", async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await sql`select pg_sleep(0.5)`.execute(db);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(50);
});

longTest(
  "a transaction keeps others out until it ends, and leaves nothing when it fails",
  async () => {
    const events: string[] = [];
    const failing = db
      .transaction()
      .execute(async (transaction) => {
        await transaction.updateTable("revision").set({ number: 7 }).execute();
        const other = db.selectFrom("revision").select("number").executeTakeFirstOrThrow();
        void other.then(() => events.push("other"));
        await sql`select pg_sleep(0.1)`.execute(transaction);
        events.push("transaction");
        throw new Error("on purpose");
      })
      .catch((error: unknown) => (error as Error).message);
    expect(await failing).toBe("on purpose");
    const row = await db.selectFrom("revision").select("number").executeTakeFirstOrThrow();
    expect(row.number).not.toBe(7);
    expect(events).toEqual(["transaction", "other"]);
  },
);

longTest("whoever waits for the database when it is closed is told so", async () => {
  const opened = open.use(
    await openStatusDatabase({ dataDirectory: path.join(dataDirectory, "another") }),
  );
  await opened.db.transaction().execute(async () => {
    const waiting = opened.db.selectFrom("revision").select("number").executeTakeFirst();
    void opened.close();
    await expect(waiting).rejects.toSatisfy(isDatabaseAway);
  });
});

longTest("a statement of many megabytes and its answer cross whole", async () => {
  const text = "ş".repeat(3_000_000);
  const { rows } = await sql<{ text: string }>`select ${text}::text as text`.execute(db);
  expect(rows[0]!.text === text).toBe(true);
});

longTest.runIf(process.platform === "linux")(
  "where nothing can be written a change fails at once, and when there is room again the next is kept, and all before",
  async () => {
    await sql`update revision set number = 5`.execute(db);
    // As little as a full disk does the system let it write.
    const pid = await embeddedProcess(dataDirectory, "status");
    await promisify(execFile)("prlimit", [`--pid=${pid}`, "--fsize=1"]);
    const number = async () =>
      (await db.selectFrom("revision").select("number").executeTakeFirstOrThrow()).number;
    await expect(sql`update revision set number = 6`.execute(db)).rejects.toThrow(
      "could not write",
    );
    // What was asked of the database that died may fail as well.
    await vi.waitFor(async () => expect(await number()).toBe(5), { timeout: 60_000 });
    await sql`update revision set number = 7`.execute(db);
    expect(await number()).toBe(7);
  },
);

longTest(
  "one that still starts for a program which was killed is waited for by the next program",
  async () => {
    await using home = await temporaryDataDirectory("status");
    const directory = path.join(home.path, "status");
    const killed = spawnSync(process.execPath, ["--version"]);
    const entry = path.join(projectRoot, "database/embedded-main.ts");
    const left = spawn(process.execPath, [entry, String(killed.pid), directory], {
      stdio: ["ignore", "ignore", "inherit", "pipe"],
    });
    const ended = once(left, "exit");
    await eventually("it holds the directory", () => existsSync(`${directory}.pid`));
    const opening = openStatusDatabase({ dataDirectory: home.path });
    // The end of the connection is all that it hears of its program.
    left.stdio[3]?.destroy();
    await using opened = await opening;
    expect(opened.system).toBe("embedded");
    await ended;
  },
);

longTest("its process is gone when it is closed", async () => {
  for (let times = 0; times < 3; times += 1) {
    await using home = await temporaryDataDirectory("status");
    const opened = await openStatusDatabase({ dataDirectory: home.path });
    const pid = opened.childPid!;
    await opened.close();
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  }
});
