import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { Database } from "#migrations/status/schema.ts";
import { startPostgresql } from "../../support/databases/postgresql.ts";
import { freePort } from "../../support/free-port.ts";
import {
  type AlertVendorServer,
  startAlertVendors,
} from "../../support/servers/alert-vendor-server.ts";
import { type MailServer, startMailServer } from "../../support/servers/mail-server.ts";
import { ALERT_VENDORS } from "../../support/status-api/alert-vendors.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { Supervised } from "../system/supervised.ts";

/** Prober and status API as processes of their own on a PostgreSQL, a target that they watch, and receivers of every channel. */
export interface Alerting extends AsyncDisposable {
  readonly prober: Supervised;
  readonly statusApi: Supervised;
  readonly vendors: AlertVendorServer;
  readonly mailServer: MailServer;
  readonly db: Database;
  readonly checks: readonly string[];
  /** Whether what is watched answers 500. */
  readonly fail: (isFailing: boolean) => void;
}

const CHECKS = ["one", "two", "three", "four"];
/** Every channel of HTTP, and mails. */
export const RECEIVERS = [...Object.keys(ALERT_VENDORS), "email"];

export async function startAlerting(): Promise<Alerting> {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(await temporaryDirectory("alerting"));
  const postgresql = stack.use(await startPostgresql());
  const url = await postgresql.createDatabase();
  const { db } = stack.use(await openStatusDatabase({ url, dataDirectory: home.path }));
  const vendors = stack.use(await startAlertVendors());
  const mailServer = stack.use(await startMailServer());
  let isFailing = true;
  const target = createServer((_request, response) => {
    response.writeHead(isFailing ? 500 : 200).end();
  });
  target.listen(0, "127.0.0.1");
  await once(target, "listening");
  stack.defer(() => void target.close());
  const targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  const monitorFile = path.join(home.path, "monitor.yaml");
  // Every JSON document is a YAML document.
  await writeFile(monitorFile, JSON.stringify(monitorDocument(targetUrl, vendors)));
  const statusPort = await freePort();
  const common = {
    TMPDIR: home.path,
    LOG_LEVEL: "warn",
    STATUS_DATABASE_URL: url,
    STATUS_URL: `http://127.0.0.1:${statusPort}`,
  };
  const run = (name: string, entry: string, own: Record<string, string>) =>
    stack.use(
      new Supervised(name, entry, { ...common, ...own, DATA_DIR: path.join(home.path, name) }),
    );
  const statusApi = run("status-api", "status-api/main.ts", {
    STATUS_PORT: String(statusPort),
    SMTP_URL: mailServer.url,
    MAIL_FROM: "Status <status@example.org>",
  });
  const prober = run("prober", "probes/main.ts", {
    MONITOR_CONFIG: monitorFile,
    // Nothing that is watched asks for it.
    PROBE_API_KEY: "sk_0000000000000000000000",
    PROBE_METRICS_PORT: String(await freePort()),
  });
  const running = stack.move();
  return {
    prober,
    statusApi,
    vendors,
    mailServer,
    db,
    checks: CHECKS,
    fail: (now) => void (isFailing = now),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function monitorDocument(targetUrl: string, vendors: AlertVendorServer): object {
  return {
    page: { id: "page", name: "Page", url: "http://127.0.0.1", time_zone: "Etc/UTC" },
    groups: [],
    controls: [],
    components: CHECKS.map((id) => ({
      id: `component-${id}`,
      name: `Component ${id}`,
      checks: [
        {
          id,
          kind: "http",
          url: `${targetUrl}/${id}`,
          // The shortest that a file may ask for.
          period_seconds: 10,
          timeout_seconds: 3.5,
          slow_after_seconds: 3,
        },
      ],
    })),
    alerts: {
      receivers: RECEIVERS.map((id) => ({
        id,
        channel: id,
        ...(ALERT_VENDORS[id]?.settings(vendors.urlOf(id)) ?? { to: "on-call@example.org" }),
      })),
      rules: [{ id: "down", receivers: RECEIVERS, after_bad_slots: 1 }],
    },
  };
}
