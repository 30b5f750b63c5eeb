import type { Option } from "commander";
import type { Static, TSchema } from "typebox";
import { listAnswer, type ListAnswer } from "../admin/answers.ts";
import type { AdminApi, Method } from "./admin-api.ts";
import { type Columns, listText } from "./answer-text.ts";

/** The options as commander names them; absent where not given. `--body -` has been replaced by standard input. */
export type Options = Readonly<Record<string, unknown>>;

/** Output of a command: `value` with --json, else `text`. */
interface Output {
  readonly value: unknown;
  readonly text: string;
}

export interface Command {
  readonly about: string;
  readonly options?: readonly Option[];
  /** Runs the command; throws CommandError. */
  readonly run: (api: AdminApi, options: Options, ...values: string[]) => Promise<Output>;
}

/** Request fields that are named differently from their options. */
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
 * Returns the `run` of a command that makes one request. Its argument is the `:id` in the path, or else the name of a new item;
 * its options are the other fields, with defaults from `defaults`.
 */
export function request<Schema extends TSchema>(
  schema: Schema,
  textOf: (value: Static<Schema>) => string,
  method: Method,
  path: string,
  defaults: object = {},
): Command["run"] {
  return async (api, options, argument = "") => {
    const fields = { ...defaults, ...fieldsOf(options) };
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

/** Returns the `run` of a command that lists items; its options filter them. */
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
