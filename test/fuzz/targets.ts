import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { initialiseEmbedded } from "../support/databases/embedded-database.ts";
import { cleanEnvironment, projectRoot } from "../support/program.ts";
import { accountCommand } from "../support/service/account-command.ts";
import { startSharedSpeechService } from "../support/shared/shared-speech-service.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import type { Targets, Watches } from "./surface.ts";
import { OwnHoldWatch } from "./watched/hold-watch.ts";
import { watchOf } from "./watched/parent-watch.ts";

/** Limits of an account that would answer instead of what is looked at. */
const LIMITS = ["requests-per-minute", "saved-voices"];

/** The programs in processes of their own, with whoever watches them. */
export interface RunningTargets extends AsyncDisposable {
  readonly targets: Targets;
  readonly watches: Watches;
}

/** Starts the service and the status API on free ports. */
export async function startTargets(): Promise<RunningTargets> {
  await using stack = new AsyncDisposableStack();
  const program = stack.use(
    await startSharedSpeechService("test/fuzz/watched/service.ts", "inherit"),
  );
  const { url, key, email, dataDirectory } = await program.newAccount();
  await accountCommand(dataDirectory, "limits", email, ...LIMITS.map((name) => `${name}=none`));
  const status = await startStatus(stack);
  const self = stack.use(new OwnHoldWatch());
  const running = stack.move();
  return {
    targets: { service: { url, key }, status: { url: status.url, token: status.token } },
    watches: { service: watchOf(program.process), status: watchOf(status.process), self },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function startStatus(stack: AsyncDisposableStack): Promise<{
  readonly url: string;
  readonly token: string;
  readonly process: ChildProcess;
}> {
  const { path: dataDirectory } = stack.use(await temporaryDirectory("status"));
  await initialiseEmbedded(dataDirectory, "status");
  const token = randomBytes(24).toString("hex");
  const child = fork(path.join(projectRoot, "test/fuzz/watched/status.ts"), {
    cwd: projectRoot,
    env: { ...cleanEnvironment(), DATA_DIR: dataDirectory, STATUS_ADMIN_TOKEN: token },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const gone = once(child, "exit");
  stack.defer(async () => {
    child.kill();
    await gone;
  });
  const [{ url }] = (await once(child, "message")) as [{ readonly url: string }];
  return { url, token, process: child };
}
