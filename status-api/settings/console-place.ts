import type { Settings } from "#runtime/settings.ts";
import { hostInUrl } from "./host-in-url.ts";

/** Where the console is. */
export interface ConsolePlace {
  /** The address of its separate listener; undefined: it is served with the status page. */
  readonly consoleListener: { readonly host: string; readonly port: number } | undefined;
  /** Its public URL, without `/console` and without a trailing slash. */
  readonly consoleUrl: string;
}

/**
 * Reads CONSOLE_HOST, CONSOLE_PORT and CONSOLE_URL; without a port the console is served with the status page. Throws
 * ConfigError.
 */
export function readConsolePlace(
  read: Settings,
  page: { readonly host: string; readonly url: string },
): ConsolePlace {
  const port = read.port("CONSOLE_PORT", undefined);
  const host = read.text("CONSOLE_HOST") ?? page.host;
  const url = read.siteUrl("CONSOLE_URL");
  if (port === undefined) return { consoleListener: undefined, consoleUrl: url ?? page.url };
  return {
    consoleListener: { host, port },
    consoleUrl: url ?? `http://${hostInUrl(host)}:${port}`,
  };
}
