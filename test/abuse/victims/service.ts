import path from "node:path";
import { startProduct } from "../../kit/product-process.ts";
import { accountKey } from "../../support/service/account-command.ts";
import {
  callerOf,
  fixtureClip,
  type SpeechService,
  speechRequest,
  transcriptionForm,
} from "../../support/service/speech-service.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { type Ask, lookOn, wholeAnswer } from "../seen.ts";
import type { Attacked, VictimProgram } from "./attacked.ts";

/** What is looked at is how the service answers, and not what an account may ask. */
const UNLIMITED = ["requests-per-minute=none"];

/** A service with its models, and two accounts: the attacker's and that of somebody who does no harm. */
export const service: VictimProgram = {
  headings: { small: "small request, p99", large: "clip of 9 s" },
  max: { smallP99Ms: 50, largeMs: 1000, firstByteMs: 200 },
  start,
};

async function start(): Promise<Attacked> {
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
  const key = await accountKey(dataDirectory, "attacker@example.com");
  const bystanderKey = await accountKey(dataDirectory, "bystander@example.com", ...UNLIMITED);
  const { wav } = await fixtureClip();
  const call = callerOf({ url, key: bystanderKey });
  const asks = {
    small: wholeAnswer(() => call("/v1/models")),
    large: wholeAnswer(() =>
      call("/v1/audio/transcriptions", { method: "POST", body: transcriptionForm(wav) }),
    ),
    firstByte: firstByteOf(call),
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

function firstByteOf(call: SpeechService["call"]): Ask {
  return async () => {
    const startedMs = performance.now();
    const fields = { voice: "ayla", input: "Merhaba dünya.", response_format: "pcm" };
    const answer = await call("/v1/audio/speech", speechRequest(fields));
    const reader = answer.body?.getReader();
    await reader?.read();
    const elapsedMs = performance.now() - startedMs;
    while (!((await reader?.read())?.done ?? true));
    return answer.ok && elapsedMs;
  };
}
