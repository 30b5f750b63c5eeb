import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { eventually } from "../eventually.ts";
import { freePort } from "../free-port.ts";
import { projectRoot } from "../program.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import { ordinaryUser } from "./postgresql.ts";

/** PgBouncer of the system in front of some databases. */
export interface Pgbouncer extends AsyncDisposable {
  /** Returns the address of a database by the name that it was given. */
  urlOf(name: string): string;
}

const PROGRAM = "/usr/sbin/pgbouncer";

/** The one line that makes the skipped tests run. */
export const installPgbouncer = "apt-get install pgbouncer";

export function hasPgbouncer(): boolean {
  return existsSync(PROGRAM);
}

/** What every installation has of its own: where it listens, whom it lets in, and where the servers are. */
const OWN = /^(listen_\w+|auth_\w+|service|status) *=.*\n/gm;

/**
 * Starts it with the settings that the manifests for Kubernetes have, changed by `edit`, in front of `databases`: the addresses
 * of databases of a server that lets everybody in, by name.
 */
export async function startPgbouncer(
  databases: Readonly<Record<string, string>>,
  edit: (settings: string) => string = (settings) => settings,
): Promise<Pgbouncer> {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(await temporaryDirectory("pgbouncer"));
  const owner = await ordinaryUser();
  if (owner !== undefined) await chown(home.path, owner.uid, owner.gid);
  const port = await freePort();
  const shipped = await readFile(join(projectRoot, "deploy/kubernetes/pgbouncer.ini"), "utf8");
  const behind = Object.entries(databases).map(([name, address]) => {
    const { hostname, port: serverPort, pathname, username } = new URL(address);
    return `${name} = host=${hostname} port=${serverPort} dbname=${pathname.slice(1)} user=${username}\n`;
  });
  const settings = edit(shipped)
    .replaceAll(OWN, "")
    .replace("[databases]\n", (head) => `${head}${behind.join("")}`)
    .concat(`listen_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = any\nunix_socket_dir =\n`);
  const file = join(home.path, "pgbouncer.ini");
  await writeFile(file, settings);
  const child = spawn(PROGRAM, [file], { ...owner, cwd: home.path, stdio: "ignore" });
  const gone = once(child, "exit");
  stack.defer(async () => {
    // Ends at once, whoever is connected.
    child.kill("SIGTERM");
    await gone;
  });
  await eventually("PgBouncer listens", async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with code ${child.exitCode}`);
    return await listens(port);
  });
  const running = stack.move();
  return {
    urlOf: (name) => `postgresql://anybody@127.0.0.1:${port}/${name}`,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
