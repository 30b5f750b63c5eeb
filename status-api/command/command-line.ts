import type { Command } from "./command.ts";
import { type CommandForm, forms } from "./command-forms.ts";
import { type OptionName, readOptions, type Values } from "./options.ts";
import { UsageError } from "./usage-error.ts";

export interface CommandLine {
  readonly command: Command;
  readonly isJson: boolean;
  /** Undefined for the login name. */
  readonly actor: string | undefined;
}

const general: readonly OptionName[] = ["help", "json", "actor"];
/** Reads the arguments of the command line; `help` when that was asked for; throws UsageError. */
export function readCommandLine(
  parameters: readonly string[],
  nowMs: number,
): CommandLine | "help" {
  const { values, positionals } = readOptions(parameters);
  if (values.help === true || positionals.length === 0 || positionals[0] === "help") return "help";
  const words = positionals[0] === "audit" ? 1 : 2;
  const name = positionals.slice(0, words).join(" ");
  const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
  if (form === undefined) throw new UsageError(`there is no command ${name}; --help lists them`);
  checkOptions(name, form, values);
  const rest = positionals.slice(words);
  const superfluous = rest[form.takes];
  if (superfluous !== undefined) {
    throw new UsageError(
      `${superfluous} is one argument too many; texts of several words take quotes`,
    );
  }
  let taken = 0;
  const command = form.read({
    values,
    nowMs,
    argument(what) {
      const word = rest[taken++];
      if (word === undefined) throw new UsageError(`${name} takes ${what}`);
      return word;
    },
    required(option) {
      const value = values[option];
      if (value === undefined) throw new UsageError(`${name} takes --${option} TEXT`);
      return value;
    },
  });
  return { command, isJson: values.json === true, actor: values.actor };
}

function checkOptions(name: string, form: CommandForm, values: Values): void {
  const known: readonly string[] = [...general, ...form.options];
  const stranger = Object.keys(values).find((option) => !known.includes(option));
  if (stranger === undefined) return;
  const taken = form.options.map((option) => `--${option}`).join(", ");
  throw new UsageError(`${name} takes no --${stranger}; it takes ${taken || "no options"}`);
}
