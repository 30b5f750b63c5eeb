import { setImmediate as breathe } from "node:timers/promises";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { startStatusApi } from "#status-api/server.ts";
import { describeOnPostgresql } from "../../support/databases/every-database.ts";
import { sharedDatabase } from "../../support/shared/shared.ts";

const before = "the-token-of-before";
const after = "the-token-of-afterwards";

describeOnPostgresql("tokens that are changed while they are used", () => {
  test("fail no request of the admin API or for metrics, and those of before are refused in the end", async () => {
    await using database = await openStatusDatabase({
      url: await sharedDatabase("status"),
      dataDirectory: "unused",
    });
    const start = (...[first, second]: [string, string?]) =>
      startStatusApi({
        db: database.db,
        host: "127.0.0.1",
        port: 0,
        url: "https://status.example.org",
        drainSeconds: 1,
        adminToken: first,
        secondAdminToken: second,
        metricsTokens: second === undefined ? [first] : [first, second],
        logger: pino({ level: "silent" }),
      });
    const ask = async (url: string, path: string, token: string) => {
      const answer = await fetch(`${url}${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await answer.arrayBuffer();
      return answer.status;
    };

    let replica = await start(before);
    /** As a balancer does: nothing is sent any more to what is about to end. */
    const replaceBy = async (...tokens: [string, string?]) => {
      const old = replica;
      replica = await start(...tokens);
      await old[Symbol.asyncDispose]();
    };
    let used = before;
    let isOver = false;
    const statuses = new Map<number, number>();
    const load = async (path: string) => {
      while (!isOver) {
        const status = await ask(replica.url, path, used);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await breathe();
      }
    };
    const clients = ["/admin/incidents", "/admin/audit-log", "/metrics"].map(load);
    // The guide's order: the new one is taken, then used, then first, then alone.
    await replaceBy(before, after);
    used = after;
    await replaceBy(after, before);
    await replaceBy(after);
    isOver = true;
    await Promise.all(clients);
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThan(10);
    expect(await ask(replica.url, "/admin/incidents", before)).toBe(401);
    expect(await ask(replica.url, "/metrics", before)).toBe(401);
    await replica[Symbol.asyncDispose]();
  });
});
