import { pino, type Logger, type LoggerOptions } from "pino";
import { type LogOutput, logOutput } from "./log-output.ts";
import { type Environment, Settings } from "./settings.ts";

/**
 * Creates the logger of a program, which logs from `LOG_LEVEL` upwards; throws ConfigError. Lines of all programs have `level`,
 * `time` (ISO 8601), `pid`, `hostname`, `name` and `msg`.
 */
export function programLog(
  name: string,
  output: LogOutput = process.stdout,
  environment: Environment = process.env,
  options: Pick<LoggerOptions, "level" | "serializers" | "hooks"> = {},
): Logger {
  const { logLevel } = new Settings(environment);
  const { isoTime } = pino.stdTimeFunctions;
  return pino(
    { name, level: logLevel, timestamp: isoTime, ...options },
    logOutput(output, environment),
  );
}
