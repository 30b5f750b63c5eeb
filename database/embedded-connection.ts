import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import path from "node:path";
import type { Duplex } from "node:stream";
import { CONNECTION } from "./embedded-descriptor.ts";

const entry = path.join(import.meta.dirname, "embedded-main.ts");

/**
 * Favour low memory over speed in heavy computations: optimising the database's code takes seconds and 100 MB, and malloc
 * never returns what it takes for each thread.
 */
const NODE_FLAGS = ["--liftoff-only", "--optimize-for-size"];
const ENVIRONMENT = { MALLOC_ARENA_MAX: "2" };

/** Makes connections to an embedded database, as streams for a PostgreSQL client. */
interface EmbeddedConnections {
  readonly connect: () => Duplex;
  /** The pid of the process that the database runs in now. */
  pid(): number | undefined;
  /** Resolves when that process has exited, which is some time after its connection was closed. */
  gone(): Promise<void>;
}

/**
 * Connects to the embedded database in `directory`, which runs in its own process for as long as the connection is open.
 * There can be one connection at a time.
 */
export function embeddedConnections(directory: string): EmbeddedConnections {
  let child: ChildProcess | undefined;
  const connect = (): Duplex => {
    // The pool has given up the connection to the previous process.
    child?.kill("SIGKILL");
    // Our pid is an argument of the child: if this process ended early, the child would read another parent's pid.
    child = spawn(process.execPath, [...NODE_FLAGS, entry, String(process.pid), directory], {
      stdio: ["ignore", "ignore", "inherit", "pipe"],
      env: ENVIRONMENT,
    });
    const socket = child.stdio[CONNECTION] as Socket;
    child.on("error", (error) => socket.destroy(error));
    // Emitted if the database dies after its client stopped listening.
    socket.on("error", () => {});
    return Object.assign(socket, {
      connect() {
        process.nextTick(() => socket.emit("connect"));
        return socket;
      },
    });
  };
  const gone = async (): Promise<void> => {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    await once(child, "exit");
  };
  return { connect, pid: () => child?.pid, gone };
}
