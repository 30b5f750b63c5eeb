import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { type Program, programOf } from "../program.ts";
import type { BuiltImage } from "./built-image.ts";

/** What a container is started with, beside what its image says. */
interface ContainerSettings {
  readonly environment?: Readonly<Record<string, string>>;
  /** The volume of DATA_DIR, which the image's user owns. */
  readonly data: string;
}

/**
 * Takes the place of an engine of containers: makes the root read-only but for the volume and /tmp, and runs the command there as
 * the image's user, as process 1, without the means to gain rights. The network is this machine's.
 */
const ENTER = `
setpriv=$(command -v setpriv)
unshare=$(command -v unshare)
mount --bind "$ROOT" "$ROOT"
mount --bind "$DATA" "$ROOT$VOLUME"
mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"
mount -t proc proc "$ROOT/proc"
mount --rbind /dev "$ROOT/dev"
mount -o remount,bind,ro "$ROOT"
PATH=$IMAGE_PATH
exec "$setpriv" --clear-groups --no-new-privs \\
  "$unshare" --root="$ROOT" --wd="$WORKDIR" --setgid="\${IMAGE_USER#*:}" --setuid="\${IMAGE_USER%:*}" "$@"
`;

/** Starts a command in a container of the image; the image's own where none is given. */
export function startContainer(
  { config, root }: BuiltImage,
  { environment = {}, data }: ContainerSettings,
  command: readonly string[] = config.Cmd,
): Program {
  const { PATH: imagePath = "", ...variables } = Object.fromEntries(
    config.Env.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
  const [volume = ""] = Object.keys(config.Volumes);
  const child = spawn(
    "unshare",
    ["--mount", "--pid", "--fork", "--kill-child", "sh", "-euc", ENTER, "enter", ...command],
    {
      env: {
        ...variables,
        ...environment,
        PATH: process.env["PATH"],
        IMAGE_PATH: imagePath,
        IMAGE_USER: config.User,
        ROOT: root,
        VOLUME: volume,
        WORKDIR: config.WorkingDir,
        DATA: data,
      },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    },
  );
  return {
    ...programOf(child),
    // To the container's process 1, as an engine does; it is the only child of unshare, which passes no signal on.
    signal(signal) {
      const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
      process.kill(Number(children), signal);
    },
  };
}
