import { MINUTE_MS, SECOND_MS } from "#units/time.ts";
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { isDatabaseAway } from "#database/database-away.ts";
import type { Database } from "#migrations/status/schema.ts";
import { within } from "#database/within.ts";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import { makeHourlyFigures } from "#monitor/store/hourly-figures.ts";
import { readSharingProbers } from "#monitor/store/sharing-probers.ts";
import { RequestedRuns } from "./requested/requested-runs.ts";
import type { SignInAccount } from "./check/context.ts";
import { EvidenceKeeper } from "./evidence/evidence-keeper.ts";
import type { ProberMetrics } from "./metrics/prober-metrics.ts";
import type { CheckConfiguration, MonitorConfiguration } from "./monitor-file/configuration.ts";
import { reconfigure } from "./monitor-file/reconfigure.ts";
import { SharedConfiguration } from "./monitor-file/shared-configuration.ts";
import type { Recorded } from "./results/recorder.ts";
import { keepInBounds } from "./results/retention.ts";
import { Recoveries } from "./run/recoveries.ts";
import { waitOnTheClock } from "./run/run-check.ts";
import { startStallWatch, type StallWatch } from "./run/stall-watch.ts";
import { BackgroundTasks } from "./schedule/background-tasks.ts";
import { heartbeatTo } from "./schedule/heartbeat.ts";
import { OnTimeTracker } from "./schedule/on-time.ts";
import { type PeriodicTask, PeriodicTasks } from "./schedule/periodic-tasks.ts";
import { type DueSlot, Schedule } from "./schedule/schedule.ts";
import { Shares, SHARING_MS } from "./schedule/shares.ts";
import { tickWhenDue } from "./schedule/tick.ts";
import { SealedSecrets } from "./sealed-secrets.ts";
import { SlotRunner } from "./slot-runner.ts";
import { gatherMs } from "./spool/gather-time.ts";
import { openResultStore, type ResultStore } from "./spool/result-store.ts";

/** Dependencies and settings of a prober. */
interface ProberOptions {
  /** The status database, migrated when it answers; it stays open when the prober stops. */
  readonly db: Database;
  readonly configuration: MonitorConfiguration;
  /** The API key that checks send. */
  readonly apiKey: string;
  /** The account that the sign-in check uses. */
  readonly account?: SignInAccount | undefined;
  readonly location: string;
  /** Results wait in its folder `spool` while the database is away. */
  readonly dataDirectory: string;
  /** How large that folder may grow. */
  readonly spoolMegabytes?: number | undefined;
  /** How long observations are kept. */
  readonly observationDays?: number | undefined;
  /** URL that is called each minute while checks run on time and their results are kept. */
  readonly heartbeatUrl?: string | undefined;
  /** Encrypts the secrets in the database; undefined: they are stored as they are. */
  readonly cipher?: TextCipher | undefined;
  readonly metrics: ProberMetrics;
  readonly log: Logger;
  /** Detects when this process stalled; by default from how late its event loop is. */
  readonly stallWatch?: StallWatch;
  /** Wall clock, milliseconds since the epoch. */
  readonly now?: () => number;
  /** Returns the database's time in milliseconds since the epoch; by default the database is queried. */
  readonly databaseNow?: () => Promise<number>;
  /** Waits for `delayMs`; rejects when the signal aborts. */
  readonly wait?: (delayMs: number, signal: AbortSignal) => Promise<void>;
  /**
   * Calls `callback` at once, every second, and when something is due: `callback` returns the milliseconds until then. The
   * returned function stops it.
   */
  readonly tick?: (callback: () => number) => () => Promise<void> | void;
}

const STOP_LIMIT_MS = 9_000;
const FIRST_ROUND_CONCURRENCY = 50;
/** Longer than a prober takes to find that the database is back. */
const SETTLE_MS = 12_000;

const REQUESTED_RUNS_EVERY_MS = 2 * SECOND_MS;

