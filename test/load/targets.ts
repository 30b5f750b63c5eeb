import path from "node:path";
import { generateApiKey } from "#service/accounts/api-key.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { startServer } from "../bench/api/server-process.ts";
import { writeNinetyDays } from "../bench/monitor/ninety-days.ts";
import { freePort } from "../support/free-port.ts";
import { accountKey } from "../support/service/account-command.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

/** A program under load. */
export interface LoadedProgram {
  readonly pid: number;
  readonly url: string;
}

/** The service and the status page, each a process of its own with what it starts, as people run them. */
export interface LoadTargets {
  readonly service: LoadedProgram & {
    /** Makes an account; limits as `npm run accounts` takes them. */
    newKey(...limits: readonly string[]): Promise<string>;
  };
  readonly status: LoadedProgram;
}

const COMPONENTS = 7;

/** Starts both on free ports, in a folder that goes with them. */
export async function startLoadTargets(): Promise<LoadTargets & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(await temporaryDirectory("load"));
  const dataDirectory = path.join(home.path, "service");
  const statusDirectory = path.join(home.path, "status");
  const serviceUrl = `http://127.0.0.1:${await freePort()}`;
  const statusUrl = `http://127.0.0.1:${await freePort()}`;
  {
    await using database = await openStatusDatabase({ dataDirectory: statusDirectory });
    await writeNinetyDays(database.db, COMPONENTS, Date.now());
  }
  const start = async (
    entry: string,
    url: string,
    environment: Readonly<Record<string, string>>,
  ): Promise<LoadedProgram> => {
    const isUp = async () => (await fetch(new URL("/readyz", url))).ok;
    const outputFile = path.join(home.path, `${path.dirname(entry)}.log`);
    const { pid } = stack.use(
      await startServer({ command: [entry], environment, outputFile, isUp }),
    );
    return { pid, url };
  };
  const [service, status] = await Promise.all([
    start("service/main.ts", serviceUrl, {
      DATA_DIR: dataDirectory,
      SERVICE_PORT: new URL(serviceUrl).port,
      BOOTSTRAP_API_KEY: generateApiKey(),
      LOG_LEVEL: "error",
    }),
    start("status-api/main.ts", statusUrl, {
      DATA_DIR: statusDirectory,
      STATUS_PORT: new URL(statusUrl).port,
      // As in its unit.
      MALLOC_ARENA_MAX: "1",
      NODE_OPTIONS: "--max-semi-space-size=4",
    }),
  ]);
  let accounts = 0;
  const running = stack.move();
  return {
    service: {
      ...service,
      newKey: (...limits) => accountKey(dataDirectory, `load${++accounts}@example.com`, ...limits),
    },
    status,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
