import type { ConsoleRole } from "../settings/console-people.ts";

/** The options of a route of the console that takes a role. */
export function forRole(consoleRole: ConsoleRole) {
  return { config: { consoleRole } };
}
