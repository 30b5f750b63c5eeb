import { ConfigError } from "./settings.ts";

interface Place {
  /** Undefined where a program listens on every address. */
  readonly host?: string | undefined;
  readonly port: number;
}

/** Returns a `ConfigError` that names the setting at fault, `NAME_PORT` or `NAME_HOST`, where a program cannot listen; any other error as it is. */
export function listenFault(error: unknown, name: string, { host, port }: Place): unknown {
  const on = host === undefined ? "" : ` on ${host}`;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") {
    return new ConfigError(
      `${name}_PORT is ${port}, which another program uses${on}; it takes a free port`,
    );
  }
  if (code === "EACCES" && syscall === "listen") {
    return new ConfigError(
      `${name}_PORT is ${port}, which this user may not listen on; it takes a port above 1023`,
    );
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new ConfigError(
      `${name}_HOST is "${host}", which is no address of this machine; it takes one that is`,
    );
  }
  return syscall === "listen"
    ? new ConfigError(`${name}_PORT is ${port}, where it cannot listen${on} (${code})`)
    : error;
}
