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
  {
    await using database = await openStatusDatabase({ dataDirectory: statusDirectory });
    await writeNinetyDays(database.db, COMPONENTS, Date.now());
  }
  const start = async (...program: Parameters<typeof startProduct>) =>
    stack.use(await startProduct(...program));
  const [service, status] = await Promise.all([
    start("service/main.ts", home.path, {
      DATA_DIR: dataDirectory,
      BOOTSTRAP_API_KEY: generateApiKey(),
      LOG_LEVEL: "error",
    }),
    start("status-api/main.ts", home.path, {
      DATA_DIR: statusDirectory,
      // As in its unit.
      MALLOC_ARENA_MAX: "1",
      NODE_OPTIONS: "--max-semi-space-size=4",
    }),
  ]);
  let accounts = 0;
  const running = stack.move();
  return {
    service: {
      pid: service.pid,
      url: service.url,
      newKey: (...limits) => accountKey(dataDirectory, `load${++accounts}@example.com`, ...limits),
    },
    status,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
