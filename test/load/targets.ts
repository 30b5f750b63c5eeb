import path from "node:path";
import { generateApiKey } from "#service/accounts/api-key.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { startProduct } from "../kit/product-process.ts";
import { writeNinetyDays } from "../support/monitor/ninety-days.ts";
import { accountKey } from "../support/service/account-command.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

/** A program under load. */
export interface LoadedProgram {
  readonly pid: number;
  readonly url: string;
}

export interface LoadedService extends LoadedProgram {
  /** Makes an account; limits as `npm run accounts` takes them. */
  newKey(...limits: readonly string[]): Promise<string>;
}

/** The service and the status page, each a process of its own with what it starts, as people run them, from when it is first asked for. */
export interface LoadTargets {
  service(): Promise<LoadedService>;
  status(): Promise<LoadedProgram>;
}

const COMPONENTS = 7;

/** Starts what is asked for on free ports, in a folder that goes with them. */
export async function loadTargets(): Promise<LoadTargets & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(await temporaryDirectory("load"));
  const running = stack.move();
  let service: Promise<LoadedService> | undefined;
  let status: Promise<LoadedProgram> | undefined;
  return {
    service: () => (service ??= startService(home.path, running)),
    status: () => (status ??= startStatus(home.path, running)),
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([service, status]);
      await running.disposeAsync();
    },
  };
}

async function startService(home: string, running: AsyncDisposableStack): Promise<LoadedService> {
  const dataDirectory = path.join(home, "service");
  const { pid, url } = running.use(
    await startProduct("service/main.ts", home, {
      DATA_DIR: dataDirectory,
      BOOTSTRAP_API_KEY: generateApiKey(),
      LOG_LEVEL: "error",
    }),
  );
  let accounts = 0;
  const newKey = (...limits: readonly string[]) =>
    accountKey(dataDirectory, `load${++accounts}@example.com`, ...limits);
  return { pid, url, newKey };
}

async function startStatus(home: string, running: AsyncDisposableStack): Promise<LoadedProgram> {
  const dataDirectory = path.join(home, "status");
  {
    await using database = await openStatusDatabase({ dataDirectory });
    await writeNinetyDays(database.db, COMPONENTS, Date.now());
  }
  const environment = {
    DATA_DIR: dataDirectory,
    // As in its unit.
    MALLOC_ARENA_MAX: "1",
    NODE_OPTIONS: "--max-semi-space-size=4",
  };
  return running.use(await startProduct("status-api/main.ts", home, environment));
}
