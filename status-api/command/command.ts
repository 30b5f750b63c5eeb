import type { Option } from "commander";
import type { Static, TSchema } from "typebox";
import { listAnswer, type ListAnswer } from "../admin/answers.ts";
import type { AdminApi, Method } from "./admin-api.ts";
import { type Columns, listText } from "./answer-text.ts";

/** The options as commander names them; absent where not given. Standard input stands in place of `--body -`. */
export type Options = Readonly<Record<string, unknown>>;

/** What a command prints: `value` with --json, else `text`. */
interface Output {
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

/** The fields of requests that are not called as their options. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  since: "started_at",
  from: "scheduled_for",
  until: "scheduled_until",
  of: "subject",
  open: "status",
  active: "status",
};

/** Returns the fields that options stand for: `nameTr` is `name_tr`, and a repeatable `component` is `components`. */
function fieldsOf(options: Options): Readonly<Record<string, unknown>> {
  const fieldOf = (option: string, value: unknown): string => {
    if (Array.isArray(value)) return `${option}s`;
    return FIELD_NAMES[option] ?? option.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  };
  return Object.fromEntries(
    Object.entries(options).map(([option, value]) => [fieldOf(option, value), value]),
  );
}

/**
 * Carries a command out that is one request. Its argument is the `:id` in the path, else the name of something new; its
 * options are the other fields, with `usual` where they are not given.
 */
export function request<Schema extends TSchema>(
  schema: Schema,
  textOf: (value: Static<Schema>) => string,
  method: Method,
  path: string,
  usual: object = {},
): Command["run"] {
  return async (api, options, argument = "") => {
    const fields = { ...usual, ...fieldsOf(options) };
    const value = await api.ask(schema, {
      method,
      path: path.replace(":id", encodeURIComponent(argument)),
      ...((method === "POST" || method === "PATCH") && {
        body: path.includes(":id") ? fields : { name: argument, ...fields },
      }),
    });
    return { value, text: textOf(value) };
  };
}

/** Carries a command out that lists things; its options choose them. */
export function list<Item extends TSchema>(
  path: string,
  item: Item,
  columns: Columns<Static<Item>>,
): Command["run"] {
  return async (api, options) => {
    const query = fieldsOf(options) as Readonly<Record<string, string>>;
    const value: ListAnswer<Static<Item>> = await api.ask(listAnswer(item), { path, query });
    return { value, text: listText(value, columns) };
  };
}
