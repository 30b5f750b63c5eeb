import { fileURLToPath } from "node:url";
import { Command, CommanderError } from "commander";
import { endWith, EXIT, Fault } from "#runtime/fault.ts";
import { StopSignals } from "#runtime/stop-signals.ts";
import { readConfig, readDownloadConfig } from "./config.ts";
import { AudioError } from "./engine/audio/audio-error.ts";
import { EngineError } from "./engine/admission/engine-error.ts";
import { ApiError } from "./contract/errors.ts";
import { commands, type Options } from "./model-commands/commands.ts";

/** `npm run models`: lists, downloads and checks models; --help says how. */

const NOTES = `
DIR is the folder of a model; docs/models.md says what is in it. Installed are those in SPEECH_MODELS_DIR, else the bundled ones; get puts
a model beside them. It goes through HTTPS_PROXY and HTTP_PROXY but for hosts in NO_PROXY, and asks MODELS_MIRROR where that is set. One
that was stopped goes on where it was.
Speed is by the model's own clock: on a busy machine it is lower.
Ends with 0 when it was done, 1 when a model does not fit or a file cannot be used, 2 when the command line is wrong.`;

async function main(parameters: readonly string[]): Promise<void> {
  const program = new Command("npm run models --")
    .description(
      "Models of the speech service: what is installed, what can be had, whether a folder fits, how well it does",
    )
    .addHelpText("after", NOTES)
    .exitOverride()
    .configureOutput({ outputError: (message, write) => write(oneLine(message)) });
  const bundledModelsFolder = fileURLToPath(new URL("./models", import.meta.url));
  const clipsFolder = fileURLToPath(new URL("../fixtures/audio", import.meta.url));
  const catalogueFile = fileURLToPath(
    new URL("./model-commands/catalogue/catalogue.json", import.meta.url),
  );
  const downloads = () => ({
    ...readDownloadConfig(process.env),
    output: process.stderr,
    stopping: new StopSignals().requested,
  });
  for (const { usage, about, options, run } of commands) {
    const command = program.command(usage).description(about);
    for (const option of options) command.addOption(option);
    command.action(async () => {
      const { modelsFolder } = readConfig(process.env);
      const places = { modelsFolder, bundledModelsFolder, clipsFolder, catalogueFile, downloads };
      const answer = await run(places, command.opts<Options>(), ...command.args);
      if (typeof answer === "string") process.stdout.write(answer);
      else throw new Fault(answer.problems.join("\n"));
    });
  }
  await program.parseAsync(parameters.length === 0 ? ["--help"] : parameters, { from: "user" });
}

function oneLine(message: string): string {
  return `models: ${message
    .replace(/^error: /, "")
    .trim()
    .replaceAll("\n", " ")} (npm run models -- --help)\n`;
}

/** Converts an error of a file or a model to a Fault, which the operator can fix; returns any other as it is. */
function asFault(error: unknown): unknown {
  const isExpected = [AudioError, EngineError, ApiError].some((kind) => error instanceof kind);
  return isExpected ? new Fault((error as Error).message.replaceAll(/\s+/g, " ")) : error;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode && EXIT.wrongUse;
  else endWith(asFault(error));
}
