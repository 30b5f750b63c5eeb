import { randomUUID } from "node:crypto";

import type { Kysely } from "kysely";
import type { Logger } from "pino";

import type { StatusDatabase } from "#migrations/status/schema.ts";
import { within } from "#migrations/within.ts";

import { storeConfiguration } from "./monitor-file/configuration-store.ts";
import { loopbackControls } from "./run/controls-on-loopback.ts";
import { Controls } from "./run/controls.ts";
import { type Chore, Chores } from "./schedule/chores.ts";
import { EvidenceKeeper } from "./evidence/evidence-keeper.ts";
import { Heartbeat } from "./schedule/heartbeat.ts";
import { makeHourlyFigures } from "./results/hourly-figures.ts";
import type { ProberMetrics } from "./metrics/metrics.ts";
import type { CheckConfiguration, MonitorConfiguration } from "./monitor-file/configuration.ts";
import type { SignInAccount } from "./observation.ts";
import { openResultStore } from "./results/open-result-store.ts";
import { Punctuality } from "./schedule/punctuality.ts";
import { type Recorded, recordPassingTime } from "./results/recorder.ts";
import { reconfigure } from "./monitor-file/reconfigure.ts";
import type { Claimed, ResultStore } from "./results/result-store.ts";
import { keepInBounds } from "./results/retention.ts";
import { type Attempt, runCheck, waitOnTheClock } from "./run/run-check.ts";
import { type DueSlot, firstRound, Lookout } from "./schedule/schedule.ts";
import type { SlotRun } from "./run/slot-run.ts";
import { startStallWatch, type StallWatch } from "./run/stall-watch.ts";
import { tickWhenDue } from "./schedule/tick.ts";

/** What a prober needs to run. */
export interface MonitorOptions {
  /** The migrated status database; it stays open when the monitor stops. */
  readonly db: Kysely<StatusDatabase>;
  readonly configuration: MonitorConfiguration;
  /** The API key that checks send. */
  readonly apiKey: string;
  /** Whom the dashboard's check signs in as. */
  readonly account?: SignInAccount | undefined;
  /** This prober's location. */
  readonly location: string;
  /** Results wait in its folder `spool` while the database is away. */
  readonly dataDirectory: string;
  /** How large that folder may grow. */
  readonly spoolMegabytes?: number | undefined;
  /** How long observations are kept. */
  readonly observationDays?: number | undefined;
  /** What is called each minute while checks run on time and their results are kept. */
  readonly heartbeatUrl?: string | undefined;
  /** Where it counts what it does. */
  readonly metrics: ProberMetrics;
  readonly log: Logger;
  /** Tells when this process itself stood still; by default by how late its event loop is. */
  readonly stallWatch?: StallWatch;
  /** Wall clock, milliseconds since the epoch. */
  readonly now?: () => number;
  /** Waits for so many milliseconds; rejects when the signal aborts. */
  readonly wait?: (delayMs: number, signal: AbortSignal) => Promise<void>;
  /**
   * Calls back at once, every second, and when something is due, which it learns each time in milliseconds; until the
   * returned function is called.
   */
  readonly tick?: (callback: () => number) => () => Promise<void> | void;
}

/** A running prober. */
export interface Monitor extends AsyncDisposable {
  /**
   * Goes over to another configuration: running checks finish, schedules of unchanged ones go on.
   *
   * Rejects, with nothing changed, when it cannot be stored.
   */
  reconfigure(configuration: MonitorConfiguration): Promise<void>;
  /** Settles when nothing is under way: after the start, when the first round has been recorded. */
  idle(): Promise<void>;
  /** Ends running checks, whose slots then count as missing, and settles when nothing runs any more. */
  stop(): Promise<void>;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const STOP_LIMIT_MS = 9_000;
/** Short for whoever waits for a result, long enough for some to share a transaction when there are many. */
const GATHER_MS = 200;
const AT_ONCE_IN_ROUND = 50;
/** Longer than a prober takes to find that the database is back. */
const SETTLE_MS = 12_000;

/** Starts probing: a first round at once, then every check in its slots. */
export async function startMonitor(options: MonitorOptions): Promise<Monitor> {
  const monitor = new RunningMonitor(options);
  await monitor.start();
  return monitor;
}

class RunningMonitor implements Monitor {
  readonly #options: MonitorOptions;
  readonly #prober = randomUUID();
  readonly #now: () => number;
  #configuration: MonitorConfiguration;
  #checks: ReadonlyMap<string, CheckConfiguration>;
  #controls: Controls;
  readonly #evidence: EvidenceKeeper;
  readonly #stopping = new AbortController();
  #lookout: Lookout;
  /** The newest slot given out for each check. */
  readonly #ledger = new Map<string, number>();
  /** Checks of which a run is going. */
  readonly #running = new Set<string>();
  /** Whatever is under way and has to end before the monitor has stopped. */
  readonly #work = new Set<Promise<void>>();
  #stallWatch: StallWatch | undefined;
  #results: ResultStore | undefined;
  #stopTicking: (() => Promise<void> | void) | undefined;
  #chores = new Chores([], 0);
  readonly #punctuality = new Punctuality();

