import { pino } from "pino";
import { expect, test } from "vitest";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { startStatusApi } from "#status-api/server.ts";

import { describeWithPostgresql } from "../../support/databases/every-database.ts";
import { adminToken } from "../../support/status-api/admin-api.ts";
import { adminClient, type AdminAnswer, refusalOf } from "../../support/status-api/admin-client.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const dataOf = ({ body }: AdminAnswer) => body["data"] as readonly Record<string, unknown>[];

describeWithPostgresql("the admin API without its database", (server) => {
  test("says that nothing was changed, and goes on when the database is back", async () => {
    await using directory = await temporaryDirectory("away");
    const database = await openStatusDatabase({
      url: await server().createDatabase(),
      dataDirectory: directory.path,
    });
    const api = await startStatusApi({
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      logger: pino({ level: "silent" }),
      adminToken,
    });
    const ask = adminClient(() => api.url, adminToken);
    const incident = { name: "N", impact: "none", components: [], body: "B" };
    const once = { "idempotency-key": "while-away" };
    await server().stop();
    const away = await ask("POST", "/incidents", incident, once);
    expect(refusalOf(away)).toEqual([503, "database_away", null]);
    expect(away.headers.get("retry-after")).toBe("5");
    expect(refusalOf(await ask("GET", "/incidents"))).toEqual([503, "database_away", null]);
    await server().start();
    expect((await ask("POST", "/incidents", incident, once)).status).toBe(201);
    expect(dataOf(await ask("GET", "/incidents"))).toHaveLength(1);
    await api.stop();
    await database.close();
  });
});
