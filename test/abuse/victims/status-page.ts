import { randomUUID } from "node:crypto";
import path from "node:path";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { startProduct } from "../../kit/product-process.ts";
import { writeNinetyDays } from "../../support/monitor/ninety-days.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { lookOn, wholeAnswer } from "../seen.ts";
import type { Attacked, VictimProgram } from "./attacked.ts";

const COMPONENTS = 7;
const PAGE = { accept: "text/html", "accept-encoding": "br" };

/** A status page of 90 days, with its admin API and console. */
export const statusPage: VictimProgram = {
  headings: { small: "status.json, p99", large: "page" },
  max: { smallP99Ms: 50, largeMs: 200 },
  start,
};

async function start(): Promise<Attacked> {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(await temporaryDirectory("abuse"));
  const dataDirectory = path.join(home.path, "data");
  {
    await using database = await openStatusDatabase({ dataDirectory });
    await writeNinetyDays(database.db, COMPONENTS, Date.now());
  }
  const key = randomUUID();
  const { pid, url } = stack.use(
    await startProduct("status-api/main.ts", home.path, {
      DATA_DIR: dataDirectory,
      LOG_LEVEL: "error",
      STATUS_ADMIN_TOKEN: key,
    }),
  );
  const asks = {
    small: wholeAnswer(() => fetch(`${url}/api/v2/status.json`)),
    large: wholeAnswer(() => fetch(url, { headers: PAGE })),
  };
  const running = stack.move();
  return {
    pid,
    url,
    key,
    lookOn: (until) => lookOn(asks, until),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
