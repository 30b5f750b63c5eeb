import { accessSync, constants } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import { startServer } from "../../kit/server-process.ts";
import { processorSeconds } from "#service/engine/confinement/processor-time.ts";
import { freePort } from "../../support/free-port.ts";
import { keepToOneCore, leaveOneCore } from "../../kit/one-core.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

/** The one line that makes the comparison possible. */
export const installBlackboxExporter = "apt-get install prometheus-blackbox-exporter";

const PROGRAM = "prometheus-blackbox-exporter";
const WARM_UP_SECONDS = 5;
const MODULES = {
  http_2xx: { prober: "http", timeout: "10s", http: { preferred_ip_protocol: "ip4" } },
};

/**
 * Has the exporter probe `targetUrl` at an even pace; returns milliseconds of its processor time for a probe, undefined
 * where it is not installed.
 */
export async function blackboxProcessorMs(
  targetUrl: string,
  pace: { readonly perMinute: number; readonly seconds: number },
): Promise<number | undefined> {
  if (!isInstalled()) return undefined;
  await using directory = await temporaryDirectory("bench");
  const configuration = path.join(directory.path, "blackbox.yml");
  await writeFile(configuration, JSON.stringify({ modules: MODULES }));
  const address = `127.0.0.1:${await freePort()}`;
  keepToOneCore();
  await using exporter = await startServer({
    executable: PROGRAM,
    command: [`--config.file=${configuration}`, `--web.listen-address=${address}`],
    outputFile: path.join(directory.path, "exporter.log"),
    isUp: async () => (await fetch(`http://${address}/-/healthy`)).ok,
  });
  leaveOneCore();
  const agent = new Agent();
  const probe = async (): Promise<void> => {
    const url = `http://${address}/probe?module=http_2xx&target=${encodeURIComponent(targetUrl)}`;
    const answer = await request(url, { dispatcher: agent });
    const text = await answer.body.text();
    if (!text.includes("\nprobe_success 1\n")) throw new Error(`the exporter says:\n${text}`);
  };
  const intervalMs = 60_000 / pace.perMinute;
  await atEvenPace(probe, intervalMs, Math.round((WARM_UP_SECONDS * 1000) / intervalMs));
  const before = await processorSeconds(exporter.pid);
  const probes = Math.round((pace.seconds * 1000) / intervalMs);
  await atEvenPace(probe, intervalMs, probes);
  const used = (await processorSeconds(exporter.pid)) - before;
  await agent.close();
  return (1000 * used) / probes;
}

async function atEvenPace(
  work: () => Promise<void>,
  intervalMs: number,
  times: number,
): Promise<void> {
  const startedMs = performance.now();
  const begun: Promise<void>[] = [];
  for (let time = 0; time < times; time += 1) {
    await sleep(Math.max(0, startedMs + time * intervalMs - performance.now()));
    begun.push(work());
  }
  await Promise.all(begun);
}

function isInstalled(): boolean {
  return (process.env["PATH"] ?? "").split(":").some((folder) => {
    try {
      accessSync(path.join(folder, PROGRAM), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