/** Starts probing: a first round at once, then every check in its slots; while the database is away results are spooled. */
export async function startProber(options: ProberOptions): Promise<Prober> {
  const { db, configuration, location, log, metrics } = options;
  const { now = Date.now, wait = waitOnTheClock } = options;
  const prober = randomUUID();
  const stopping = new AbortController();
  const startedMs = now();
  const shared = new SharedConfiguration({ ...options, prober }, configuration);
  const recoveries = new Recoveries();
  const shares = new Shares(prober);
  const results = await openResultStore({
    ...options,
    prober,
    now,
    async enroll(nowMs) {
      await shared.offer(nowMs);
      // The start of this prober, by the database's clock.
      const startedAt = new Date(nowMs - (now() - startedMs));
      await db
        .insertInto("probers")
        .values({ id: prober, location, started_at: startedAt, last_seen_at: new Date(nowMs) })
        // An earlier attempt may have written it before the connection was lost.
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async onSeen(nowMs) {
      const sharing = await readSharingProbers(db, { location, nowMs, forMs: SHARING_MS });
      if (!shares.see(sharing, nowMs)) return;
      log.info({ probers: shares.probers }, "the probers that share this location's checks");
    },
    settle: () => wait(SETTLE_MS, stopping.signal),
    // Cut short on a stop, when the results gathered so far have to be stored.
    gather: (tookMs) => wait(gatherMs(tookMs), stopping.signal).catch(() => {}),
    onRecorded: (recorded) => {
      recoveries.see(recorded.components);
      showRecorded(recorded, metrics, log);
    },
  });
  await using opened = new AsyncDisposableStack();
  opened.use(results.spool);
  await results.begin();
  opened.move();
  return new Prober(
    { ...options, now, wait },
    prober,
    { results, shared, shares, recoveries },
    stopping,
  );
}

/** A running prober. */
export class Prober implements AsyncDisposable {
  readonly #options: ProberOptions;
  readonly #now: () => number;
  readonly #shared: SharedConfiguration;
  /** The configuration last switched to; `#configuration` is the same with the slot offsets of checks that went on. */
  #wanted: MonitorConfiguration;
  #configuration: MonitorConfiguration;
  readonly #stopping: AbortController;
  readonly #results: ResultStore;
  readonly #stallWatch: StallWatch;
  readonly #tasks: BackgroundTasks;
  readonly #periodicTasks: PeriodicTasks;
  readonly #sealed: SealedSecrets | undefined;
  readonly #onTime = new OnTimeTracker();
  readonly #schedule: Schedule;
  readonly #runner: SlotRunner;
  readonly #requestedRuns: RequestedRuns;
  readonly #stopTicking: () => Promise<void> | void;

  constructor(
    options: ProberOptions & Required<Pick<ProberOptions, "now" | "wait">>,
    prober: string,
    {
      results,
      shared,
      shares,
      recoveries,
    }: {
      readonly results: ResultStore;
      readonly shared: SharedConfiguration;
      readonly shares: Shares;
      readonly recoveries: Recoveries;
    },
    stopping: AbortController,
  ) {
    const { db, location, log, metrics, now } = options;
    const configuration = shared.running;
    const { stallWatch = startStallWatch(), tick = (look) => tickWhenDue(look, log) } = options;
    this.#options = options;
    this.#now = now;
    this.#shared = shared;
    this.#wanted = configuration;
    this.#configuration = configuration;
    this.#stopping = stopping;
    this.#results = results;
    this.#stallWatch = stallWatch;
    this.#tasks = new BackgroundTasks(log, stopping.signal);
    this.#sealed = options.cipher && new SealedSecrets(options.cipher, log);
    this.#periodicTasks = new PeriodicTasks(this.#periodic(), now());
    this.#schedule = new Schedule(configuration.checks);
    const ofBoth = {
      ...options,
      prober,
      evidence: new EvidenceKeeper(db, location, now),
      tasks: this.#tasks,
    };
    this.#runner = new SlotRunner({
      ...ofBoth,
      results,
      shares,
      recoveries,
      onTime: this.#onTime,
      stallWatch,
      stopping: stopping.signal,
    });
    this.#requestedRuns = new RequestedRuns({
      ...ofBoth,
      runnable: (id) => this.#runner.runnable(id),
    });
    metrics.beginSlots(configuration.checks);
    metrics.followOwned(() => this.#runner.countOwned());
    this.#runner.configure(configuration);
    this.#runFirstRound(configuration.checks);
    void this.#tasks.start("encrypting secrets", () => this.#sealSecrets());
    this.#stopTicking = tick(() => this.#tick());
  }

  /** Aborts running checks, whose slots then count as missing, and resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#stopTicking();
    // A server that vanished may hold up a task for longer than anybody waits for a stop.
    await within(STOP_LIMIT_MS, this.idle()).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, "stopping without waiting for the database");
    });
    this.#stallWatch.stop();
    await this.#results.spool.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  /**
   * Switches to another configuration: running checks finish, and unchanged checks keep their schedule.
   *
   * Rejects, with nothing changed, when it cannot be stored.
   */
  async reconfigure(after: MonitorConfiguration): Promise<void> {
    await this.#results.enroll();
    await this.#shared.offer(this.#now() - (await this.#results.clock.differenceMs()), after);
    await this.#follow();
  }

  /** Switches to the current configuration, if it has changed. */
  async #follow(): Promise<void> {
    const { metrics } = this.#options;
    const wanted = this.#shared.running;
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    const { configuration, begun, gone, goneComponents } = reconfigure(this.#configuration, wanted);
    this.#configuration = configuration;
    this.#schedule.change(configuration.checks, [...gone, ...begun]);
    this.#runner.configure(configuration);
    await metrics.forget(
      gone.map(({ id }) => id),
      goneComponents,
    );
    metrics.beginSlots(configuration.checks);
    if (!this.#stopping.signal.aborted) this.#runFirstRound(begun);
  }

  /** Resolves when nothing runs: after the start, when the first round has been recorded. */
  idle(): Promise<void> {
    return this.#tasks.idle();
  }

  /**
   * Returns the periodic tasks besides the checks: late results, silence, runs on request, comparing monitor files, encrypting
   * secrets, hourly figures, retention, heartbeat.
   */
  #periodic(): PeriodicTask[] {
    const { db, observationDays, heartbeatUrl, log } = this.#options;
    const results = this.#results;
    const beat = heartbeatTo(heartbeatUrl, log, this.#stopping.signal);
    return [
      { name: "passing time", intervalMs: 10 * SECOND_MS, run: (nowMs) => results.sweep(nowMs) },
      { name: "replaying the spool", intervalMs: SECOND_MS, run: (nowMs) => results.retry(nowMs) },
      {
        name: "runs that are asked for",
        intervalMs: REQUESTED_RUNS_EVERY_MS,
        run: (nowMs) => this.#requestedRun(nowMs),
      },
      {
        name: "comparing monitor files",
        intervalMs: 10 * SECOND_MS,
        run: async (nowMs) => {
          if (!(await results.mayWrite())) return;
          await this.#shared.review(nowMs);
          await this.#follow();
        },
      },
      {
        name: "encrypting secrets",
        intervalMs: MINUTE_MS,
        run: () => this.#sealSecrets(),
      },
      {
        name: "hourly figures",
        intervalMs: MINUTE_MS,
        async run(nowMs) {
          if (await results.mayWrite()) await makeHourlyFigures(db, nowMs);
        },
      },
      {
        name: "retention",
        intervalMs: 60 * MINUTE_MS,
        async run(nowMs) {
          if (await results.mayWrite()) await keepInBounds(db, nowMs, observationDays);
        },
      },
      {
        name: "heartbeat",
        intervalMs: MINUTE_MS,
        run: async (nowMs) => {
          if (this.#onTime.isOnTime(this.#configuration.checks, nowMs)) await beat();
        },
      },
    ];
  }

  async #sealSecrets(): Promise<void> {
    if (this.#sealed === undefined || !(await this.#results.mayWrite())) return;
    await this.#sealed.keep(this.#options.db);
  }

  async #requestedRun(nowMs: number): Promise<void> {
    if (!(await this.#results.mayWrite())) return;
    await this.#requestedRuns.takeWaiting(nowMs).catch((error: unknown) => {
      // Slots detect this by themselves, and people can repeat their request.
      if (!isDatabaseAway(error)) throw error;
    });
  }

  /** Starts everything that is due; returns the milliseconds until the next due time. */
  #tick(): number {
    if (this.#stopping.signal.aborted) return Infinity;
    const nowMs = this.#now();
    const isNewest = (due: DueSlot): boolean => this.#schedule.isNewest(due);
    for (const due of this.#schedule.due(nowMs)) void this.#runner.runInTurn(due, isNewest);
    for (const { name, run } of this.#periodicTasks.due(nowMs)) void this.#tasks.start(name, run);
    return this.#schedule.untilNextMs(nowMs);
  }

  /** Runs each of `checks` once, shared or not, `FIRST_ROUND_CONCURRENCY` at a time: thousands at once would only slow each other down. */
  #runFirstRound(checks: readonly CheckConfiguration[]): void {
    const waiting = this.#schedule.firstRound(checks, this.#now()).values();
    const runWaiting = async (): Promise<void> => {
      for (const due of waiting) {
        // While it waited, its next slot may have begun, or it may have been removed from the file.
        if (this.#schedule.isNewest(due)) await this.#runner.run(due);
        if (this.#stopping.signal.aborted) return;
      }
    };
    for (let lane = 0; lane < FIRST_ROUND_CONCURRENCY; lane += 1) {
      void this.#tasks.start("the first round", runWaiting);
    }
  }
}

/** Reports in metrics and log how recording changed components, incidents and maintenances. */
function showRecorded(
  { components, incidentActions, maintenanceActions }: Recorded,
  metrics: ProberMetrics,
  log: Logger,
): void {
  metrics.showComponents(components);
  for (const { kind, status, impact, changes } of incidentActions) {
    const changed = changes.map(
      ({ component, from }) => `${component.id}: ${from} → ${component.status}`,
    );
    log.info({ status, impact, changed }, `incident: ${kind}`);
  }
  for (const { maintenanceId, step } of maintenanceActions) {
    log.info({ maintenance: maintenanceId }, `maintenance: ${step.status}`);
  }
}
