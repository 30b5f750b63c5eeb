import path from "node:path";
import { mkdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { generateApiKey } from "#service/accounts/api-key.ts";
import { hasPgbouncer, startPgbouncer } from "../../support/databases/pgbouncer.ts";
import { describeOnPostgresql } from "../../support/databases/every-database.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { startProgram } from "../../support/probes/prober-program.ts";
import { sharedUnmigratedDatabase } from "../../support/shared/shared.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const STARTING_MS = 300_000;
const isSkipped = !hasPgbouncer() && process.env["CI"] !== "true";

describeOnPostgresql("the programs behind PgBouncer in transaction mode", () => {
  describe.skipIf(isSkipped)("of the system", () => {
    test("are ready, speak, check and tell", { timeout: 3 * STARTING_MS }, async () => {
      await using stack = new AsyncDisposableStack();
      const home = stack.use(await temporaryDirectory("pgbouncer-programs"));
      const statusUrl = await sharedUnmigratedDatabase();
      const pgbouncer = stack.use(
        await startPgbouncer({ service: await sharedUnmigratedDatabase(), status: statusUrl }),
      );
      const [servicePort, statusPort, metricsPort] = [
        await freePort(),
        await freePort(),
        await freePort(),
      ];
      const service = `http://127.0.0.1:${servicePort}`;
      const status = `http://127.0.0.1:${statusPort}`;
      const key = generateApiKey();
      const run = async (entry: string, own: Readonly<Record<string, string>>) => {
        const dataDirectory = path.join(home.path, path.dirname(entry));
        await mkdir(dataDirectory);
        const settings = {
          PUBLIC_URL: service,
          STATUS_URL: status,
          BOOTSTRAP_API_KEY: key,
          BOOTSTRAP_PASSWORD: "correct horse battery",
          SERVICE_DATABASE_URL: pgbouncer.urlOf("service"),
          STATUS_DATABASE_URL: pgbouncer.urlOf("status"),
          DATA_DIR: dataDirectory,
        };
        stack.use(startProgram(entry, { ...settings, ...own }));
      };
      const isUp = (what: string, url: string) =>
        eventually(
          what,
          async () => (await fetch(url).catch(() => null))?.ok === true,
          STARTING_MS,
        );

      await run("service/main.ts", { SERVICE_PORT: String(servicePort) });
      await isUp("the service is ready", `${service}/readyz`);
      const spoken = await fetch(`${service}/v1/audio/speech`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ model: "synth-v2", voice: "ayla", input: "Merhaba dünya." }),
      });
      expect(spoken.status).toBe(200);
      expect((await spoken.arrayBuffer()).byteLength).toBeGreaterThan(1_000);

      await run("status-api/main.ts", { STATUS_PORT: String(statusPort) });
      await run("probes/main.ts", { PROBE_METRICS_PORT: String(metricsPort) });
      await isUp("the status API has a page", `${status}/readyz`);
      await using database = await openStatusDatabase({ url: statusUrl, dataDirectory: home.path });
      const passed = async (): Promise<number> =>
        (
          await database.db
            .selectFrom("observations")
            .select("check_id")
            .distinct()
            .where("result", "=", "ok")
            .execute()
        ).length;
      await eventually("checks have passed", async () => (await passed()) >= 3, STARTING_MS);
      const summary = await fetch(`${status}/api/v2/summary.json`);
      const { components } = (await summary.json()) as { components: readonly unknown[] };
      expect(components.length).toBeGreaterThan(0);
    });
  });
});
