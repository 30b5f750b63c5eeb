import { randomSecret } from "#runtime/random-secret.ts";
import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { hashSecret } from "./api-key.ts";
import type { Entrant } from "./dashboard-sessions.ts";
import type { Identity, VisitSecrets } from "#openid/provider.ts";
import type { People, Person } from "./people.ts";
import type { SecondSteps } from "./second-steps.ts";
import { reaching } from "./store-unavailable.ts";
import type { AccountStore } from "./store.ts";

export const VISIT_SECONDS = 600;

/** Reason why someone whom the provider knows is not let in. */
export type ProviderRefusal =
  /** The provider has not verified an e-mail address. */
  | "unverified"
  /** The address has an unconfirmed account, or its person has a second step: they have to sign in with the password first. */
  | "connect-first"
  /** Nobody has the address, and sign-up is closed; or the person is a member of no account. */
  | "no-account"
  /** The signed-in person has another address, or the identity belongs to somebody else. */
  | "other-person";

/** State of a sign-in at the provider, and where it leads afterwards. */
interface Visit extends VisitSecrets {
  readonly next: string;
}

/** Signs people in with an identity provider; every method rejects with StoreUnavailable when the database is unavailable. */
export class ProviderSignIn {
  readonly #db: Kysely<ServiceDatabase>;
  readonly #accounts: AccountStore;
  readonly #people: People;
  readonly #hasSecondStep: (personId: string) => Promise<boolean>;

  constructor(
    db: Kysely<ServiceDatabase>,
    accounts: AccountStore,
    people: People,
    secondSteps: Pick<SecondSteps, "stateOf">,
  ) {
    this.#db = db;
    this.#hasSecondStep = async (personId) => (await secondSteps.stateOf(personId)).isOn;
    this.#accounts = accounts;
    this.#people = people;
  }

  /** Stores the state of a browser that is sent to the provider, and returns the token for its cookie. */
  beginVisit({ state, nonce, codeVerifier, next }: Visit): Promise<string> {
    const token = randomSecret();
    const now = Date.now();
    const work = async () => {
      const ended = this.#db.deleteFrom("provider_visits").where("expires_at", "<", new Date(now));
      await ended.execute();
      await this.#db
        .insertInto("provider_visits")
        .values({
          token_hash: hashSecret(token),
          state,
          nonce,
          code_verifier: codeVerifier,
          next,
          expires_at: new Date(now + VISIT_SECONDS * 1000),
        })
        .execute();
      return token;
    };
    return reaching("accounts", work());
  }

  /** Removes and returns the visit of a cookie's token; undefined when it has ended. */
  async endVisit(token: string): Promise<Visit | undefined> {
    const query = this.#db
      .deleteFrom("provider_visits")
      .where("token_hash", "=", hashSecret(token))
      .where("expires_at", ">", new Date())
      .returning(["state", "nonce", "code_verifier", "next"]);
    const row = await reaching("accounts", query.executeTakeFirst());
    return row && { ...row, codeVerifier: row.code_verifier };
  }

  /**
   * Returns who signs in with an identity. A new identity is linked to the person who has its verified address, if the address
   * was confirmed here as well: otherwise somebody could wait, with a password, in an account made for another's address. A
   * person with a second step is not let in on the strength of their mail alone: they connect the provider while signed in.
   */
  async enter(identity: Identity, signUpIsOpen: boolean): Promise<Entrant | ProviderRefusal> {
    const linked = await this.#personOf(identity);
    if (linked !== undefined) return this.#entrantOf(linked);
    const { verifiedEmail } = identity;
    if (verifiedEmail === undefined) return "unverified";
    const person = await this.#people.find(verifiedEmail);
    if (person !== undefined) {
      if (!person.isConfirmed || (await this.#hasSecondStep(person.id))) return "connect-first";
      await this.#link(identity, person.id);
      return this.#entrantOf(person.id);
    }
    if (!signUpIsOpen) return "no-account";
    const made = this.#accounts.createAccount(verifiedEmail, null, new Date());
    const account = await reaching("accounts", made);
    // A concurrent sign-in of the same person was first.
    if (account === undefined) return this.enter(identity, signUpIsOpen);
    await this.#link(identity, account.personId);
    return { personId: account.personId, accountId: account.id };
  }

  /** Creates a person for an identity, not yet a member of any account; undefined when the identity or its address is taken. */
  async makePerson(identity: Identity, verifiedEmail: string): Promise<string | undefined> {
    if ((await this.#personOf(identity)) !== undefined) return undefined;
    const personId = await this.#people.create(verifiedEmail, null, new Date());
    if (personId !== undefined) await this.#link(identity, personId);
    return personId;
  }

  /** Links an identity to a signed-in person who has its verified address, which confirms the address. */
  async connect(identity: Identity, person: Person): Promise<ProviderRefusal | undefined> {
    const linked = await this.#personOf(identity);
    if (linked !== undefined) return linked === person.id ? undefined : "other-person";
    if (identity.verifiedEmail === undefined) return "unverified";
    if (identity.verifiedEmail !== person.email) return "other-person";
    await this.#link(identity, person.id);
    await this.#people.confirm(person.id);
    return undefined;
  }

  /** Returns whether a person can sign in with the provider. */
  async isConnected(personId: string): Promise<boolean> {
    const query = this.#db
      .selectFrom("identities")
      .select("subject")
      .where("person_id", "=", personId)
      .limit(1);
    return (await reaching("accounts", query.executeTakeFirst())) !== undefined;
  }

  async #personOf({ issuer, subject }: Identity): Promise<string | undefined> {
    const query = this.#db
      .selectFrom("identities")
      .select("person_id")
      .where("issuer", "=", issuer)
      .where("subject", "=", subject);
    return (await reaching("accounts", query.executeTakeFirst()))?.person_id;
  }

  async #link({ issuer, subject }: Identity, personId: string): Promise<void> {
    const query = this.#db
      .insertInto("identities")
      .values({ issuer, subject, person_id: personId, created_at: new Date() })
      .onConflict((conflict) => conflict.doNothing());
    await reaching("accounts", query.execute());
  }

  async #entrantOf(personId: string): Promise<Entrant | ProviderRefusal> {
    const accountId = await this.#people.firstAccountOf(personId);
    return accountId === undefined ? "no-account" : { personId, accountId };
  }
}
