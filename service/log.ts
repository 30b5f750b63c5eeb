import type { Logger } from "pino";
import type { LogOutput } from "#runtime/log-output.ts";
import { programLog } from "#runtime/program-log.ts";
import type { Environment, LogLevel } from "#runtime/settings.ts";
import { errorEntry, withoutCredentials } from "./log-privacy.ts";

/**
 * Creates the service's log.
 *
 * Errors are logged with what helps to find them and nothing that clients sent; no line contains a key or a token.
 */
export function makeLog(
  output: LogOutput,
  level: LogLevel = "info",
  environment: Environment = process.env,
): Logger {
  return programLog("speech-service", output, environment, {
    level,
    serializers: { err: errorEntry },
    hooks: { streamWrite: withoutCredentials },
  });
}
