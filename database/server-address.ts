import { readFileSync } from "node:fs";
import { DatabaseOpenError } from "./database-open-error.ts";

/** Where a PostgreSQL server is, and which setting says so. */
export interface ServerAddress {
  /** The URL of the setting, with `sslmode` replaced; it may hold a password. */
  readonly url: string;
  /** The setting that it comes from, such as STATUS_DATABASE_URL. */
  readonly setting: string;
  /** The server and its database, without credentials. */
  readonly place: string;
}

/** Values of `sslmode` and what pg gets for each; of those that pg treats alike, the one that it does not warn about. */
const SSL_MODES: Readonly<Record<string, string>> = {
  disable: "disable",
  prefer: "verify-full",
  require: "verify-full",
  "verify-ca": "verify-full",
  "verify-full": "verify-full",
  "no-verify": "no-verify",
};

const FILES = ["sslrootcert", "sslcert", "sslkey"] as const;

/** Reads the address of a PostgreSQL server; throws `url_invalid` with what is wrong with it. */
export function readServerAddress(url: string, setting: string): ServerAddress {
  const parsed = URL.parse(url);
  if (parsed === null || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw invalid("a database URL has the form postgresql://user:password@host:port/name");
  }
  const { searchParams, host, pathname } = parsed;
  const place = `${host || searchParams.get("host") || "localhost"}${pathname}`;
  for (const name of FILES) {
    const file = searchParams.get(name);
    const fault = file === null ? undefined : faultOf(file);
    if (fault !== undefined) {
      throw invalid(`${setting} has ${name}=${file}, which cannot be read (${fault})`);
    }
  }
  const mode = searchParams.get("sslmode");
  if (mode === null || searchParams.get("uselibpqcompat") === "true")
    return { url, setting, place };
  const taken = SSL_MODES[mode];
  if (taken === undefined) {
    const known = Object.keys(SSL_MODES).join(", ");
    throw invalid(`${setting} has sslmode=${mode}; it takes one of ${known}`);
  }
  searchParams.set("sslmode", taken);
  return { url: parsed.href, setting, place };
}

function invalid(message: string): DatabaseOpenError {
  return new DatabaseOpenError("url_invalid", message);
}

function faultOf(file: string): string | undefined {
  try {
    readFileSync(file);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
