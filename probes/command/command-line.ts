import { parseArgs } from "node:util";

import { ConfigError } from "../prober-config.ts";

/** What `npm run check` is asked to do. */
export type CheckCommand =
  | { readonly do: "help" }
  /** Ids of checks or components. */
  | { readonly do: "run"; readonly names: readonly string[] }
  | { readonly do: "list evidence"; readonly checkId: string | undefined }
  | { readonly do: "replay"; readonly evidenceId: string };

/** How it is used. */
export const CHECK_HELP = `npm run check -- ID…                 runs checks, or those of components, once and now
npm run check -- --evidence [CHECK]  lists what is kept of failed speech runs, and of the last good ones
npm run check -- --replay EVIDENCE   runs a kept one again with the same input, and shows both results
Ends with 0 when everything passed, else with 1.
`;

/** Reads the command line; throws `ConfigError` in one line. */
export function readCheckCommand(parameters: readonly string[]): CheckCommand {
  const { values, positionals } = parsed(parameters);
  if (values.help) return { do: "help" };
  if (values.replay !== undefined) return { do: "replay", evidenceId: values.replay };
  if (values.evidence) return { do: "list evidence", checkId: positionals[0] };
  return { do: "run", names: positionals };
}

function parsed(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h", default: false },
        evidence: { type: "boolean", default: false },
        replay: { type: "string" },
      },
    });
  } catch (error) {
    const [line] = error instanceof Error ? error.message.split("\n") : [];
    throw new ConfigError(`${line ?? String(error)} (npm run check -- --help)`);
  }
}
