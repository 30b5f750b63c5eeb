import type { Kysely, Transaction } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { holdAccount } from "./hold-account.ts";
import type { Role } from "./roles.ts";
import { reaching } from "./store-unavailable.ts";

/** Somebody who may use an account. */
export interface Member {
  readonly personId: string;
  readonly email: string;
  readonly role: Role;
  readonly since: Date;
}

/** An account that somebody may use. */
export interface Membership {
  readonly accountId: string;
  /** Of whom the account was made for. */
  readonly email: string;
}

/** Why members stay as they are. */
export type MemberRefusal = "last-owner" | "unknown";

/** The members of accounts; every method rejects with StoreUnavailable when the database is away. */
export class Members {
  readonly #db: Kysely<ServiceDatabase>;

  constructor(db: Kysely<ServiceDatabase>) {
    this.#db = db;
  }

  /** The members of an account, the first ones first. */
  async list(accountId: string): Promise<readonly Member[]> {
    const query = this.#db
      .selectFrom("members")
      .innerJoin("people", "people.id", "members.person_id")
      .select(["people.id as personId", "people.email", "members.role"])
      .select("members.created_at as since")
      .where("account_id", "=", accountId)
      .orderBy("members.created_at")
      .orderBy("people.email");
    const rows = await reaching("accounts", query.execute());
    return rows.map((row) => ({ ...row, role: row.role as Role }));
  }

  /** The accounts of a person, by address. */
  accountsOf(personId: string): Promise<readonly Membership[]> {
    const query = this.#db
      .selectFrom("members")
      .innerJoin("accounts", "accounts.id", "members.account_id")
      .select(["accounts.id as accountId", "accounts.email"])
      .where("person_id", "=", personId)
      .orderBy("accounts.email");
    return reaching("accounts", query.execute());
  }

  /** Gives a member another role; an account keeps an owner. */
  changeRole(accountId: string, personId: string, role: Role): Promise<MemberRefusal | undefined> {
    return this.#change(accountId, personId, role === "owner", async (transaction) => {
      await transaction
        .updateTable("members")
        .set({ role })
        .where("account_id", "=", accountId)
        .where("person_id", "=", personId)
        .execute();
    });
  }

  /** Takes a member out of an account, whose pages they no longer see from now on; an account keeps an owner. */
  remove(accountId: string, personId: string): Promise<MemberRefusal | undefined> {
    return this.#change(accountId, personId, false, async (transaction) => {
      await transaction
        .deleteFrom("members")
        .where("account_id", "=", accountId)
        .where("person_id", "=", personId)
        .execute();
    });
  }

  #change(
    accountId: string,
    personId: string,
    isOwnerAfter: boolean,
    change: (transaction: Transaction<ServiceDatabase>) => Promise<void>,
  ): Promise<MemberRefusal | undefined> {
    const work = this.#db.transaction().execute(async (transaction) => {
      // Two owners who remove each other wait for one another.
      await holdAccount(transaction, accountId);
      const members = await transaction
        .selectFrom("members")
        .select(["person_id", "role"])
        .where("account_id", "=", accountId)
        .execute();
      if (!members.some(({ person_id }) => person_id === personId)) return "unknown";
      const hasOther = members.some((one) => one.role === "owner" && one.person_id !== personId);
      if (!hasOther && !isOwnerAfter) return "last-owner";
      await change(transaction);
      return undefined;
    });
    return reaching("accounts", work);
  }
}
