import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { Drain } from "#runtime/drain.ts";
import { tracing } from "#runtime/tracing.ts";
import { readTexts } from "#web-kit/language/read-texts.ts";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { bootstrap } from "./accounts/bootstrap.ts";
import { serveCommands } from "./command/serve-commands.ts";
import { AccountLimitStore } from "./accounts/account-limits.ts";
import { Quota } from "./access/quota/quota.ts";
import { PasswordHashing } from "./accounts/password.ts";
import { Encryption } from "#runtime/encryption.ts";
import { People } from "./accounts/people.ts";
import { SessionSecret, sharedSessionSecret } from "./accounts/session-secret.ts";
import { SharedSecrets } from "./accounts/shared-secrets.ts";
import { SecondSteps } from "./accounts/second-steps.ts";
import { AccountStore } from "./accounts/store.ts";
import { MailStore } from "./mails/mail-store.ts";
import { openPostbox } from "./mails/postbox.ts";
import { UsageLedger } from "./access/quota/usage.ts";
import { KeyCheck } from "./access/key-check.ts";
import { JOB_FORMS } from "./api/dialects/dialects.ts";
import { toApiError } from "./api/http/to-api-error.ts";
import { openJobs } from "./jobs/open-jobs.ts";
import { buildApp, listeningUrl } from "./app.ts";
import { childrenMemory } from "./children-memory.ts";
import type { ServiceConfig } from "./config.ts";
import { OPENAI_MODELS } from "./contract/openai-names.ts";
import { TRANSCRIPTION_MODEL_ID } from "./contract/transcriptions.ts";
import { startEngine, type Engine, type ModelSource } from "./engine/engine.ts";
import { ModelReloads } from "./engine/reload.ts";
import type { EngineObserver } from "./engine/pool/observer.ts";
import type { ModelState } from "./engine/process/lifecycle.ts";
import { redisRefusal } from "./access/limits/redis-refusals.ts";
import { openRequestLimits } from "./access/limits/request-limits.ts";
import { ServiceMetrics } from "./api/http/metrics.ts";
import { peopleWords, type PeopleTexts } from "./web/texts/people-words.ts";
import { loadWebBuild } from "./api/pages/web-build.ts";

export interface RunningService extends AsyncDisposable {
  readonly url: string;
  readonly engine: Engine;
  /** Reads the models folder again, and resolves when its models are in service. */
  readonly reload: () => Promise<void>;
  /** Resolves when the database was reached; rejects with an error that waiting cannot fix. */
  readonly databaseReached: Promise<void>;
}

export interface ServiceEvents {
  modelState(modelId: string, state: ModelState): void;
  /** Aborted when the shutdown must not wait for work in progress. */
  readonly hurried?: AbortSignal;
}

/**
 * Starts a speech service; models become `ok` one by one after it listens. If the PostgreSQL server is unavailable, the service
 * waits for it and answers what it can meanwhile.
 *
 * Rejects with DatabaseOpenError, ModelFolderError, WebBuildMissing or a system error; nothing is left running then. Disposing
 * of it drains it: readiness is turned off first, and work in progress is finished.
 */
