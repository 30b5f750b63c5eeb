import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { AccountStore } from "#service/accounts/store.ts";
import { readRevision } from "#monitor/store/revision.ts";
import { readConfig } from "../../../probes/prober-config.ts";
import { describeOnPostgresql } from "../../support/databases/every-database.ts";
import { commandsOf, guide } from "../../support/guide-commands.ts";
import { sharedDatabase, sharedUnmigratedDatabase } from "../../support/shared/shared.ts";
import { moveRevision } from "../../support/status-api/status-history.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const run = promisify(execFile);

describeOnPostgresql("the commands of the guide", () => {
  test("dump both databases, and restore them into empty ones", async () => {
    await using home = await temporaryDirectory("guide");
    const shell = (commands: string, env: Record<string, string>) =>
      run("bash", ["-euc", commands], { cwd: home.path, env: { ...process.env, ...env } });
    const [dump = "", restore = ""] = commandsOf("Backup");
    const dataDirectory = home.path;
    const before = {
      SERVICE_DATABASE_URL: await sharedDatabase("service"),
      STATUS_DATABASE_URL: await sharedDatabase("status"),
    };
    {
      await using service = await openServiceDatabase({
        url: before.SERVICE_DATABASE_URL,
        dataDirectory,
      });
      await new AccountStore(service.db).putAccount("ada@example.com", "scrypt$");
      await using status = await openStatusDatabase({
        url: before.STATUS_DATABASE_URL,
        dataDirectory,
      });
      await moveRevision(status.db, Date.now());
    }
    await shell(dump, before);
    const after = {
      SERVICE_DATABASE_URL: await sharedUnmigratedDatabase(),
      STATUS_DATABASE_URL: await sharedUnmigratedDatabase(),
    };
    await shell(restore, after);
    await using service = await openServiceDatabase({
      url: after.SERVICE_DATABASE_URL,
      dataDirectory,
    });
    expect(await new AccountStore(service.db).findAccount("ada@example.com")).toBeDefined();
    await using status = await openStatusDatabase({
      url: after.STATUS_DATABASE_URL,
      dataDirectory,
    });
    const { number } = await readRevision(status.db);
    expect(number).toBeGreaterThan(0);
  });

  test("do not roll back by starting an older program on a newer database", async () => {
    const url = await sharedDatabase("service");
    await using newer = await openServiceDatabase({ url, dataDirectory: "unused" });
    const name = "999-of-a-newer-release";
    const timestamp = new Date().toISOString();
    await newer.db
      .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
      .insertInto("kysely_migration")
      .values({ name, timestamp })
      .execute();
    const older = openServiceDatabase({ url, dataDirectory: "unused" });
    await expect(older).rejects.toMatchObject({ code: "migration_failed" });
    const [, said = ""] = /it ends with `([^`]+)`/.exec(guide) ?? [];
    expect(said).not.toBe("");
    await expect(older).rejects.toThrow(said);
    await expect(older).rejects.toThrow(name);
  });
});

test("a prober elsewhere takes the settings of the guide", () => {
  const [settings = ""] = commandsOf("A prober elsewhere");
  const named = Object.fromEntries(
    [...settings.matchAll(/^(\w+)="(.*)"$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
  const config = readConfig(named);
  expect(config).toMatchObject({
    databaseUrl: named["STATUS_DATABASE_URL"],
    apiKey: named["PROBE_API_KEY"],
    location: named["PROBE_LOCATION"],
    status: { url: named["STATUS_URL"] },
  });
  expect(config.variables).toMatchObject({
    BASE_URL: named["BASE_URL"],
    PUBLIC_URL: named["PUBLIC_URL"],
  });
});
