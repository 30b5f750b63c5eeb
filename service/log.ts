import { pino, type Logger } from "pino";
import type { LogLevel } from "./config.ts";
import { errorEntry, withoutCredentials } from "./log-privacy.ts";

/** The message of the line that every answered request leaves. */
export const REQUEST_MESSAGE = "request";

const { labels: LEVEL_NAMES } = pino.levels;
const SERVER_FAULT_STATUS = 500;

export type LogOutput = Pick<NodeJS.WriteStream, "write" | "isTTY">;

/**
 * Makes the service's log: JSON lines for machines, short lines for a person at a terminal.
 *
 * Of errors it has what helps to find them and nothing of what clients sent; no line has a key or a token.
 */
export function makeLog(output: LogOutput, level: LogLevel = "info"): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorEntry },
    hooks: { streamWrite: withoutCredentials },
  };
  if (!output.isTTY) return pino(options, output);
  return pino(options, {
    write: (line: string) => {
      const entry = JSON.parse(line) as Readonly<Record<string, unknown>>;
      if (isWorthALine(entry)) output.write(`${shortLine(entry)}\n`);
    },
  });
}

/** A person wants to see what happens, not every request that went well. */
function isWorthALine({ msg, status }: Readonly<Record<string, unknown>>): boolean {
  return msg !== REQUEST_MESSAGE || Number(status) >= SERVER_FAULT_STATUS;
}

function shortLine(entry: Readonly<Record<string, unknown>>): string {
  const { time, level, msg, err, ...rest } = entry;
  const clock = String(time).slice(11, 19);
  const details = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const fault =
    typeof err === "object" && err !== null && "message" in err ? `: ${String(err.message)}` : "";
  return [clock, LEVEL_NAMES[Number(level)] ?? level, `${String(msg)}${fault}`, ...details].join(
    " ",
  );
}
