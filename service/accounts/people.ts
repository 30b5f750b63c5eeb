import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import type { Role } from "./roles.ts";
import { reaching } from "./store-unavailable.ts";
import { newId } from "./store.ts";

/** A person who can sign in. */
export interface Person {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
  /** Whether they have shown that they read mail to the address. */
  readonly isConfirmed: boolean;
  readonly hasPassword: boolean;
}

export interface FoundPerson extends Person {
  readonly passwordHash: string | null;
}

/**
 * Finds people and changes what they sign in with; every method rejects with StoreUnavailable when the database is unavailable.
 */
export class People {
  readonly #db: Kysely<ServiceDatabase>;

  constructor(db: Kysely<ServiceDatabase>) {
    this.#db = db;
  }

  /** Finds a person by e-mail address, in any case. */
  async find(email: string): Promise<FoundPerson | undefined> {
    const query = this.#db
      .selectFrom("people")
      .selectAll()
      .where("email", "=", email.toLowerCase())
      .executeTakeFirst();
    const row = await reaching("accounts", query);
    return row === undefined ? undefined : { ...personOf(row), passwordHash: row.password_hash };
  }

  /** Creates a person who is not yet a member of any account; undefined when the e-mail address is taken. */
  async create(
    email: string,
    passwordHash: string | null,
    confirmedAt: Date | null,
  ): Promise<string | undefined> {
    const query = this.#db
      .insertInto("people")
      .values({
        id: newId("person"),
        email: email.toLowerCase(),
        password_hash: passwordHash,
        email_confirmed_at: confirmedAt,
        created_at: new Date(),
      })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning("id");
    return (await reaching("accounts", query.executeTakeFirst()))?.id;
  }

  async setPassword(personId: string, passwordHash: string): Promise<void> {
    const query = this.#db
      .updateTable("people")
      .set({ password_hash: passwordHash })
      .where("id", "=", personId);
    await reaching("accounts", query.execute());
  }

  /**
   * Changes a person's address, and that of the account which they own and which was made for the previous one; false when
   * somebody else has the address.
   */
  async changeEmail(personId: string, email: string, confirmedAt: Date | null): Promise<boolean> {
    const work = this.#db.transaction().execute(async (transaction) => {
      const people = await transaction
        .selectFrom("people")
        .select(["id", "email"])
        .where((where) => where.or([where("id", "=", personId), where("email", "=", email)]))
        .forUpdate()
        .execute();
      const [person, other] = people;
      if (person === undefined || other !== undefined) return false;
      await transaction
        .updateTable("people")
        .set({ email, email_confirmed_at: confirmedAt })
        .where("id", "=", personId)
        .execute();
      await transaction
        .updateTable("accounts")
        .set({ email })
        .where("email", "=", person.email)
        .where("id", "in", ownedBy(transaction, personId))
        .where((where) =>
          where.not(
            where.exists(
              transaction.selectFrom("accounts").select("id").where("email", "=", email),
            ),
          ),
        )
        .execute();
      return true;
    });
    try {
      return await reaching("accounts", work);
    } catch (error) {
      // Somebody else got it at the same moment.
      if (isTaken(error)) return false;
      throw error;
    }
  }

  /** Records that a person reads mail to their address. */
  async confirm(personId: string): Promise<void> {
    const query = this.#db
      .updateTable("people")
      .set({ email_confirmed_at: new Date() })
      .where("id", "=", personId);
    await reaching("accounts", query.execute());
  }

  /**
   * Returns the account that a person sees first: the oldest that they own, else the oldest; undefined for a member of none.
   */
  async firstAccountOf(personId: string): Promise<string | undefined> {
    const query = this.#db
      .selectFrom("members")
      .select("account_id")
      .where("person_id", "=", personId)
      .orderBy(({ eb }) => eb("role", "=", "owner"), "desc")
      .orderBy("created_at")
      .limit(1);
    return (await reaching("accounts", query.executeTakeFirst()))?.account_id;
  }
}

/** Returns whether an error is a violated unique constraint (SQLSTATE unique_violation). */
function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}

function ownedBy(db: Kysely<ServiceDatabase>, personId: string) {
  return db
    .selectFrom("members")
    .select("account_id")
    .where("person_id", "=", personId)
    .where("role", "=", "owner" satisfies Role);
}

/** Converts a row of `people` to a person. */
export function personOf(
  row: Pick<ServiceDatabase["people"], "id" | "email" | "email_confirmed_at" | "password_hash">,
): Person {
  return {
    id: row.id,
    email: row.email,
    isConfirmed: row.email_confirmed_at !== null,
    hasPassword: row.password_hash !== null,
  };
}
