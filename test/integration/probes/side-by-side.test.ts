import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { SlotRun } from "#monitor/domain/observation.ts";
import { readHistory } from "#monitor/store/history.ts";
import { changeOfChecks, changeUnderLock, readRevision } from "#monitor/store/revision.ts";
import { recordRuns } from "#probes/results/recorder.ts";
import { sql } from "kysely";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { describeOnPostgresql } from "../../support/databases/every-database.ts";
import { eventually } from "../../support/eventually.ts";
import { intervalsOf, minuteMs, ScriptedProbing } from "../../support/probes/scripted-probing.ts";
import { sharedDatabase } from "../../support/shared/shared.ts";

/** A change that is made and not yet committed. */
interface Held {
  /** Resolves when it is committed. */
  release(): Promise<void>;
}

describeOnPostgresql("probers that store at once", () => {
  let status: OpenDatabase<StatusDatabase>;
  let probing: ScriptedProbing;
  beforeAll(async () => {
    const url = await sharedDatabase("status");
    status = await openStatusDatabase({ url, dataDirectory: "unused" });
  });
  afterAll(() => status.close());
  beforeEach(async () => {
    await emptyStatusTables(status.db);
    probing = new ScriptedProbing(status.db, [{ id: "web" }, { id: "docs" }]);
    await probing.start();
    await probing.play({ web: "oo", docs: "oo" });
  });

  /** Changes what belongs to `checkIds`, and does not commit it. */
  async function hold(...checkIds: readonly string[]): Promise<Held> {
    const made = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const committed = changeOfChecks(status.db, probing.nowMs, checkIds, async () => {
      made.resolve();
      await released.promise;
    });
    await made.promise;
    return {
      release: () => {
        released.resolve();
        return committed;
      },
    };
  }

  /** Resolves once as many transactions as that wait for another. */
  async function waiting(count: number): Promise<void> {
    await eventually(`${count} wait`, async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(distinct pid) as waiting from pg_locks
        join pg_stat_activity using (pid)
        where datname = current_database() and not granted`.execute(status.db);
      return rows[0]?.waiting === count;
    });
  }

  const numberNow = async () => (await readRevision(status.db)).number;

  test("wait for nobody who stores other checks", async () => {
    const docs = await hold("docs");
    const { nowMs } = probing;
    const before = await numberNow();
    await recordRuns(status.db, [runAt("here", nowMs, "ok")], nowMs + minuteMs / 3);
    expect(await numberNow()).toBe(before + 1);
    await docs.release();
  });

  test("are each seen by a reader, also what began first and is committed last", async () => {
    const before = await readHistory(status.db, probing.nowMs);
    const early = await hold("docs");
    const late = await hold("web");
    await late.release();
    const between = await readHistory(status.db, probing.nowMs, before);
    expect(between.revision).toBe(before.revision + 1);
    await early.release();
    expect(await numberNow()).toBe(between.revision + 1);
  });

  test("leave no reader with a number beside the rows of another", async () => {
    const docs = await hold("docs");
    const seen = await status.db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (reader) => {
        const { number } = await readRevision(reader);
        await docs.release();
        expect((await readRevision(reader)).number).toBe(number);
        return number;
      });
    expect(await numberNow()).toBe(seen + 1);
  });

  test("are counted each, however many there are", async () => {
    const before = await numberNow();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        changeOfChecks(
          status.db,
          probing.nowMs,
          [index % 2 === 0 ? "web" : "docs"],
          async () => {},
        ),
      ),
    );
    expect(await numberNow()).toBe(before + 20);
  });

  test("wait for who stores a check of theirs, and see its reports", async () => {
    const web = await hold("web", "docs");
    const { nowMs } = probing;
    const other = changeOfChecks(status.db, nowMs, ["docs"], async () => "after it");
    await waiting(1);
    await web.release();
    expect(await other).toBe("after it");
  });

  test("are not beside a change of the history, and it is not beside them", async () => {
    const docs = await hold("docs");
    let isAlone = false;
    const alone = changeUnderLock(status.db, probing.nowMs, async () => {
      isAlone = true;
      return { result: undefined, changed: true };
    });
    await waiting(1);
    // Who comes now waits behind it, or it would wait for ever.
    const web = hold("web");
    await waiting(2);
    expect(isAlone).toBe(false);
    await docs.release();
    await alone;
    await (await web).release();
  });

  test("begin again alone where one changes the history, and store everything once", async () => {
    await probing.play({ web: "f", docs: "o" });
    const docs = await hold("docs");
    const before = await numberNow();
    const failing = probing.play({ web: "f" });
    await waiting(1);
    await docs.release();
    await failing;
    expect(await intervalsOf(status.db, "web")).toEqual(["operational 0-2", "major_outage 2-"]);
    expect(await numberNow()).toBe(before + 2);
    const { rows } = await sql<{ runs: number }>`
      select count(*) as runs from observations where check_id = 'web'`.execute(status.db);
    expect(rows).toEqual([{ runs: 4 }]);
  });

  test("wait for a program of before, and it waits for them", async () => {
    const before = await numberNow();
    const docs = await hold("docs");
    const older = sql`update revision set number = number + 1, changed_at = now()`.execute(
      status.db,
    );
    await waiting(1);
    await docs.release();
    await older;
    let web: Promise<Held> | undefined;
    await status.db.transaction().execute(async (transaction) => {
      await sql`update revision set number = number + 1, changed_at = now()`.execute(transaction);
      web = hold("web");
      await waiting(1);
    });
    await (await web)?.release();
    // Of the older program, which changes every row twice, none is lost.
    expect(await numberNow()).toBe(before + 2 * 64 + 2);
  });

  test("of two locations judge a slot by the reports of both", async () => {
    const { db } = status;
    const at = new Date(probing.nowMs);
    for (const location of ["here", "there"]) {
      const row = { id: `at ${location}`, location, started_at: at, last_seen_at: at };
      await db.insertInto("probers").values(row).execute();
    }
    const slotMs = probing.nowMs;
    const store = (location: string, result: "ok" | "failed") =>
      recordRuns(db, [runAt(location, slotMs, result)], slotMs + minuteMs / 3);
    await Promise.all([store("here", "ok"), store("there", "failed")]);
    const state = await db
      .selectFrom("check_states")
      .select(["last_slot", "last_result"])
      .where("check_id", "=", "web")
      .executeTakeFirstOrThrow();
    // Whoever came second saw the report of the first, and judged.
    expect(state).toEqual({ last_slot: new Date(slotMs), last_result: "ok" });
  });
});

function runAt(location: string, slotMs: number, result: "ok" | "failed"): SlotRun {
  return {
    checkId: "web",
    periodMs: minuteMs,
    location,
    prober: `at ${location}`,
    slotMs,
    attempts: [
      {
        attempt: 1,
        result,
        reason: result === "ok" ? null : "timeout",
        message: null,
        phases: {},
        measures: {},
        startedAtMs: slotMs,
        durationMs: 50,
      },
    ],
  };
}