export async function runService(
  config: ServiceConfig,
  log: Logger,
  events: ServiceEvents,
  passwords = new PasswordHashing(),
): Promise<RunningService> {
  await using stack = new AsyncDisposableStack();
  const web = await loadWebBuild();
  const sessionSecret = new SessionSecret();
  const [key, ...others] = [...config.encryptionKeys, sessionSecret];
  const secretOf = (one: string | SessionSecret) => (typeof one === "string" ? one : one.value);
  const encryption = new Encryption(() => [secretOf(key!), ...others.map(secretOf)]);
  const database = stack.use(
    await openServiceDatabase(
      {
        url: config.databaseUrl,
        dataDirectory: config.dataDirectory,
        connections: config.databasePool,
        onHang: (isHanging, cause) => {
          if (isHanging)
            log.error({ err: cause }, "the database hangs: queries fail until it answers");
          else log.info("the database answers again");
        },
      },
      {
        log,
        async prepare(db) {
          const accounts = new AccountStore(db);
          sessionSecret.value = await sharedSessionSecret(db, config.encryptionKeys);
          await putFirstAccount(config, { db, accounts, encryption, passwords }, log);
          const unreadable = await new SecondSteps(db, encryption).encryptAll();
          if (unreadable > 0) {
            log.error(
              { people: unreadable },
              "two-step secrets are encrypted with another ENCRYPTION_KEY",
            );
          }
        },
      },
    ),
  );
  const accounts = new AccountStore(database.db);
  if (database.system === "embedded") {
    // Without it only the command line does not work while the service runs.
    const commands = await serveCommands(config.dataDirectory, database.db).catch(
      (error: unknown) => log.warn({ err: error }, "npm run accounts cannot reach this service"),
    );
    if (commands !== undefined) stack.use(commands);
  }
  const metrics = new ServiceMetrics();
  metrics.watchDatabase(() => accounts.ping());
  const usage = new UsageLedger(database.db, (error) => {
    metrics.usageWriteFailures.inc();
    log.warn({ err: error }, "usage could not be written and is kept");
  });
  stack.defer(() => usage.stop());
  const quota = new Quota(database.db, usage, (error) =>
    log.warn({ err: error }, "quotas cannot be checked and hold nobody up"),
  );
  stack.defer(() => quota.stop());
  const limits = stack.use(
    await openRequestLimits(config.redisUrl, limitsObserver(config.redisUrl, log, metrics)),
  );
  const engineObserver = observer(log, metrics, events);
  const source: ModelSource = {
    modelsFolder: config.modelsFolder,
    processesPerModel: config.processesPerModel,
    standingNames: {
      ...OPENAI_MODELS,
      [TRANSCRIPTION_MODEL_ID]: "transcription",
      [config.compatModelId]: "transcription",
    },
    streamSeconds: config.drainSeconds,
  };
  const engine = stack.use(await startEngine(source, engineObserver));
  logPeopleFigures(engine, log);
  metrics.watchQueues(engine);
  metrics.watchChildren(() => childrenMemory(engine, database));
  const secondSteps = new SecondSteps(database.db, encryption);
  const mails =
    config.mail && stack.use(openPostbox(config.mail, new MailStore(database.db, encryption), log));
  const jobs = stack.use(
    await openJobs({
      database,
      encryption,
      maxBytes: config.jobBytes,
      atOnce: config.processesPerModel,
      engine,
      keyCheck: new KeyCheck(accounts),
      quota,
      smartFormats: config.smartFormats,
      recordingUrls: config.recordingUrls,
      webhookUrls: config.webhookUrls,
      forms: JOB_FORMS,
      toApiError,
      onAudio: (seconds) => metrics.audio("transcription", seconds),
      onOutcome: (outcome) => metrics.jobsDone.inc({ outcome }),
      onWebhook: (outcome) => metrics.jobWebhooks.inc({ outcome }),
      log,
    }),
  );
  metrics.watchJobs(() => jobs.store.standing());
  const drain = new Drain();
  const app = await buildApp({
    config,
    drain,
    database,
    accounts,
    usage,
    quota,
    limits,
    engine,
    metrics,
    web,
    sessionSecret,
    passwords,
    secondSteps,
    mails,
    jobs: jobs.store,
    onJob: jobs.wake,
    log,
  });
  drain.watch(app.server);
  stack.defer(() => drain.finish(app));
  await app.listen({ host: config.host, port: config.port });
  const reloads = new ModelReloads(engine, source, engineObserver);
  const running = stack.move();
  return {
    url: listeningUrl(app),
    engine,
    databaseReached: database.reached,
    async reload() {
      try {
        await reloads.ask();
      } catch (error) {
        return log.error({ err: error }, "the models folder could not be read again");
      }
      const models = engine.models.map(({ id }) => id);
      log.info({ models, warnings: engine.warnings.length }, "the models folder was read again");
    },
    async [Symbol.asyncDispose]() {
      const { drainSeconds } = config;
      log.info({ drainSeconds }, "stopping");
      await drain.begin(drainSeconds, events.hurried);
      await running.disposeAsync();
    },
  };
}

async function putFirstAccount(
  config: ServiceConfig,
  stores: {
    readonly db: Kysely<ServiceDatabase>;
    readonly accounts: AccountStore;
    readonly encryption: Encryption;
    readonly passwords: PasswordHashing;
  },
  log: Logger,
): Promise<void> {
  const { db, accounts, encryption, passwords } = stores;
  await bootstrap(
    config.bootstrap,
    {
      accounts,
      people: new People(db),
      limits: new AccountLimitStore(db),
      secrets: new SharedSecrets(db, encryption),
      passwords,
    },
    (message) => log.warn(message),
  );
}

/** Logs how well the model understands people, for whoever starts the service. */
function logPeopleFigures(engine: Engine, log: Logger): void {
  const model = engine.named("transcription", TRANSCRIPTION_MODEL_ID);
  if (model === undefined) return;
  const texts = readTexts<PeopleTexts>("site/people.json");
  const words = peopleWords(model.manifest.measured.people, { ...texts.en, language: "en" });
  log.info({ model: model.id }, words);
}

function limitsObserver(
  url: string | undefined,
  log: Logger,
  metrics: ServiceMetrics,
): (isDegraded: boolean, cause: unknown) => void {
  return (isDegraded, cause) => {
    metrics.limitsDegraded.set(isDegraded ? 1 : 0);
    if (isDegraded)
      log.warn(
        { reason: redisRefusal(cause, url) },
        "Redis is away: limits are counted by this process alone",
      );
    else log.info("Redis is back: limits are shared again");
  };
}

function observer(log: Logger, metrics: ServiceMetrics, events: ServiceEvents): EngineObserver {
  return {
    modelState: (model, state) => {
      log.info({ model, state }, "model");
      metrics.modelState(model, state);
      events.modelState(model, state);
    },
    processEnded: (model, how, restartInMs) => {
      log.warn({ model, how, restartInMs }, "model process ended");
      metrics.processRestarts.inc({ model });
    },
    decoderDied: (how) => {
      log.warn({ how }, "decoder process died");
      metrics.decoderDeaths.inc();
    },
    strayFolder: (message) => log.warn(message),
    namesRefused: (message) => log.error(message),
    reloadRefused: (message) => log.error(message),
    modelGone: (model) => {
      log.info({ model }, "model is gone");
      metrics.modelGone(model);
    },
    modelBroken: (model, message) => log.error({ model }, message),
    admitted: (model, seconds) => {
      metrics.queueWaitSeconds.observe({ model }, seconds);
      tracing()?.did("wait for model", seconds * 1000, { model });
    },
    refused: (model, code) => metrics.refusals.inc({ model, code }),
    computed: (model, computeSeconds, audioSeconds) => {
      metrics.inference(model, computeSeconds, audioSeconds);
      tracing()?.did("model work", computeSeconds * 1000, { model, audio_seconds: audioSeconds });
    },
  };
}
