import { randomBytes } from "node:crypto";
import type { DashboardSessions } from "./dashboard-sessions.ts";
import { hashPassword, isPassword } from "./password.ts";
import { reaching } from "./store-unavailable.ts";
import type { Account, AccountStore } from "./store.ts";

/** Signs people up and in, and changes their passwords; every method rejects with StoreUnavailable when the database is away. */
export class SignIn {
  readonly #accounts: AccountStore;
  readonly #sessions: DashboardSessions;
  /** Compared when there is no such account, so that the time taken does not tell. */
  readonly #nobodysHash = hashPassword(randomBytes(16).toString("hex"));

  constructor(accounts: AccountStore, sessions: DashboardSessions) {
    this.#accounts = accounts;
    this.#sessions = sessions;
  }

  /** Returns the token for the session cookie, or undefined when e-mail and password do not belong together. */
  async signIn(email: string, password: string): Promise<string | undefined> {
    const account = await this.#accountOf(email, password);
    return account === undefined ? undefined : this.#sessions.begin(account.id);
  }

  /** Makes an account and returns the token for its session cookie; undefined when the e-mail address has an account. */
  async signUp(email: string, password: string): Promise<string | undefined> {
    const passwordHash = await hashPassword(password);
    const account = await reaching("accounts", this.#accounts.createAccount(email, passwordHash));
    return account === undefined ? undefined : this.#sessions.begin(account.id);
  }

  /** Changes a password and ends the sessions of the account but that of `token`; false when `current` is not the password. */
  async changePassword(
    { email }: Account,
    change: { readonly current: string; readonly next: string; readonly token: string },
  ): Promise<boolean> {
    const account = await this.#accountOf(email, change.current);
    if (account === undefined) return false;
    const passwordHash = await hashPassword(change.next);
    await reaching("accounts", this.#accounts.setPassword(account.id, passwordHash));
    await this.#sessions.endAll(account.id, change.token);
    return true;
  }

  async #accountOf(email: string, password: string): Promise<Account | undefined> {
    // The hash is not among what the database has to answer in time: many may wait for theirs.
    const found = await reaching("accounts", this.#accounts.findAccount(email));
    const matches = await isPassword(password, found?.passwordHash ?? (await this.#nobodysHash));
    return matches ? found?.account : undefined;
  }
}
