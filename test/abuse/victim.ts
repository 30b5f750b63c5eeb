import path from "node:path";
import { startProduct } from "../kit/product-process.ts";
import { accountKey } from "../support/service/account-command.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

/** A service with its models, as people run it, and two accounts: the attacker's and that of somebody who does no harm. */
export interface AttackedService extends AsyncDisposable {
  readonly pid: number;
  readonly url: string;
  readonly attackerKey: string;
  readonly bystanderKey: string;
}

export async function startAttackedService(): Promise<AttackedService> {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(await temporaryDirectory("abuse"));
  const dataDirectory = path.join(home.path, "data");
  const { pid, url } = stack.use(
    await startProduct("service/main.ts", home.path, {
      DATA_DIR: dataDirectory,
      LOG_LEVEL: "error",
      TRUSTED_PROXIES: "127.0.0.1",
    }),
  );
  const attackerKey = await accountKey(dataDirectory, "attacker@example.com");
  const bystanderKey = await accountKey(dataDirectory, "bystander@example.com", ...UNLIMITED);
  const running = stack.move();
  return {
    pid,
    url,
    attackerKey,
    bystanderKey,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** What is looked at is how the service answers, and not what an account may ask. */
const UNLIMITED = ["requests-per-minute=none"];
