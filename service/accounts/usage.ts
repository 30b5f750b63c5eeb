import { sql, type Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";

export type Product = "transcription" | "stream" | "speech";

/** What a request used. */
export interface Use {
  readonly keyId: string;
  readonly accountId: string;
  readonly product: Product;
  readonly audioSeconds: number;
  readonly characters: number;
}

/** What a key used of a product on a UTC day. */
export interface UsageDay {
  readonly day: string;
  readonly keyId: string;
  readonly product: Product;
  readonly requests: number;
  readonly audioSeconds: number;
  readonly characters: number;
}

const WRITE_EVERY_MS = 2_000;

/** Counts what keys use; sums of two seconds are written at once. */
export class UsageLedger {
  readonly #db: Kysely<ServiceDatabase>;
  readonly #onFault: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #unwritten = new Map<string, UsageDay & { readonly accountId: string }>();
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Kysely<ServiceDatabase>, onFault: (error: unknown) => void) {
    this.#db = db;
    this.#onFault = onFault;
    this.#timer = setInterval(() => void this.write(), WRITE_EVERY_MS);
    this.#timer.unref();
  }

  add(use: Use, now = new Date()): void {
    const day = now.toISOString().slice(0, 10);
    this.#sum({ ...use, day, requests: 1 });
  }

  /** Writes what was counted; what cannot be written is kept for the next time. */
  async write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeAll());
    await this.#writing;
  }

  /** What the keys of an account used since a day, the newest day first. */
  async read(accountId: string, sinceDay: string): Promise<readonly UsageDay[]> {
    await this.write();
    const rows = await this.#db
      .selectFrom("usage_days")
      .selectAll()
      .where("account_id", "=", accountId)
      .where("day", ">=", sinceDay)
      .orderBy("day", "desc")
      .orderBy("product")
      .execute();
    return rows.map((row) => ({
      day: row.day,
      keyId: row.key_id,
      product: row.product as Product,
      requests: row.requests,
      audioSeconds: row.audio_seconds,
      characters: row.characters,
    }));
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  #sum(entry: UsageDay & { readonly accountId: string }): void {
    const id = `${entry.keyId} ${entry.product} ${entry.day}`;
    const before = this.#unwritten.get(id);
    this.#unwritten.set(id, {
      ...entry,
      requests: entry.requests + (before?.requests ?? 0),
      audioSeconds: entry.audioSeconds + (before?.audioSeconds ?? 0),
      characters: entry.characters + (before?.characters ?? 0),
    });
  }

  async #writeAll(): Promise<void> {
    if (this.#unwritten.size === 0) return;
    const entries = [...this.#unwritten.values()];
    this.#unwritten = new Map();
    try {
      await this.#insert(entries);
    } catch (error) {
      for (const entry of entries) this.#sum(entry);
      this.#onFault(error);
    }
  }

  async #insert(entries: readonly (UsageDay & { readonly accountId: string })[]): Promise<void> {
    await this.#db
      .insertInto("usage_days")
      .values(
        entries.map((entry) => ({
          key_id: entry.keyId,
          product: entry.product,
          day: entry.day,
          account_id: entry.accountId,
          requests: entry.requests,
          audio_seconds: entry.audioSeconds,
          characters: entry.characters,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(["key_id", "product", "day"]).doUpdateSet({
          requests: sql`usage_days.requests + excluded.requests`,
          audio_seconds: sql`usage_days.audio_seconds + excluded.audio_seconds`,
          characters: sql`usage_days.characters + excluded.characters`,
        }),
      )
      .execute();
  }
}
