import { Command as CommanderCommand, InvalidArgumentError, Option } from "commander";
import { fields } from "#runtime/plain-table.ts";
import type { AdminApi } from "./admin-api.ts";
import type { Options } from "./command.ts";
import { commands, languageList } from "./commands.ts";

interface Surroundings {
  /** Returns a client of the admin API as `actor`, or as the logged-in user; throws ConfigError or CommandError. */
  readonly connect: (actor: string | undefined) => Promise<AdminApi>;
  readonly readInput: () => Promise<string>;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

const NOTES = `
--name-LANGUAGE and --body-LANGUAGE take the texts in another language: ${languageList}.
TIME is now, +30m, "in 2h", 2026-11-21T14:00Z, or 2026-11-21T17:00 by the clock of this machine.
COMMAND --help lists its options.

It asks the status API at STATUS_URL with STATUS_ADMIN_TOKEN, or with the token that the status API made in DATA_DIR.
Ends with 0 when it was done, 1 when it could not be done, 2 when the command line is wrong.`;

/** Builds the command line from the table of commands; parsing throws CommanderError, running CommandError. */
export function statusProgram({
  connect,
  readInput,
  print,
  printError,
}: Surroundings): CommanderCommand {
  const program = new CommanderCommand("npm run status --")
    .description(
      "Incidents and maintenance of the status page, who did what, what failed checks left",
    )
    .addOption(new Option("--json", "print JSON; npm run --silent keeps it alone"))
    .addOption(new Option("--actor <name>", "who the audit log names, else your login name"))
    .exitOverride()
    .configureOutput({
      writeOut: print,
      writeErr: printError,
      outputError: (message, write) =>
        write(
          `${message
            .replace(/^(error: )?/, "status: ")
            .trim()
            .replaceAll("\n", " ")}\n`,
        ),
    })
    .configureHelp({ showGlobalOptions: true });

  for (const [usage, { about, options: own = [], run }] of Object.entries(commands)) {
    const words = usage.split(" ");
    const command = parentOf(program, words)
      .command(words.join(" "))
      .description(about)
      .action(async () => {
        const { json, actor, body, ...given } = command.optsWithGlobals<
          Options & { json?: boolean; actor?: string; body?: string }
        >();
        const text = body === "-" ? (await readInput()).trim() : body;
        if (text === "" && body === "-")
          command.error("--body - reads from standard input, which is empty");
        const options = text === undefined ? given : { ...given, body: text };
        const api = await connect(actor);
        const output = await run(api, options, ...command.args).catch((error: unknown) => {
          if (error instanceof InvalidArgumentError) command.error(error.message);
          throw error;
        });
        print(json === true ? `${JSON.stringify(output.value, null, 2)}\n` : output.text);
      });
    for (const option of own) command.addOption(option);
  }
  const list = Object.entries(commands).map(([usage, { about }]) => [`  ${usage}`, about] as const);
  return program
    .configureHelp({ visibleCommands: () => [] })
    .addHelpText("after", `\nCommands:\n${fields(list)}${NOTES}`);
}

/** Returns the parent of a command; removes the name of its group, such as `incident`, from `words`. */
function parentOf(program: CommanderCommand, words: string[]): CommanderCommand {
  const [group = "", next = "<"] = words;
  if (next.startsWith("<")) return program;
  words.shift();
  return program.commands.find((command) => command.name() === group) ?? program.command(group);
}
