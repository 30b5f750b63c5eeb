import type { ConsoleRole } from "../settings/console-people.ts";

/** Returns the options of a console route that requires a role. */
export function forRole(consoleRole: ConsoleRole) {
  return { config: { consoleRole } };
}
