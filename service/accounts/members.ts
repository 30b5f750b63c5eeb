import type { Kysely, Transaction } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { holdAccount } from "./hold-account.ts";
import type { Role } from "./roles.ts";
import { reaching } from "./store-unavailable.ts";

/** A person who may use an account. */
export interface Member {
  readonly personId: string;
  readonly email: string;
  readonly role: Role;
  readonly since: Date;
}

/** An account that a person may use. */
export interface Membership {
  readonly accountId: string;
  /** E-mail address of the person whom the account was made for. */
  readonly email: string;
}

/** Reason why a change of members is refused. */
export type MemberRefusal = "last-owner" | "unknown";

/** The members of accounts; every method rejects with StoreUnavailable when the database is unavailable. */
export class Members {
  readonly #db: Kysely<ServiceDatabase>;

  constructor(db: Kysely<ServiceDatabase>) {
    this.#db = db;
  }

  /** Returns the members of an account, longest-standing first. */
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

  /** Returns the accounts of a person, by e-mail address. */
  accountsOf(personId: string): Promise<readonly Membership[]> {
    const query = this.#db
      .selectFrom("members")
      .innerJoin("accounts", "accounts.id", "members.account_id")
      .select(["accounts.id as accountId", "accounts.email"])
      .where("person_id", "=", personId)
      .orderBy("accounts.email");
    return reaching("accounts", query.execute());
  }

  /** Changes a member's role; refused when the account would have no owner. */
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

  /** Removes a member, who can no longer see the account's pages; refused when the account would have no owner. */
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
      // Two owners who remove each other at the same time have to wait for one another.
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
