import { pino, type Logger } from "pino";
import { type LogOutput, logOutput } from "./log-output.ts";
import { type Environment, Settings } from "./settings.ts";

/** Creates the logger of a program, which logs from `LOG_LEVEL` upwards; throws ConfigError. */
export function programLog(
  name: string,
  output: LogOutput = process.stdout,
  environment: Environment = process.env,
): Logger {
  const { logLevel } = new Settings(environment);
  return pino({ name, level: logLevel }, logOutput(output, environment));
}
