/** Admission control of a model: decides which jobs run, wait or are refused. Pure functions without side effects. */

import { secondsUntilTurn } from "./expected.ts";

/** How soon a job must start: live streams first, then short files, then long ones, then files that nobody waits for. */
export type Urgency = "live" | "short" | "long" | "later";

export interface Job {
  readonly id: number;
  readonly urgency: Urgency;
  /** Estimated seconds that the model's processes need for it. */
  readonly workSeconds: number;
  /** Whether the client has no account. */
  readonly isAnonymous?: boolean;
}

export interface Admission {
  readonly running: readonly Job[];
  /** In the order in which they will start. */
  readonly waiting: readonly Job[];
}

export interface AdmissionLimits {
  /** Maximum of live jobs at the same time; a live job never waits, because its audio keeps coming. */
  readonly live: number;
  readonly files: number;
  /** Maximum of long and later jobs among `files`; lower than `files`, so that a short job never waits for a long one. */
  readonly long: number;
  readonly waiting: number;
  /** A job that would wait longer than this is refused at once, unless nobody waits for it. */
  readonly deadlineSeconds: number;
}

type Refusal = "server_busy" | "high_demand";

export type Arrival =
  | { readonly type: "started" }
  | { readonly type: "waiting" }
  | { readonly type: "refused"; readonly reason: Refusal; readonly retryAfterSeconds: number };

export const EMPTY_ADMISSION: Admission = { running: [], waiting: [] };

/** Maximum share of the places, running and waiting, that clients without an account may take. */
const ANONYMOUS_SHARE = 0.5;

const RANK: Readonly<Record<Urgency, number>> = { live: 0, short: 1, long: 2, later: 3 };
const AWAITED: ReadonlySet<Urgency> = new Set<Urgency>(["short", "long"]);
/** Factor on the retry time: a client that retries too early is refused again and goes behind all others. */
const SLACK = 1.1;
/** Clients that were given the same retry second arrive within this time; jobs that end meanwhile make room for more. */
const CROWD_SECONDS = 0.15;

const RETRY_AFTER_SECONDS = { min: 1, max: 60, whenUnknown: 10 };

/** Factors that make the wait longer than the running and waiting jobs suggest. */
export interface Pressure {
  /** Number of refused clients that are expected to retry. */
  readonly expected: number;
  /** Ratio of the actual to the estimated duration of jobs. */
  readonly slowness: number;
}

/** Decides what happens to a job that arrives. */
export function arrive(
  admission: Admission,
  job: Job,
  limits: AdmissionLimits,
  pressure: Pressure = { expected: 0, slowness: 1 },
): { readonly admission: Admission; readonly arrival: Arrival } {
  // Waiting jobs need no check here: each starts as soon as a job that leaves makes room for it.
  if (hasRoom(admission.running, job, limits)) {
    const running = [...admission.running, job];
    return { admission: { ...admission, running }, arrival: { type: "started" } };
  }
  const refusal = refuse(admission, job, limits, pressure);
  if (refusal !== undefined) return { admission, arrival: refusal };
  return {
    admission: { ...admission, waiting: insert(admission.waiting, job) },
    arrival: { type: "waiting" },
  };
}

/** Removes a running or waiting job, and returns the jobs that start in its place. */
export function leave(
  admission: Admission,
  id: number,
  limits: AdmissionLimits,
): { readonly admission: Admission; readonly started: readonly Job[] } {
  const running = admission.running.filter((job) => job.id !== id);
  const waiting: Job[] = [];
  const started: Job[] = [];
  for (const job of admission.waiting) {
    if (job.id === id) continue;
    if (hasRoom(running, job, limits)) {
      running.push(job);
      started.push(job);
    } else {
      waiting.push(job);
    }
  }
  return { admission: { running, waiting }, started };
}

function estimateWaitSeconds(admission: Admission, job: Job): number {
  const before = [
    ...admission.running.filter((other) => other.urgency !== "live"),
    ...ahead(admission.waiting, job),
  ].filter((other) => RANK[other.urgency] <= RANK[job.urgency]);
  return before.reduce((seconds, other) => seconds + other.workSeconds, 0);
}

function refuse(
  admission: Admission,
  job: Job,
  limits: AdmissionLimits,
  { expected, slowness }: Pressure,
): Arrival | undefined {
  const refused = (reason: Refusal, seconds: number): Arrival => {
    const { min, max } = RETRY_AFTER_SECONDS;
    const retryAfterSeconds = Math.min(Math.max(Math.ceil(seconds), min), max);
    return { type: "refused", reason, retryAfterSeconds };
  };
  if (job.urgency === "live") return refused("server_busy", RETRY_AFTER_SECONDS.whenUnknown);
  const jobSeconds = slowness * meanWorkSeconds(admission);
  if (isWaitingFull(admission.waiting, job, limits)) {
    // Jobs that run together end together, and each that ends lets one more in.
    const rounds = Math.floor(expected / limits.files) + 1;
    const seconds = SLACK * rounds * limits.files * jobSeconds;
    const room = limits.files + limits.waiting + CROWD_SECONDS / jobSeconds;
    const turnSeconds = secondsUntilTurn(expected, room);
    return refused("server_busy", Math.max(seconds, turnSeconds));
  }
  if (job.urgency === "later") return undefined;
  const tooLongBy = slowness * estimateWaitSeconds(admission, job) - limits.deadlineSeconds;
  if (tooLongBy <= 0) return undefined;
  return refused("high_demand", tooLongBy + expected * jobSeconds);
}

/** Returns the mean estimated duration of the files that somebody waits for; 0 where there are none. */
function meanWorkSeconds({ running, waiting }: Admission): number {
  const jobs = [...running, ...waiting].filter(({ urgency }) => AWAITED.has(urgency));
  const sum = jobs.reduce((seconds, { workSeconds }) => seconds + workSeconds, 0);
  return sum / Math.max(jobs.length, 1);
}

function isWaitingFull(waiting: readonly Job[], job: Job, { waiting: max }: AdmissionLimits) {
  if (waiting.length >= max) return true;
  return job.isAnonymous === true && anonymous(waiting).length >= max * ANONYMOUS_SHARE;
}

function hasRoom(running: readonly Job[], job: Job, limits: AdmissionLimits): boolean {
  if (!isBelow(running, job.urgency, limits, 1)) return false;
  return (
    job.isAnonymous !== true || isBelow(anonymous(running), job.urgency, limits, ANONYMOUS_SHARE)
  );
}

function isBelow(
  running: readonly Job[],
  urgency: Urgency,
  { live, files, long }: AdmissionLimits,
  share: number,
): boolean {
  const count = (...urgencies: Urgency[]) =>
    running.filter((job) => urgencies.includes(job.urgency)).length;
  if (urgency === "live") return count("live") < live * share;
  if (count("short", "long", "later") >= files * share) return false;
  return urgency === "short" || count("long", "later") < long * share;
}

function anonymous(jobs: readonly Job[]): readonly Job[] {
  return jobs.filter(({ isAnonymous }) => isAnonymous === true);
}

function ahead(waiting: readonly Job[], job: Job): readonly Job[] {
  return waiting.filter((other) => RANK[other.urgency] <= RANK[job.urgency]);
}

function insert(waiting: readonly Job[], job: Job): readonly Job[] {
  const position = ahead(waiting, job).length;
  return [...waiting.slice(0, position), job, ...waiting.slice(position)];
}
