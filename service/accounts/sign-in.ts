import type { DashboardSessions, Entrant } from "./dashboard-sessions.ts";
import type { OneTimeTokens } from "./one-time-tokens.ts";
import type { PasswordHashing } from "./password.ts";
import type { FoundPerson, People, Person } from "./people.ts";
import { reaching } from "./store-unavailable.ts";
import type { AccountStore } from "./store.ts";

/** Hash of a newly chosen password. */
export type ChosenPassword = string & { readonly [hashed]: true };
declare const hashed: unique symbol;

/**
 * Signs people up and in, and changes passwords. Every method rejects with StoreUnavailable when the database is unavailable,
 * and with PasswordsBusy when too many passwords are being hashed; clients take turns.
 */
export class SignIn {
  readonly #accounts: AccountStore;
  readonly #people: People;
  readonly #sessions: DashboardSessions;
  readonly #tokens: OneTimeTokens;
  readonly #passwords: PasswordHashing;

  constructor(
    accounts: AccountStore,
    people: People,
    sessions: DashboardSessions,
    tokens: OneTimeTokens,
    passwords: PasswordHashing,
  ) {
    this.#accounts = accounts;
    this.#people = people;
    this.#sessions = sessions;
    this.#tokens = tokens;
    this.#passwords = passwords;
  }

  /** Returns who signs in; `wrong` when e-mail and password do not match, `no-account` for a member of none. */
  async signIn(
    email: string,
    password: string,
    client: string,
  ): Promise<Entrant | "wrong" | "no-account"> {
    const person = await this.#personOf(email, password, client);
    if (person === undefined) return "wrong";
    const accountId = await this.#people.firstAccountOf(person.id);
    return accountId === undefined ? "no-account" : { personId: person.id, accountId };
  }

  /** Hashes a password before anything else is done with it, such as using up a link; rejects with PasswordsBusy. */
  async choose(password: string, client: string): Promise<ChosenPassword> {
    return (await this.#passwords.hash(password, client)) as ChosenPassword;
  }

  /** Creates a person with a password, not yet a member of any account; undefined when the e-mail address is taken. */
  async makePerson(
    email: string,
    password: ChosenPassword,
    confirmedAt: Date | null,
  ): Promise<string | undefined> {
    return this.#people.create(email, password, confirmedAt);
  }

  /** Creates an account and returns who signs in; undefined when the e-mail address is taken. */
  async signUp(
    email: string,
    password: ChosenPassword,
    confirmedAt: Date | null = null,
  ): Promise<Entrant | undefined> {
    const made = this.#accounts.createAccount(email, password, confirmedAt);
    const account = await reaching("accounts", made);
    return account && { personId: account.personId, accountId: account.id };
  }

  /** Returns whether a password is that of a person. */
  async knows({ email }: Person, password: string, client: string): Promise<boolean> {
    return (await this.#personOf(email, password, client)) !== undefined;
  }

  /** Changes a password and ends the person's sessions except that of `token`; false when `current` is not the password. */
  async changePassword(
    { email }: Person,
    change: { readonly current: string; readonly next: string; readonly token: string },
    client: string,
  ): Promise<boolean> {
    const person = await this.#personOf(email, change.current, client);
    if (person === undefined) return false;
    await this.#setPassword(person.id, await this.choose(change.next, client), change.token);
    return true;
  }

  /** Sets the password of a person who used the token in a mail, which confirms their address; ends all their sessions. */
  async resetPassword(personId: string, password: ChosenPassword): Promise<void> {
    await this.#setPassword(personId, password);
    await this.#people.confirm(personId);
  }

  async #setPassword(
    personId: string,
    password: ChosenPassword,
    keptToken?: string,
  ): Promise<void> {
    await this.#people.setPassword(personId, password);
    await this.#tokens.endPasswordTokens(personId);
    await this.#sessions.endAll(personId, keptToken);
  }

  async #personOf(
    email: string,
    password: string,
    client: string,
  ): Promise<FoundPerson | undefined> {
    // Hashing is outside the database timeout, because it may have to wait in the queue.
    const found = await this.#people.find(email);
    const matches = await this.#passwords.matches(password, found?.passwordHash, client);
    return matches ? found : undefined;
  }
}
