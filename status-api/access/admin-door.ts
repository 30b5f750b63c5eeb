import { randomSecret } from "#runtime/random-secret.ts";
import type { IncomingHttpHeaders } from "node:http";
import { MINUTE_MS } from "#units/time.ts";
import { tokenOf } from "#monitor/bearer-token.ts";
import { AddressLimit } from "./address-limit.ts";

/** The settings of the accepted tokens, in their order. */
const TOKEN_SETTINGS = ["STATUS_ADMIN_TOKEN", "STATUS_ADMIN_TOKEN_2"];
const VOUCHER_HEADER = "x-vouched-by";
const WRONG_TOKENS_PER_MINUTE = 10;

/**
 * Decides who may use the admin API, and what vouches for the name that a request gives as its actor: the token that it
 * carries, or a part of this process that knows the person.
 */
export class AdminDoor {
  /** The wrong tokens of each client, wherever it tries them. */
  readonly wrongTokens = new AddressLimit(WRONG_TOKENS_PER_MINUTE, MINUTE_MS);
  readonly #tokens: () => readonly string[];
  /** Known to this process alone: a client that knows an admin token cannot name another voucher. */
  readonly #ownToken = randomSecret();

  /** `tokens` returns the accepted tokens; none until the database, which stores the first one, has been reached. */
  constructor(tokens: () => readonly string[]) {
    this.#tokens = tokens;
  }

  get tokens(): readonly string[] {
    return this.#tokens();
  }

  /** Returns the setting of the token that an Authorization header carries; undefined if it carries none. */
  settingOf(authorization: string | undefined): string | undefined {
    const { tokens } = this;
    const token = tokenOf(authorization, tokens);
    return token === undefined ? undefined : TOKEN_SETTINGS[tokens.indexOf(token)];
  }

  /** Returns what vouches for the actor of a request; undefined where it may not use the admin API. */
  voucherOf(headers: IncomingHttpHeaders): string | undefined {
    const { authorization } = headers;
    if (tokenOf(authorization, [this.#ownToken]) === undefined)
      return this.settingOf(authorization);
    return String(headers[VOUCHER_HEADER]);
  }

  /** Returns the headers of a request that this process makes for a person whom `voucher` vouches for. */
  headersFor(actor: string, voucher: string): Readonly<Record<string, string>> {
    return {
      authorization: `Bearer ${this.#ownToken}`,
      "x-actor": actor,
      [VOUCHER_HEADER]: voucher,
    };
  }
}
