import { Option } from "commander";
import type { Static, TSchema } from "typebox";
import type { AdminApi, AdminRequest } from "./admin-api.ts";
import type { TranslationOptions } from "./translation-options.ts";

/** The options of all commands as they were given; undefined where not given. */
export interface Options extends TranslationOptions {
  readonly open?: boolean;
  readonly active?: boolean;
  readonly limit?: string;
  readonly before?: string;
  readonly name?: string;
  /** Never `-`: that is replaced by standard input before a command sees it. */
  readonly body?: string;
  readonly status?: string;
  readonly impact?: string;
  readonly component?: readonly string[];
  /** Epoch milliseconds, as `from` and `until`. */
  readonly since?: number;
  readonly from?: number;
  readonly until?: number;
  /** Milliseconds. */
  readonly for?: number;
  readonly of?: string;
  readonly check?: string;
  readonly incident?: string;
  readonly save?: string;
}

/** What a command prints: `value` with --json, else `text`. */
export interface Output {
  readonly value: unknown;
  readonly text: string;
}

export interface Command {
  /** Its words, then `<argument>`s. */
  readonly usage: string;
  readonly about: string;
  readonly options: readonly Option[];
  /** Carries it out; throws CommandError. */
  readonly run: (api: AdminApi, options: Options, ...values: string[]) => Promise<Output>;
}

export type RequestOf = (options: Options, ...values: string[]) => AdminRequest;

/** Carries a command out that is one request. */
export function request<Schema extends TSchema>(
  schema: Schema,
  textOf: (value: Static<Schema>) => string,
  requestOf: RequestOf,
): Command["run"] {
  return async (api, options, ...values) => {
    const value = await api.ask(schema, requestOf(options, ...values));
    return { value, text: textOf(value) };
  };
}

/** An option that a command cannot do without. */
export function required(flags: string, about: string): Option {
  return new Option(flags, about).makeOptionMandatory();
}
