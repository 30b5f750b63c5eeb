import { randomSecret } from "#runtime/random-secret.ts";
import { WEEK_SECONDS } from "#units/time.ts";
import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { hashSecret } from "./api-key.ts";
import { holdAccount } from "./hold-account.ts";
import { LIMITS } from "../contract/limits.ts";
import type { Role } from "./roles.ts";
import { reaching } from "./store-unavailable.ts";
import { newId } from "./store.ts";

const INVITATION_SECONDS = WEEK_SECONDS;

/** An invitation as members see it. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: Date;
}

/** The invitation that a link refers to. */
export interface Invited {
  /** E-mail address of the person whom the account was made for. */
  readonly accountEmail: string;
  /** E-mail address of the invited person. */
  readonly email: string;
  /** Whether the link was sent by e-mail, so that its holder reads mail to the address. */
  readonly isMailed: boolean;
}

/** Address and role of an invitation to create. */
interface NewInvitation {
  readonly email: string;
  readonly role: Role;
  readonly isMailed: boolean;
}

/** Reason why an invitation is refused. */
export type InvitationRefusal = "member" | "too-many";

/** Invitations to accounts; every method rejects with StoreUnavailable when the database is unavailable. */
export class Invitations {
  readonly #db: Kysely<ServiceDatabase>;

  constructor(db: Kysely<ServiceDatabase>) {
    this.#db = db;
  }

  /** Returns the invitations of an account that can still be accepted. */
  async list(accountId: string): Promise<readonly Invitation[]> {
    const query = this.#db
      .selectFrom("invitations")
      .select(["id", "email", "role", "expires_at as expiresAt"])
      .where("account_id", "=", accountId)
      .where("expires_at", ">", new Date())
      .orderBy("email");
    const rows = await reaching("accounts", query.execute());
    return rows.map((row) => ({ ...row, role: row.role as Role }));
  }

  /** Creates an invitation for an address, replacing an earlier one, and returns the token of its link. */
  create(
    accountId: string,
    { email, role, isMailed }: NewInvitation,
  ): Promise<{ readonly token: string } | InvitationRefusal> {
    const token = randomSecret();
    const now = new Date();
    const work = this.#db.transaction().execute(async (transaction) => {
      // Concurrent invitations to the same account wait.
      await holdAccount(transaction, accountId);
      await transaction
        .deleteFrom("invitations")
        .where("account_id", "=", accountId)
        .where((where) => where.or([where("email", "=", email), where("expires_at", "<", now)]))
        .execute();
      const members = await transaction
        .selectFrom("members")
        .innerJoin("people", "people.id", "members.person_id")
        .select("people.email")
        .where("account_id", "=", accountId)
        .execute();
      if (members.some((member) => member.email === email)) return "member";
      const { invited } = await transaction
        .selectFrom("invitations")
        .select(({ fn }) => fn.countAll<number>().as("invited"))
        .where("account_id", "=", accountId)
        .executeTakeFirstOrThrow();
      if (members.length + Number(invited) >= LIMITS.membersPerAccount) return "too-many";
      await transaction
        .insertInto("invitations")
        .values({
          id: newId("invitation"),
          account_id: accountId,
          email,
          role,
          token_hash: hashSecret(token),
          is_mailed: isMailed,
          created_at: now,
          expires_at: new Date(now.getTime() + INVITATION_SECONDS * 1000),
        })
        .execute();
      return { token };
    });
    return reaching("accounts", work);
  }

  async revoke(accountId: string, id: string): Promise<void> {
    const query = this.#db
      .deleteFrom("invitations")
      .where("account_id", "=", accountId)
      .where("id", "=", id);
    await reaching("accounts", query.execute());
  }

  /** Returns what a link refers to; undefined for a link that has ended. */
  look(token: string): Promise<Invited | undefined> {
    const query = this.#db
      .selectFrom("invitations")
      .innerJoin("accounts", "accounts.id", "invitations.account_id")
      .select(["accounts.email as accountEmail", "invitations.email", "is_mailed as isMailed"])
      .where("token_hash", "=", hashSecret(token))
      .where("expires_at", ">", new Date());
    return reaching("accounts", query.executeTakeFirst());
  }

  /** Uses up a link: makes the person a member and returns the account id; undefined for a link that has ended. */
  accept(token: string, personId: string): Promise<string | undefined> {
    const now = new Date();
    const work = this.#db.transaction().execute(async (transaction) => {
      const invitation = await transaction
        .deleteFrom("invitations")
        .where("token_hash", "=", hashSecret(token))
        .where("expires_at", ">", now)
        .returning(["account_id", "role"])
        .executeTakeFirst();
      if (invitation === undefined) return undefined;
      await transaction
        .insertInto("members")
        .values({ ...invitation, person_id: personId, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return invitation.account_id;
    });
    return reaching("accounts", work);
  }
}
