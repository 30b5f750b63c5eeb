import { createRequire } from "node:module";
import type { DestinationStream } from "pino";
import type { PrettyOptions } from "pino-pretty";
import { isServerFault } from "./server-fault.ts";
import type { Environment } from "./settings.ts";
import { Settings } from "./settings.ts";

/** The message of the log line that is written for every answered request. */
export const REQUEST_MESSAGE = "request";

/** Fields that are left out at a terminal, where they are obvious. */
const KNOWN = new Set(["level", "time", "pid", "hostname", "name", "msg", "err"]);

export type LogOutput = Pick<NodeJS.WriteStream, "write"> &
  Partial<Pick<NodeJS.WriteStream, "isTTY" | "hasColors">>;

type Entry = Readonly<Record<string, unknown>>;

/**
 * Returns what a log is written to: JSON lines for machines, short lines for a person at a terminal. In production lines are
 * always JSON. At a terminal requests that went well are left out, unless `LOG_REQUESTS` is true.
 */
export function logOutput(
  output: LogOutput = process.stdout,
  environment: Environment = process.env,
): DestinationStream {
  if (output.isTTY !== true || environment["NODE_ENV"] === "production") return output;
  const read = new Settings(environment);
  const withRequests = read.oneOf("LOG_REQUESTS", ["true", "false"]) === "true";
  const short = shortLines(output.hasColors?.() === true);
  return {
    write(line) {
      const entry = JSON.parse(line) as Entry;
      if (withRequests || isWorthALine(entry)) output.write(short(entry));
    },
  };
}

/** Omits requests that went well: a person wants to see what happens, not each of them. */
function isWorthALine({ msg, status }: Entry): boolean {
  return msg !== REQUEST_MESSAGE || isServerFault(Number(status));
}

function shortLines(colorize: boolean): (entry: Entry) => string {
  // Loaded on demand, since only terminals need it.
  const { prettyFactory } = createRequire(import.meta.url)("pino-pretty") as {
    readonly prettyFactory: (options: PrettyOptions) => (entry: unknown) => string;
  };
  return prettyFactory({
    colorize,
    colorizeObjects: false,
    translateTime: "SYS:HH:MM:ss",
    ignore: "pid,hostname,name",
    hideObject: true,
    errorLikeObjectKeys: [],
    messageFormat: (entry, messageKey, _level, { colors }) => {
      const details = detailsOf(entry);
      const message = `${String(entry[messageKey])}${faultOf(entry)}`;
      return details === "" ? message : `${message} ${colors.gray(details)}`;
    },
  });
}

function faultOf({ err }: Entry): string {
  if (typeof err !== "object" || err === null || !("message" in err)) return "";
  return `: ${String(err.message).replaceAll(/\s*\n\s*/g, " ")}`;
}

function detailsOf(entry: Entry): string {
  return Object.entries(entry)
    .filter(([name]) => !KNOWN.has(name))
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" ");
}
