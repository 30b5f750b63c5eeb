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

/** Places for work, and the queue in front of them. */
export class Places {
  /** Begins a sentence about them: "The model x". */
  readonly #name: string;
  readonly #limits: AdmissionLimits;
  readonly #waiting = new Map<number, PromiseWithResolvers<void>>();
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
    const id = this.#lastId;
    const { admission, arrival } = arrive(this.#admission, { ...work, id }, this.#limits);
    this.#admission = admission;
    if (arrival.type === "refused") throw this.#refusal(arrival);
    if (arrival.type === "waiting") await this.#started(id, signal);
    return { [Symbol.dispose]: () => this.#leave(id) };
  }

  /** Throws the EngineError with which a job of hardly any work would be refused now; takes no place. */
  check(job: Pick<Job, "urgency" | "isAnonymous">): void {
    const { arrival } = arrive(
      this.#admission,
      { ...job, id: this.#lastId + 1, workSeconds: 0 },
      this.#limits,
    );
    if (arrival.type === "refused") throw this.#refusal(arrival);
  }

  /** Ends the waiting of all that wait, each with an error of its own. */
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

  #refusal({ reason, retryAfterSeconds }: Extract<Arrival, { type: "refused" }>): EngineError {
    const message =
      reason === "server_busy"
        ? `${this.#name} has no place left.`
        : `${this.#name} has more work waiting than it can start in time.`;
    return new EngineError(reason, message, retryAfterSeconds);
  }
}
