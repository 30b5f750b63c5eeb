import { eventually } from "../../support/eventually.ts";
import { startPostgresql } from "../../support/postgresql.ts";
import { startRedis } from "../../support/redis.ts";
import { startSpeechService, type SpeechService } from "../../support/speech-service.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import type { Fault } from "../row.ts";
import { expiredToken, keyOfNewAccount } from "./credentials.ts";
import { FAILING_MODEL_ID, modelsWithFailing } from "./failing-model.ts";

/** A service that somebody has a hand on. */
export interface FaultyService extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  /** Brings a fault about and gives what its rows need to see it. */
  make(fault: Fault): Promise<string>;
}

const RESTART_MS = 120_000;

/** Starts a service on PostgreSQL and Redis with the bundled models and one that fails. */
export async function startFaultyService(): Promise<FaultyService> {
  await using stack = new AsyncDisposableStack();
  const postgresql = stack.use(await startPostgresql());
  const redis = stack.use(await startRedis());
  const models = stack.use(await modelsWithFailing());
  const home = stack.use(await temporaryDirectory("data"));
  const database = { url: await postgresql.createDatabase(), dataDirectory: home.path };
  const service = stack.use(
    await startSpeechService({
      DATA_DIR: home.path,
      SERVICE_DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      SPEECH_MODELS_DIR: models.path,
    }),
  );
  const newKey = (name: string, ...limits: readonly string[]) =>
    keyOfNewAccount(database, `${name}@example.com`, ...limits);
  const makers: Readonly<Record<Fault, () => Promise<string>>> = {
    "token-expired": () => expiredToken(database),
    "quota-used-up": () => newKey("used-up", "monthly-characters=0", "monthly-audio-seconds=0"),
    "many-places": () =>
      newKey("large", "concurrent-streams=200", "concurrent-speech-requests=200"),
    "model-failing": async () => FAILING_MODEL_ID,
    "model-starting": () => restartSynthesizer(service),
    "redis-away": async () => {
      await synthesizerIsReady(service);
      await redis.kill();
      return "";
    },
    "database-away": async () => {
      await synthesizerIsReady(service);
      // From here on the key is known.
      await service.call("/v1/models");
      await postgresql.stop();
      return "";
    },
  };
  const running = stack.move();
  return {
    url: service.url,
    key: service.key,
    make: (fault) => makers[fault](),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function restartSynthesizer(service: SpeechService): Promise<string> {
  await synthesizerIsReady(service);
  const model = service.engine.defaultOf("synthesis");
  for (const pid of model?.pids ?? []) process.kill(pid, "SIGKILL");
  await eventually("its end is noticed", () => model?.state !== "ok");
  return "";
}

async function synthesizerIsReady({ engine }: SpeechService): Promise<void> {
  const isOk = () => engine.defaultOf("synthesis")?.state === "ok";
  await eventually("the synthesizer is ready", isOk, RESTART_MS);
}
