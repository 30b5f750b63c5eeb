import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { afterEach, describe, expect } from "vitest";
import { longTest, runsShort, shortDescribe, shortTest } from "../../support/lengths.ts";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { describeWithOneUnmigrated } from "../../support/databases/every-database.ts";
import { freePort } from "../../support/free-port.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const holders: ChildProcess[] = [];
afterEach(() => {
  for (const holder of holders.splice(0)) holder.kill("SIGKILL");
});

if (runsShort)
  describeWithOneUnmigrated("opening a database", (empty) => {
    shortTest("keeps its rows when it is closed and opened again", async () => {
      const place = await empty();
      {
        await using first = await openStatusDatabase(place);
        await first.db.updateTable("revision").set({ number: 7 }).execute();
      }
      await using second = await openStatusDatabase(place);
      const row = await second.db.selectFrom("revision").select("number").executeTakeFirstOrThrow();
      expect(row.number).toBe(7);
    });
  });

describe("the embedded directory", () => {
  longTest(
    "is refused to a second process, with the first one's pid, until that one is killed",
    async () => {
      await using home = await temporaryDirectory();
      const holder = await openInAnotherProcess(home.path);
      await expect(openStatusDatabase({ dataDirectory: home.path })).rejects.toMatchObject({
        code: "database_locked",
        message: expect.stringContaining(`in use by process ${holder.pid}`),
      });

      const exited = once(holder, "exit");
      holder.kill("SIGKILL");
      await exited;
      await using opened = await openStatusDatabase({ dataDirectory: home.path });
      expect(opened.system).toBe("embedded");
    },
  );

  longTest("is refused to the same process a second time", async () => {
    await using home = await temporaryDirectory();
    await using first = await openStatusDatabase({ dataDirectory: home.path });
    await expect(openStatusDatabase({ dataDirectory: home.path })).rejects.toMatchObject({
      code: "database_locked",
    });
    expect(first.system).toBe("embedded");
  });

  shortTest("that cannot be made is named in one line", async () => {
    await using home = await temporaryDirectory();
    const file = join(home.path, "a-file");
    await writeFile(file, "");
    const failure = openStatusDatabase({ dataDirectory: join(file, "data") });
    await expect(failure).rejects.toMatchObject({
      name: "ConfigError",
      message: expect.stringMatching(/^DATA_DIR: [^\n]*a-file\/data[^\n]*$/),
    });
  });
});

shortDescribe("a PostgreSQL URL", () => {
  shortTest("that nothing listens on is named without its password", async () => {
    const port = await freePort();
    const url = `postgresql://user:secret@127.0.0.1:${port}/status`;
    const failure = openStatusDatabase({ url, dataDirectory: "unused" });
    await expect(failure).rejects.toMatchObject({ code: "server_unreachable" });
    await expect(failure).rejects.toThrow(new RegExp(`127\\.0\\.0\\.1:${port}/status`));
    await expect(failure).rejects.not.toThrow(/secret/);
  });

  shortTest("that is none is refused", async () => {
    const failure = openStatusDatabase({ url: "mysql://host/db", dataDirectory: "unused" });
    await expect(failure).rejects.toMatchObject({ code: "url_invalid" });
  });
});

/** A real second process that opens the database in `dataDirectory` and holds it until it is killed. */
async function openInAnotherProcess(dataDirectory: string): Promise<ChildProcess> {
  const holder = spawn(
    process.execPath,
    [join(import.meta.dirname, "../../support/databases/hold-status-database.ts"), dataDirectory],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  holders.push(holder);
  for await (const line of createInterface(holder.stdout)) {
    if (line === "open") return holder;
  }
  throw new Error("the holder ended before it had opened the database");
}
