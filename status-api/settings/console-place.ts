import type { Settings } from "#runtime/settings.ts";
import { hostInUrl } from "./host-in-url.ts";

/** Where the console is. */
export interface ConsolePlace {
  /** The address it listens on by itself; undefined: that of the status page. */
  readonly consoleListener: { readonly host: string; readonly port: number } | undefined;
  /** Where people on call find it, without `/console` and without a slash at its end. */
  readonly consoleUrl: string;
}

/** Reads CONSOLE_HOST, CONSOLE_PORT and CONSOLE_URL; without a port the console is where the status page is. Throws ConfigError. */
export function readConsolePlace(
  read: Settings,
  page: { readonly host: string; readonly url: string },
): ConsolePlace {
  const port = read.port("CONSOLE_PORT", undefined);
  const host = read.text("CONSOLE_HOST") ?? page.host;
  const url = read.webRoot("CONSOLE_URL");
  if (port === undefined) return { consoleListener: undefined, consoleUrl: url ?? page.url };
  return {
    consoleListener: { host, port },
    consoleUrl: url ?? `http://${hostInUrl(host)}:${port}`,
  };
}
