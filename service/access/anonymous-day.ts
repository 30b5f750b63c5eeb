import { meterOf, type Meter, type Product } from "../contract/activities.ts";
import { LIMITS } from "../contract/limits.ts";
import type { RequestLimits } from "./limits/request-limits.ts";
import { AccountAllowance } from "./quota/account-allowance.ts";
import type { Allowance } from "./quota/allowance.ts";
import { nextDay } from "./quota/quota-months.ts";
import { metered, type Use } from "./quota/usage-sums.ts";

/** Returns what one request of an anonymous session may use of its client's quota for the UTC day. */
export function anonymousAllowance(
  limits: Pick<RequestLimits, "add">,
  client: string,
  product: Product,
  at = new Date(),
): Allowance {
  const { dailyAudioSeconds, dailyCharacters } = LIMITS.anonymous;
  const meter = meterOf(product);
  const limit = meter === "audio" ? dailyAudioSeconds : dailyCharacters;
  const day = new AnonymousDay(limits, client, meter, at);
  const holder = { keyId: client, accountId: client, product, limit, period: "day", at } as const;
  // If the count fails, the request is not refused, as for accounts.
  return new AccountAllowance(holder, {
    months: day,
    ledger: day,
    kept: new Set(),
    onFault: () => undefined,
  });
}

/** The daily quota of one client, kept as a sum in the limit store; reserved amounts count as used until given back. */
class AnonymousDay {
  readonly #limits: Pick<RequestLimits, "add">;
  readonly #name: string;
  readonly #lifetimeSeconds: number;
  readonly #reserved = new Map<string, number>();

  constructor(limits: Pick<RequestLimits, "add">, client: string, meter: Meter, at: Date) {
    this.#limits = limits;
    this.#name = `${meter} of ${client} on ${at.toISOString().slice(0, 10)}`;
    this.#lifetimeSeconds = (nextDay(at).getTime() - at.getTime()) / 1000;
  }

  async read() {
    return { used: await this.#add(0), reserved: 0 };
  }

  async reserve(
    id: string,
    _month: unknown,
    { min, max, limit }: { readonly min: number; readonly max: number; readonly limit: number },
  ): Promise<number> {
    const sum = await this.#add(max);
    const granted = Math.min(max, max - (sum - limit));
    if (granted < min) {
      await this.#add(-max);
      return 0;
    }
    if (granted < max) await this.#add(granted - max);
    this.#reserved.set(id, granted);
    return granted;
  }

  add({ product, amount }: Use, reservationIds: readonly string[] = []): void {
    this.#change(metered(product, amount) - this.#taken(reservationIds));
  }

  release(reservationIds: readonly string[]): void {
    this.#change(-this.#taken(reservationIds));
  }

  async writeSoon(): Promise<void> {}

  #taken(reservationIds: readonly string[]): number {
    const amounts = reservationIds.map((id) => this.#reserved.get(id) ?? 0);
    for (const id of reservationIds) this.#reserved.delete(id);
    return amounts.reduce((sum, amount) => sum + amount, 0);
  }

  #change(amount: number): void {
    if (amount !== 0) this.#add(amount).catch(() => undefined);
  }

  #add(amount: number): Promise<number> {
    return this.#limits.add(this.#name, amount, this.#lifetimeSeconds);
  }
}
