import { CommanderError, Command as Program } from "commander";
import { fields } from "#runtime/plain-table.ts";
import { commands, LIMIT_NAMES, type Options, type Request, UsageError } from "./commands.ts";

export interface CommandLine extends Request {
  readonly isJson: boolean;
  /** Whether the new password is read from standard input. */
  readonly passwordFromInput: boolean;
}

const NOTES = `
VALUE is a number, none for no limit, or default. A running service follows within 5 seconds.
Limits: ${LIMIT_NAMES}.
COMMAND --help lists its options.

With SERVICE_DATABASE_URL it works on that database. Without, on the embedded one in DATA_DIR: through the service
where that runs, else by itself. --json prints JSON (npm run --silent keeps it alone on standard output).
Ends with 0 when it was done, 1 when it could not be done, 2 when the command line is wrong.`;

/** Reads the arguments of a command line, or returns the help that they request; throws UsageError. */
export function readCommandLine(
  parameters: readonly string[],
): CommandLine | { readonly help: string } {
  const program = new Program("npm run accounts --")
    .description("Accounts of the speech service: who may use it, with which keys, and how much")
    .option("--json", "print JSON")
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  let help = "";
  program.configureOutput({ writeOut: (text) => (help += text), outputError: () => undefined });
  let line: CommandLine | undefined;
  for (const { usage, about, options, read } of commands) {
    const command = program.command(usage).description(about);
    for (const option of options) command.addOption(option);
    command.action(() => {
      const { json, ...given } = command.optsWithGlobals<Options & { readonly json?: boolean }>();
      line = {
        ...read(given, ...command.args),
        isJson: json === true,
        passwordFromInput: given.passwordStdin === true,
      };
    });
  }
  program
    .configureHelp({ visibleCommands: () => [] })
    .addHelpText("after", `\nCommands:\n${commandList()}${NOTES}`);
  try {
    program.parse(parameters.length === 0 ? ["--help"] : parameters, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { help };
    throw new UsageError(messageOf(error, program.args[0]));
  }
  if (line === undefined) throw new Error("commander ran no command");
  return line;
}

function messageOf({ code, message }: CommanderError, name: string | undefined): string {
  if (code === "commander.unknownCommand") return `there is no command ${name}; --help lists them`;
  return message.replace(/^error: /, "").replaceAll("\n", " ");
}

function commandList(): string {
  return fields(commands.map(({ usage, about }) => [`  ${usage}`, about]));
}
