import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import type { MailMessage } from "#mail/sender.ts";
import type { InTransaction } from "../accounts/account-entries.ts";
import type { Encryption } from "#runtime/encryption.ts";

/** A mail without the fields that the postbox adds. */
export type Letter = Pick<MailMessage, "subject" | "text" | "html" | "language">;

/** A mail that is to be sent now. */
export interface DueMail {
  readonly id: string;
  readonly recipient: string;
  /** Undefined if it can no longer be decrypted, because its secret is gone. */
  readonly letter: Letter | undefined;
  /** Number of attempts, including this one. */
  readonly attempts: number;
}

/** Maximum number of waiting mails; further ones are refused. */
const MAX_MAILS = 5_000;
/** Maximum number of mails that a process sends at once. */
const AT_ONCE = 6;
/** Lease of a mail, after which it is tried again if its process died; longer than any attempt takes. */
const LEASE_MS = 120_000;

/** The mails that wait in the database; each is taken by one process at a time. */
export class MailStore {
  readonly #db: Kysely<ServiceDatabase>;
  readonly #encryption: Encryption;

  constructor(db: Kysely<ServiceDatabase>, encryption: Encryption) {
    this.#db = db;
    this.#encryption = encryption;
  }

  /**
   * Adds a mail that is due at once, with all that `write` stores, such as the token of a link; returns false, and stores nothing,
   * when too many wait.
   */
  add(recipient: string, write: (transaction: InTransaction) => Promise<Letter>): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      const { waiting } = await transaction
        .selectFrom("mails")
        .select(({ fn }) => fn.countAll<number>().as("waiting"))
        .executeTakeFirstOrThrow();
      if (Number(waiting) >= MAX_MAILS) return false;
      const id = randomUUID();
      const now = new Date();
      // Encrypted, because letters contain links that set passwords.
      const letter = this.#encryption.encrypt(JSON.stringify(await write(transaction)), id);
      await transaction
        .insertInto("mails")
        .values({ id, recipient, letter, attempts: 0, due_at: now, created_at: now })
        .execute();
      return true;
    });
  }

  /** Takes mails that are due; no other process does until `later` or `remove` is called, or the lease ends. */
  async takeDue(): Promise<readonly DueMail[]> {
    const now = Date.now();
    const rows = await this.#db
      .updateTable("mails")
      .set((build) => ({
        attempts: build("attempts", "+", 1),
        due_at: new Date(now + LEASE_MS),
      }))
      .where("id", "in", (from) =>
        from
          .selectFrom("mails")
          .select("id")
          .where("due_at", "<=", new Date(now))
          .orderBy("due_at")
          .limit(AT_ONCE)
          .forUpdate()
          .skipLocked(),
      )
      .returning(["id", "recipient", "letter", "attempts"])
      .execute();
    return rows.map(({ letter, ...mail }) => {
      const text = this.#encryption.decrypt(letter, mail.id)?.text;
      return { ...mail, letter: text === undefined ? undefined : (JSON.parse(text) as Letter) };
    });
  }

  /** Postpones the next attempt to send a mail. */
  async later(id: string, waitMs: number): Promise<void> {
    const dueAt = new Date(Date.now() + waitMs);
    await this.#db.updateTable("mails").set({ due_at: dueAt }).where("id", "=", id).execute();
  }

  async remove(id: string): Promise<void> {
    await this.#db.deleteFrom("mails").where("id", "=", id).execute();
  }

  /** Returns in how many milliseconds the next mail is due; undefined when none waits. */
  async nextDueMs(): Promise<number | undefined> {
    const row = await this.#db
      .selectFrom("mails")
      .select("due_at")
      .orderBy("due_at")
      .limit(1)
      .executeTakeFirst();
    return row && Math.max(0, row.due_at.getTime() - Date.now());
  }
}
