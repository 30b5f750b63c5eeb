import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import path from "node:path";
import type { Duplex } from "node:stream";

const entry = path.join(import.meta.dirname, "embedded-main.ts");
const CONNECTION = 3;

/**
 * Light rather than quick where there is much to compute: to optimise the database's code takes seconds and 100 MB, and what
 * malloc takes for each thread stays.
 */
const NODE_FLAGS = ["--liftoff-only", "--optimize-for-size"];
const ENVIRONMENT = { MALLOC_ARENA_MAX: "2" };

/** What makes the stream of a connection to an embedded database, for a client of PostgreSQL. */
interface EmbeddedConnections {
  readonly connect: () => Duplex;
  /** The process that the database runs in now. */
  pid(): number | undefined;
  /** Resolves when that process is gone, which it is some time after its connection was closed. */
  gone(): Promise<void>;
}

/**
 * Connects to the embedded database in `directory`, which runs in a process of its own, from the connection's start to its
 * end. There can be one at a time.
 */
export function embeddedConnections(directory: string): EmbeddedConnections {
  let child: ChildProcess | undefined;
  const connect = (): Duplex => {
    // The pool has given up the connection of the former process.
    child?.kill("SIGKILL");
    // The child gets our process id: had this process ended before the child looks, the parent's id would say nothing.
    child = spawn(process.execPath, [...NODE_FLAGS, entry, String(process.pid), directory], {
      stdio: ["ignore", "ignore", "inherit", "pipe"],
      env: ENVIRONMENT,
    });
    const socket = child.stdio[CONNECTION] as Socket;
    child.on("error", (error) => socket.destroy(error));
    // Of a database that dies when its client listens no more.
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
