import { parseArgs } from "node:util";
import { UsageError } from "./usage-error.ts";

/** Every option of every command. */
const options = {
  help: { type: "boolean", short: "h" },
  json: { type: "boolean" },
  actor: { type: "string" },
  open: { type: "boolean" },
  active: { type: "boolean" },
  limit: { type: "string" },
  before: { type: "string" },
  name: { type: "string" },
  "name-tr": { type: "string" },
  body: { type: "string" },
  "body-tr": { type: "string" },
  status: { type: "string" },
  impact: { type: "string" },
  component: { type: "string", multiple: true },
  since: { type: "string" },
  from: { type: "string" },
  until: { type: "string" },
  for: { type: "string" },
  of: { type: "string" },
  check: { type: "string" },
  incident: { type: "string" },
  save: { type: "string" },
} as const;

/** Options as they were given. */
export type Values = ReturnType<typeof readOptions>["values"];
export type OptionName = keyof typeof options;

/** Takes options and words apart. Throws UsageError. */
export function readOptions(parameters: readonly string[]) {
  try {
    return parseArgs({ args: [...parameters], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
