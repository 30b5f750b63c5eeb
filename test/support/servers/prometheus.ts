import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { eventually } from "../eventually.ts";
import { freePort } from "../free-port.ts";

/** The one line that makes the skipped tests run. */
export const installPrometheus = "apt-get install prometheus";

/** Whether the system has Prometheus; without it tests skip, in CI they fail. */
export function hasPrometheus(): boolean {
  return ["prometheus", "promtool"].every(
    (program) => spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0,
  );
}

/** A Prometheus server of the system's binary. */
export interface PrometheusServer extends AsyncDisposable {
  /** The `data` of an answer of its HTTP API. */
  api<Data>(path: string, parameters?: Readonly<Record<string, string>>): Promise<Data>;
  /** What it has complained of so far: its log from warnings on. */
  complaints(): string;
}

const startingMs = 60_000;

/** Starts Prometheus in `directory`, where `prometheus.yml` is. */
export async function startPrometheus(directory: string): Promise<PrometheusServer> {
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    "prometheus",
    [
      `--config.file=${join(directory, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(directory, "tsdb")}`,
      `--web.listen-address=${address}`,
      "--log.level=warn",
    ],
    { cwd: directory, stdio: ["ignore", "ignore", "pipe"] },
  );
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaints += text));
  const ended = once(child, "close");
  await using starting = new AsyncDisposableStack();
  starting.defer(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  await eventually(
    "Prometheus is ready",
    async () => {
      if (child.exitCode !== null) throw new Error(`Prometheus ended:\n${complaints}`);
      const response = await fetch(`http://${address}/-/ready`).catch(() => undefined);
      return response?.ok;
    },
    startingMs,
  );
  const running = starting.move();
  return {
    async api<Data>(path: string, parameters: Readonly<Record<string, string>> = {}) {
      const query = new URLSearchParams(parameters);
      const response = await fetch(`http://${address}/api/v1/${path}?${query}`);
      const answer = (await response.json()) as { readonly data: Data; readonly error?: string };
      if (!response.ok) throw new Error(`${path} ${query}: ${answer.error}`);
      return answer.data;
    },
    complaints: () => complaints,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
