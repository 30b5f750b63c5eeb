import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "../../support/free-port.ts";
import { initialiseEmbedded } from "../../support/databases/embedded-database.ts";
import { startProgram } from "../../support/program.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

test("SIGHUP ends no status API, which says that it reads nothing anew and goes on serving", async () => {
  await using home = await temporaryDirectory("hang-up");
  await initialiseEmbedded(join(home.path, "data"), "status");
  const port = await freePort();
  await using program = startProgram("status-api/main.ts", {
    DATA_DIR: join(home.path, "data"),
    STATUS_PORT: String(port),
  });
  await program.printed(/the status page is up/);
  program.signal("SIGHUP");
  await program.printed(/SIGHUP: settings are read at the start alone/);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  program.signal("SIGTERM");
  expect(await program.ended()).toBe(0);
});

test("a prober without its key says at once what it waits for, is alive and not ready, and SIGHUP does not end it", async () => {
  await using home = await temporaryDirectory("no-key");
  await initialiseEmbedded(join(home.path, "data"), "status");
  const port = await freePort();
  await using program = startProgram("probes/main.ts", {
    DATA_DIR: join(home.path, "data"),
    PROBE_METRICS_PORT: String(port),
  });
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return [response.status, await response.json()];
  };
  await program.printed(/PROBE_API_KEY is not set: waiting for the file/);
  program.signal("SIGHUP");
  expect(await ask("/healthz")).toEqual([200, { status: "ok" }]);
  expect(await ask("/readyz")).toEqual([503, { status: "waiting", for: "api_key" }]);
  program.signal("SIGTERM");
  expect(await program.ended()).toBe(0);
});
