import { spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import path from "node:path";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { bundledModels, cleanEnvironment, projectRoot } from "../../support/program.ts";
import { type ProcessMemory, proportionalMemory } from "../../kit/processes.ts";

/** What `npm start` runs, from the moment its page shows all components operational. */
interface WholeMachine extends AsyncDisposable {
  readonly statusUrl: string;
  /** From the start to a status document of this run that says so. */
  readonly greenAfterMs: number;
  memory(): Promise<ProcessMemory[]>;
  /** Returns how long the event loop of the page's server was held at most since this was asked before. */
  longestHoldMs(): Promise<number>;
}

interface StatusDocument {
  readonly page: { readonly updated_at: string };
  readonly components: readonly { readonly group: boolean; readonly status: string }[];
}

const COMPONENTS = 7;
const START_TIMEOUT_MS = 180_000;

/** Runs `npm start` with the data folder in `home`, which stays. */
export async function startWholeMachine(home: string): Promise<WholeMachine> {
  const statusUrl = `http://127.0.0.1:${await freePort()}`;
  await using output = await open(path.join(home, "start.log"), "w");
  const startedAtMs = Date.now();
  const child = spawn("npm", ["start"], {
    cwd: projectRoot,
    env: {
      ...cleanEnvironment(),
      SPEECH_MODELS_DIR: bundledModels,
      DATA_DIR: path.join(home, "data"),
      SERVICE_PORT: String(await freePort()),
      STATUS_PORT: new URL(statusUrl).port,
    },
    stdio: ["ignore", output.fd, output.fd],
    detached: true,
  });
  const gone = once(child, "exit");
  const pid = child.pid!;
  await using stack = new AsyncDisposableStack();
  stack.defer(async () => {
    process.kill(-pid, "SIGINT");
    await gone;
  });
  await eventually(
    "all components are operational",
    () => isGreen(statusUrl, startedAtMs),
    START_TIMEOUT_MS,
  );
  const greenAfterMs = Date.now() - startedAtMs;
  const running = stack.move();
  return {
    statusUrl,
    greenAfterMs,
    memory: () => proportionalMemory(pid),
    longestHoldMs: () => longestHoldMs(statusUrl),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function isGreen(statusUrl: string, sinceMs: number): Promise<boolean> {
  const answer = await fetch(`${statusUrl}/api/v2/status.json`).catch(() => undefined);
  if (!answer?.ok) return false;
  const { page, components } = (await answer.json()) as StatusDocument;
  const leaves = components.filter(({ group }) => !group);
  return (
    Date.parse(page.updated_at) > sinceMs &&
    leaves.length === COMPONENTS &&
    leaves.every(({ status }) => status === "operational")
  );
}

/** Reads what Node measured from inside; reading it begins a new measurement. */
async function longestHoldMs(statusUrl: string): Promise<number> {
  const metrics = await (await fetch(`${statusUrl}/metrics`)).text();
  return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics)?.[1]);
}
