import type { RequestLimits } from "../access/limits/request-limits.ts";

/** The name under which replicas hold a lease while all their models are well. */
const WELL = "replicas that are well";
/** More than anybody runs. */
const MAX_REPLICAS = 10_000;

type Lease = Awaited<ReturnType<RequestLimits["lease"]>>["lease"];

/**
 * Decides whether this replica leaves its work to others. It does so while one of its models hangs or is started again, if
 * another replica is well: where no other one is known, what it can still do is better than nothing.
 */
export class ReplicaStanding {
  readonly #limits: RequestLimits;
  #well: Promise<Lease> | undefined;

  constructor(limits: RequestLimits) {
    this.#limits = limits;
  }

  /** Returns whether balancers should send nothing here; `isWell` is whether all models that can be used are. */
  async leavesToOthers(isWell: boolean): Promise<boolean> {
    if (!this.#limits.isShared) return false;
    if (isWell) {
      this.#well ??= this.#limits.lease(WELL, MAX_REPLICAS).then(({ lease }) => lease);
      await this.#well;
      return false;
    }
    await this.leave();
    return (await this.#limits.running(WELL)) > 0;
  }

  /** Tells the others that this replica is not well, or is about to end. */
  async leave(): Promise<void> {
    const well = this.#well;
    this.#well = undefined;
    (await well)?.release();
  }
}
