import { pino, type Logger } from "pino";

/** The message of the line that every answered request leaves. */
export const REQUEST_MESSAGE = "request";

const LEVEL_NAMES: Readonly<Record<number, string>> = { 30: "info", 40: "warn", 50: "error" };
const SERVER_FAULT_STATUS = 500;

/** Makes the service's log: JSON lines for machines, short lines for a person at a terminal. */
export function makeLog(output: NodeJS.WriteStream): Logger {
  const options = { base: null, timestamp: pino.stdTimeFunctions.isoTime };
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