  constructor(options: MonitorOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#configuration = options.configuration;
    this.#checks = checksById(options.configuration);
    this.#lookout = new Lookout(options.configuration.checks);
    this.#controls = controlsOf(options.configuration);
    const { db, location } = options;
    this.#evidence = new EvidenceKeeper({ db, location, now: this.#now });
  }

  async start(): Promise<void> {
    const { db, configuration, location, metrics } = this.#options;
    const nowMs = this.#now();
    const now = new Date(nowMs);
    const results = await this.#openResults();
    await using opened = new AsyncDisposableStack();
    opened.defer(() => results.close());
    await storeConfiguration(db, configuration, nowMs);
    await db
      .insertInto("probers")
      .values({ id: this.#prober, location, started_at: now, last_seen_at: now })
      .execute();
    // First of all what waits on the disk: until it is stored, time would make silence of it.
    await results.resume();
    // Before anything new is recorded: closes what a killed prober left open where its sight ended.
    this.#show(await recordPassingTime(db, nowMs));
    this.#results = results;
    this.#chores = new Chores(this.#choresOf(results), nowMs);
    opened.move();
    metrics.slots.begin(configuration.checks);
    this.#stallWatch = this.#options.stallWatch ?? startStallWatch();
    void this.#guarded("asking the controls", () => this.#tryControls());
    this.#beginRound(configuration.checks);
    this.#stopTicking = (this.#options.tick ?? tickWhenDue)(() => this.#tick());
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#stopTicking?.();
    await this.#idleInTime();
    this.#stallWatch?.stop();
    await this.#results?.close();
  }

  async reconfigure(after: MonitorConfiguration): Promise<void> {
    const { db, metrics } = this.#options;
    const { configuration, begun, gone, goneComponents } = reconfigure(this.#configuration, after);
    await storeConfiguration(db, configuration, this.#now());
    this.#configuration = configuration;
    this.#checks = checksById(configuration);
    this.#lookout = new Lookout(configuration.checks);
    this.#controls = controlsOf(configuration);
    for (const { id } of [...gone, ...begun]) this.#ledger.delete(id);
    await metrics.forget(
      gone.map(({ id }) => id),
      goneComponents,
    );
    metrics.slots.begin(configuration.checks);
    if (this.#stopping.signal.aborted) return;
    void this.#guarded("asking the controls", () => this.#tryControls());
    this.#beginRound(begun);
  }

  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  /** A server that vanished may hold up what is under way for longer than anybody waits for a stop. */
  async #idleInTime(): Promise<void> {
    await within(STOP_LIMIT_MS, this.idle()).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, "stopping without waiting for the database");
    });
  }

  #openResults(): Promise<ResultStore> {
    const { db, location, dataDirectory, spoolMegabytes, log, metrics } = this.#options;
    const { wait = waitOnTheClock } = this.#options;
    return openResultStore({
      db,
      prober: this.#prober,
      location,
      dataDirectory,
      spoolMegabytes,
      log,
      metrics: metrics.storage,
      now: this.#now,
      settle: () => wait(SETTLE_MS, this.#stopping.signal),
      // Cut short at the end, when what was gathered so far has to be stored.
      gather: () => wait(GATHER_MS, this.#stopping.signal).catch(() => {}),
      onRecorded: (recorded) => this.#show(recorded),
    });
  }

  /** What is done beside the checks. */
  #choresOf(results: ResultStore): Chore[] {
    const { db, log, observationDays, heartbeatUrl } = this.#options;
    const whenUp =
      (run: Chore["run"]): Chore["run"] =>
      async (nowMs) => {
        if (results.isDatabaseUp) await run(nowMs);
      };
    const chores: Chore[] = [
      { what: "passing time", intervalMs: 10 * SECOND_MS, run: (nowMs) => results.sweep(nowMs) },
      { what: "replaying the spool", intervalMs: SECOND_MS, run: (nowMs) => results.retry(nowMs) },
      {
        what: "hourly figures",
        intervalMs: MINUTE_MS,
        run: whenUp((nowMs) => makeHourlyFigures(db, nowMs)),
      },
      {
        what: "retention",
        intervalMs: 60 * MINUTE_MS,
        run: whenUp((nowMs) => keepInBounds(db, nowMs, observationDays)),
      },
    ];
    if (heartbeatUrl === undefined) return chores;
    const heartbeat = new Heartbeat({ url: heartbeatUrl, log });
    const beat = async (nowMs: number): Promise<void> => {
      if (!this.#punctuality.isOnTime(this.#configuration.checks, nowMs)) return;
      await heartbeat.beat(this.#stopping.signal);
    };
    return [...chores, { what: "heartbeat", intervalMs: MINUTE_MS, run: beat }];
  }

  /** Begins what is due; returns milliseconds until something is again. */
  #tick(): number {
    if (this.#stopping.signal.aborted) return Infinity;
    const nowMs = this.#now();
    for (const due of this.#lookout.due(this.#ledger, nowMs)) void this.#begin(due);
    for (const { what, run } of this.#chores.due(nowMs)) void this.#guarded(what, run);
    return this.#lookout.untilNextMs(nowMs);
  }

  /** Begins with every check of `checks`, so many at a time: thousands at once would only hold each other up. */
  #beginRound(checks: readonly CheckConfiguration[]): void {
    const round = firstRound(checks, this.#now());
    for (const { checkId, slotMs } of round) this.#ledger.set(checkId, slotMs);
    const waiting = round.values();
    const runWaiting = async (): Promise<void> => {
      for (const due of waiting) {
        // It may have come to its next slot, or left the file, before it was its turn.
        if (this.#ledger.get(due.checkId) === due.slotMs) await this.#begin(due);
        if (this.#stopping.signal.aborted) return;
      }
    };
    for (let at = 0; at < AT_ONCE_IN_ROUND; at += 1) void this.#guarded("a round", runWaiting);
  }

  async #begin(due: DueSlot): Promise<void> {
    const { metrics, log } = this.#options;
    const check = this.#checks.get(due.checkId);
    if (check === undefined) return;
    this.#ledger.set(due.checkId, due.slotMs);
    if (due.missed > 0) metrics.countMissed(check.componentId, check.id, due.missed);
    if (this.#running.has(check.id)) {
      metrics.countMissed(check.componentId, check.id, 1);
      log.warn({ check: check.id }, "still running: its next slot is skipped");
      return;
    }
    metrics.observeLag(due.lagMs);
    this.#running.add(check.id);
    await this.#guarded(`check ${check.id}`, () =>
      this.#runSlot(check, due.slotMs).finally(() => this.#running.delete(check.id)),
    );
  }

  async #runSlot(check: CheckConfiguration, slotMs: number): Promise<void> {
    const { apiKey, account, location, log } = this.#options;
    const claim = { checkId: check.id, location, slotMs, prober: this.#prober };
    if (this.#results === undefined || this.#stallWatch === undefined) return;
    const claimed = await this.#results.claim(claim);
    if (claimed === "taken") {
      this.#punctuality.done(check.id, this.#now());
      return;
    }
    const run = await runCheck(check, slotMs, {
      apiKey,
      account,
      now: this.#now,
      stallWatch: this.#stallWatch,
      controls: this.#controls,
      wait: this.#options.wait ?? waitOnTheClock,
      stopping: this.#stopping.signal,
    });
    const attempts = run.map(({ observation }) => observation);
    // A check may have left the file while it ran.
    if (this.#checks.has(check.id)) {
      this.#options.metrics.countRun(check.componentId, check.id, attempts);
    }
    for (const { result, reason, message, attempt } of attempts) {
      if (result === "ok") continue;
      log.warn({ check: check.id, attempt, result, reason }, message ?? "did not pass");
    }
    void this.#guarded(`storing check ${check.id}`, () =>
      this.#store(check, { ...claim, periodMs: check.periodMs, attempts }, claimed, run),
    );
  }

  async #store(
    check: CheckConfiguration,
    found: SlotRun,
    claimed: Claimed,
    run: readonly Attempt[],
  ): Promise<void> {
    await this.#results?.keep(found, claimed);
    this.#punctuality.done(check.id, this.#now());
    // After the result and apart from it, which it can neither hold up nor undo.
    void this.#guarded(`keeping evidence of ${check.id}`, () =>
      this.#evidence.keep(check, found.slotMs, run),
    );
  }

  /** A control that never comes out as expected would hide every outage: better said before there is one. */
  async #tryControls(): Promise<void> {
    const fault = await this.#controls.faultSince(performance.now());
    if (fault !== null) this.#options.log.warn(fault, "failures will be put down to the prober");
  }

  #show({ components, incidentActions, maintenanceActions }: Recorded): void {
    this.#options.metrics.showComponents(components);
    for (const { kind, status, impact, changes } of incidentActions) {
      const changed = changes.map(
        ({ component, from }) => `${component.id}: ${from} → ${component.status}`,
      );
      this.#options.log.info({ status, impact, changed }, `incident: ${kind}`);
    }
    for (const { maintenanceId, step } of maintenanceActions) {
      this.#options.log.info({ maintenance: maintenanceId }, `maintenance: ${step.status}`);
    }
  }

  /** Runs `work` so that the monitor waits for it when it stops, and its failure is logged and no more. */
  #guarded(what: string, work: () => Promise<void>): Promise<void> {
    const guarded = work()
      .catch((error: unknown) => {
        if (this.#stopping.signal.aborted) return;
        this.#options.log.error({ err: error }, `${what} failed`);
      })
      .finally(() => this.#work.delete(guarded));
    this.#work.add(guarded);
    return guarded;
  }
}

function checksById({ checks }: MonitorConfiguration): ReadonlyMap<string, CheckConfiguration> {
  return new Map(checks.map((check) => [check.id, check]));
}

function controlsOf({ controls }: MonitorConfiguration): Controls {
  return new Controls([...loopbackControls, ...controls]);
}
