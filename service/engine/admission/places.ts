import {
  arrive,
  EMPTY_ADMISSION,
  leave,
  type Admission,
  type AdmissionLimits,
  type Arrival,
  type Job,
} from "./admission.ts";
import { EngineError } from "./engine-error.ts";
import { Expected } from "./expected.ts";
import { Stays } from "./stays.ts";
import { WorkPace } from "./work-pace.ts";

/** The holder name in `Stays` that all live jobs share. */
const LIVE = "";

type Refused = Extract<Arrival, { type: "refused" }>;

/** Places for concurrent jobs, and the queue in front of them. */
export class Places {
  /** Subject of error messages: "The model x". */
  readonly #name: string;
  readonly #limits: AdmissionLimits;
  readonly #waiting = new Map<number, PromiseWithResolvers<void>>();
  readonly #expected = new Expected();
  readonly #pace = new WorkPace();
  readonly #liveStays = new Stays<"live">();
  #admission: Admission = EMPTY_ADMISSION;
  #lastId = 0;

  constructor(name: string, limits: AdmissionLimits) {
    this.#name = name;
    this.#limits = limits;
  }

  get queue(): { readonly running: number; readonly waiting: number } {
    return { running: this.#admission.running.length, waiting: this.#admission.waiting.length };
  }

  /** Waits for a place, held until disposed; rejects with EngineError (server_busy, high_demand) or the signal's reason. */
  async take(work: Omit<Job, "id">, signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted();
    this.#lastId += 1;
    const job = { ...work, id: this.#lastId };
    const { admission, arrival } = this.#arrive(job);
    this.#admission = admission;
    if (arrival.type === "refused") throw this.#refusal(job, arrival);
    if (arrival.type === "waiting") await this.#started(job.id, signal);
    const isLive = job.urgency === "live";
    const endStay = isLive ? this.#liveStays.begin("live", LIVE) : undefined;
    return {
      [Symbol.dispose]: () => {
        endStay?.();
        this.#leave(job.id);
        if (!isLive) this.#pace.ended(job.workSeconds, this.queue.waiting > 0, performance.now());
      },
    };
  }

  /** Throws the EngineError that even a job of hardly any work would be refused with now; takes no place. */
  check(job: Pick<Job, "urgency" | "isAnonymous">): void {
    const next = { ...job, id: this.#lastId + 1, workSeconds: 0 };
    const { arrival } = this.#arrive(next);
    if (arrival.type === "refused") throw this.#refusal(next, arrival);
  }

  /** Rejects all waiting jobs, each with an error of its own. */
  refuseWaiting(error: () => EngineError): void {
    for (const { reject } of this.#waiting.values()) reject(error());
  }

  async #started(id: number, signal: AbortSignal): Promise<void> {
    const waiting = Promise.withResolvers<void>();
    this.#waiting.set(id, waiting);
    const onAbort = () => waiting.reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      await waiting.promise;
    } catch (error) {
      this.#leave(id);
      throw error;
    } finally {
      this.#waiting.delete(id);
      signal.removeEventListener("abort", onAbort);
    }
  }

  #leave(id: number): void {
    const { admission, started } = leave(this.#admission, id, this.#limits);
    this.#admission = admission;
    for (const job of started) this.#waiting.get(job.id)?.resolve();
  }

  #arrive(job: Job): ReturnType<typeof arrive> {
    const { files, waiting } = this.#limits;
    const expected = this.#expected.count(performance.now(), files + waiting);
    return arrive(this.#admission, job, this.#limits, { expected, slowness: this.#pace.slowness });
  }

  #refusal(job: Job, { reason, retryAfterSeconds }: Refused): EngineError {
    const message =
      reason === "server_busy"
        ? `${this.#name} has no place left.`
        : `${this.#name} has more work waiting than it can start in time.`;
    if (job.urgency !== "live") {
      this.#expected.add(performance.now(), retryAfterSeconds);
      return new EngineError(reason, message, retryAfterSeconds);
    }
    const live = this.#admission.running.filter(({ urgency }) => urgency === "live").length;
    const seconds = this.#liveStays.secondsUntilRoom("live", LIVE, live);
    return new EngineError(reason, message, seconds ?? retryAfterSeconds);
  }
}
