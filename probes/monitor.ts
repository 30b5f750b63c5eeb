import { randomUUID } from "node:crypto";

import type { Kysely } from "kysely";
import type { Logger } from "pino";

import type { StatusDatabase } from "#migrations/status/schema.ts";
import { within } from "#migrations/within.ts";

import { storeConfiguration } from "./monitor-file/configuration-store.ts";
import { loopbackControls } from "./run/controls-on-loopback.ts";
import { Controls } from "./run/controls.ts";
import { Chores } from "./schedule/chores.ts";
import { EvidenceKeeper } from "./evidence/evidence-keeper.ts";
import { Heartbeat } from "./schedule/heartbeat.ts";
import type { ProberMetrics } from "./metrics/metrics.ts";
import { showRecorded } from "./metrics/show-recorded.ts";
import type { CheckConfiguration, MonitorConfiguration } from "./monitor-file/configuration.ts";
import type { SignInAccount } from "./check/context.ts";
import { openResultStore } from "./spool/open-result-store.ts";
import { Punctuality } from "./schedule/punctuality.ts";
import { recordPassingTime } from "./results/recorder.ts";
import { reconfigure } from "./monitor-file/reconfigure.ts";
import type { ResultStore } from "./spool/result-store.ts";
import { waitOnTheClock } from "./run/run-check.ts";
import { SlotRunner } from "./run/slot-runner.ts";
import type { DueSlot } from "./schedule/schedule.ts";
import { SlotSource } from "./schedule/slot-source.ts";
import { startStallWatch, type StallWatch } from "./run/stall-watch.ts";
import { standingChores } from "./schedule/standing-chores.ts";
import { tickWhenDue } from "./schedule/tick.ts";
import { WorkUnderWay } from "./run/work-under-way.ts";

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
  readonly #source: SlotSource;
  readonly #work: WorkUnderWay;
  #stallWatch: StallWatch | undefined;
  #results: ResultStore | undefined;
  #runner: SlotRunner | undefined;
  #stopTicking: (() => Promise<void> | void) | undefined;
  #chores = new Chores([], 0);
  readonly #punctuality = new Punctuality();

  constructor(options: MonitorOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#work = new WorkUnderWay(options.log, this.#stopping.signal);
    this.#configuration = options.configuration;
    this.#checks = checksById(options.configuration);
    this.#source = new SlotSource(options.configuration.checks);
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
    showRecorded(await recordPassingTime(db, nowMs), this.#options);
    this.#results = results;
    this.#chores = this.#choresWith(results, nowMs);
    opened.move();
    metrics.slots.begin(configuration.checks);
    this.#stallWatch = this.#options.stallWatch ?? startStallWatch();
    this.#runner = this.#runnerWith(results, this.#stallWatch);
    void this.#work.begin("asking the controls", () => this.#tryControls());
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
    this.#source.change(configuration.checks, [...gone, ...begun]);
    this.#controls = controlsOf(configuration);
    await metrics.forget(
      gone.map(({ id }) => id),
      goneComponents,
    );
    metrics.slots.begin(configuration.checks);
    if (this.#stopping.signal.aborted) return;
    void this.#work.begin("asking the controls", () => this.#tryControls());
    this.#beginRound(begun);
  }

  idle(): Promise<void> {
    return this.#work.idle();
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
      onRecorded: (recorded) => showRecorded(recorded, this.#options),
    });
  }

  #choresWith(results: ResultStore, nowMs: number): Chores {
    const { db, log, observationDays, heartbeatUrl } = this.#options;
    const chores = standingChores({
      db,
      results,
      observationDays,
      heartbeat: heartbeatUrl === undefined ? undefined : new Heartbeat({ url: heartbeatUrl, log }),
      isOnTime: (atMs) => this.#punctuality.isOnTime(this.#configuration.checks, atMs),
      stopping: this.#stopping.signal,
    });
    return new Chores(chores, nowMs);
  }

  #runnerWith(results: ResultStore, stallWatch: StallWatch): SlotRunner {
    const { location, apiKey, account, metrics, log, wait = waitOnTheClock } = this.#options;
    return new SlotRunner({
      prober: this.#prober,
      location,
      apiKey,
      account,
      results,
      evidence: this.#evidence,
      punctuality: this.#punctuality,
      stallWatch,
      metrics,
      log,
      work: this.#work,
      now: this.#now,
      wait,
      stopping: this.#stopping.signal,
      controls: () => this.#controls,
      isConfigured: (checkId) => this.#checks.has(checkId),
    });
  }

  /** Begins what is due; returns milliseconds until something is again. */
  #tick(): number {
    if (this.#stopping.signal.aborted) return Infinity;
    const nowMs = this.#now();
    for (const due of this.#source.due(nowMs)) void this.#begin(due);
    for (const { what, run } of this.#chores.due(nowMs)) void this.#work.begin(what, run);
    return this.#source.untilNextMs(nowMs);
  }

  /** Begins with every check of `checks`, so many at a time: thousands at once would only hold each other up. */
  #beginRound(checks: readonly CheckConfiguration[]): void {
    const waiting = this.#source.firstRound(checks, this.#now()).values();
    const runWaiting = async (): Promise<void> => {
      for (const due of waiting) {
        // It may have come to its next slot, or left the file, before it was its turn.
        if (this.#source.isNewest(due)) await this.#begin(due);
        if (this.#stopping.signal.aborted) return;
      }
    };
    for (let at = 0; at < AT_ONCE_IN_ROUND; at += 1) void this.#work.begin("a round", runWaiting);
  }

  async #begin(due: DueSlot): Promise<void> {
    const check = this.#checks.get(due.checkId);
    if (check !== undefined) await this.#runner?.begin(check, due);
  }

  /** A control that never comes out as expected would hide every outage: better said before there is one. */
  async #tryControls(): Promise<void> {
    const fault = await this.#controls.faultSince(performance.now());
    if (fault !== null) this.#options.log.warn(fault, "failures will be put down to the prober");
  }
}

function checksById({ checks }: MonitorConfiguration): ReadonlyMap<string, CheckConfiguration> {
  return new Map(checks.map((check) => [check.id, check]));
}

function controlsOf({ controls }: MonitorConfiguration): Controls {
  return new Controls([...loopbackControls, ...controls]);
}
