import { startPostgresql } from "../../support/databases/postgresql.ts";
import { startRedis } from "../../support/databases/redis.ts";
import { startSpeechService } from "../../support/service/speech-service.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import type { Fault } from "../row.ts";
import { expiredToken, keyOfNewAccount, revokedKey } from "./credentials.ts";
import { FAILING_MODEL_ID, modelsWithFailing } from "./failing-model.ts";
import { hang, isReady, keepKilling, keepStarting } from "./model-processes.ts";

/** A fault that was brought about; disposing undoes it where that can be. */
export interface MadeFault extends AsyncDisposable {
  /** What its rows need to see it. */
  readonly handed: string;
}

/** A service that somebody has a hand on. */
export interface FaultyService extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  /** Brings a fault about. */
  make(fault: Fault): Promise<MadeFault>;
}

const SYNTHESIZER = "synth-v2";
const RECOGNIZER = "transcribe-1";
/** As many as nobody needs. */
const MANY = [
  "concurrent-streams=200",
  "concurrent-speech-requests=200",
  "concurrent-speech-sockets=200",
];

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
  const { engine } = service;
  const newKey = (name: string, ...limits: readonly string[]) =>
    keyOfNewAccount(database, `${name}@example.com`, ...limits);
  const large = once(() => newKey("large", ...MANY));
  const usedUp = once(() => newKey("used-up", "monthly-characters=0", "monthly-audio-seconds=0"));
  const revoked = once(() => revokedKey(database, "revoked@example.com"));
  const redisAway = once(() => redis.kill());
  const databaseAway = once(async () => {
    // From here on the key is known.
    await service.call("/v1/models");
    await postgresql.stop();
  });
  const makers: Readonly<Record<Fault, () => Promise<MadeFault>>> = {
    "token-expired": async () => lasting(await expiredToken(database)),
    "key-revoked": async () => lasting(await revoked()),
    "quota-used-up": async () => lasting(await usedUp()),
    "many-places": async () => lasting(await large()),
    "model-failing": async () => lasting(FAILING_MODEL_ID),
    "model-hanging": async () => undone(await large(), await hang(engine, SYNTHESIZER)),
    "decoder-killed": async () =>
      undone(
        "",
        keepKilling(() => engine.decoder.pids),
      ),
    "synthesizer-starting": async () => undone("", await keepStarting(engine, SYNTHESIZER)),
    "recognizer-starting": async () => undone("", await keepStarting(engine, RECOGNIZER)),
    "redis-away": async () => {
      await isReady(engine, SYNTHESIZER);
      await redisAway();
      return lasting("");
    },
    "database-away": async () => {
      await isReady(engine, SYNTHESIZER);
      await databaseAway();
      return lasting("");
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

/** A fault that nobody undoes. */
function lasting(handed: string): MadeFault {
  return { handed, [Symbol.asyncDispose]: async () => undefined };
}

function undone(handed: string, by: AsyncDisposable): MadeFault {
  return { handed, [Symbol.asyncDispose]: async () => by[Symbol.asyncDispose]() };
}

/** Does something the first time it is asked for. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
