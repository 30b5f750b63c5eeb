import { execFile, spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { projectRoot } from "../program.ts";

/** The one line that makes the skipped tests run, as root. */
export const installImageTools = "apt-get install buildah debootstrap";

/** Whether an image can be built here: by root, with buildah and debootstrap. */
export function canBuildImages(): boolean {
  const tools = [
    ["buildah", "--version"],
    ["debootstrap", "--version"],
  ] as const;
  return (
    process.getuid?.() === 0 &&
    tools.every(([tool, option]) => spawnSync(tool, [option], { stdio: "ignore" }).status === 0)
  );
}

/** What an image says of how it is run. */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Volumes: Readonly<Record<string, object>>;
  readonly ExposedPorts: Readonly<Record<string, object>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** An image of deploy/Dockerfile, and a container of it that nothing runs in. */
export interface BuiltImage extends AsyncDisposable {
  readonly config: ImageConfig;
  /** Of all its layers, uncompressed. */
  readonly bytes: number;
  /** Where the container's files are. */
  readonly root: string;
}

interface Inspected {
  readonly Docker: { readonly config: ImageConfig };
  /** JSON itself. */
  readonly Manifest: string;
}

const BASE = "localhost/base";
const IMAGE = "localhost/speech";
/** The Debian of the published image that the Dockerfile names as its base. */
const SUITE = "bookworm";
/** Several gigabytes, too much for a temporary folder in memory. */
const PLACE = "/var/tmp/speech-image-";

/** Builds the image without an engine of containers, on a base made of Debian's packages, this Node and the system's npm. */
export async function buildImage(commit: string): Promise<BuiltImage> {
  await using undo = new AsyncDisposableStack();
  const home = await mkdtemp(PLACE);
  undo.defer(() => removeStore(home));
  const buildah = (...args: string[]): Promise<string> =>
    run("buildah", [`--root=${home}/store`, `--runroot=${home}/run`, ...args]);
  undo.defer(async () => void (await buildah("rm", "--all")));

  const npm = await npmSettings();
  const container = await buildah("from", "scratch");
  await makeBase(await buildah("mount", container), npm);
  const variables = Object.entries(npm.environment).map(
    ([name, value]) => `--env=${name}=${value}`,
  );
  await buildah("config", "--env=PATH=/usr/local/bin:/usr/sbin:/usr/bin", ...variables, container);
  await buildah("commit", "--rm", container, BASE);

  const dockerfile = path.join(projectRoot, "deploy/Dockerfile");
  const given = [`--build-arg=BASE=${BASE}`, `--build-arg=COMMIT=${commit}`];
  const how = ["--isolation=chroot", "--format=docker", `--volume=${npm.cache}:/root/.npm`];
  await buildah("bud", ...how, ...given, `--file=${dockerfile}`, `--tag=${IMAGE}`, projectRoot);

  const inspected = JSON.parse(await buildah("inspect", "--type=image", IMAGE)) as Inspected;
  const { layers } = JSON.parse(inspected.Manifest) as { layers: readonly { size: number }[] };
  const root = await buildah("mount", await buildah("from", IMAGE));
  const built = undo.move();
  return {
    config: inspected.Docker.config,
    bytes: layers.reduce((sum, { size }) => sum + size, 0),
    root,
    [Symbol.asyncDispose]: () => built.disposeAsync(),
  };
}

interface NpmSettings {
  readonly cache: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The certificates that it believes, where those are not Node's own. */
  readonly certificates?: string;
}

const CERTIFICATES = "/etc/ssl/certs/of-npm.crt";

/** Reads where npm gets packages from, so that the image is built of what is in its cache already. */
async function npmSettings(): Promise<NpmSettings> {
  const get = (name: string): Promise<string> => run("npm", ["config", "get", name]);
  const [cache, registry, certificates] = [
    await get("cache"),
    await get("registry"),
    await get("cafile"),
  ];
  const environment = { NPM_CONFIG_REGISTRY: registry, NPM_CONFIG_PREFER_OFFLINE: "true" };
  if (!path.isAbsolute(certificates)) return { cache, environment };
  return { cache, certificates, environment: { ...environment, NPM_CONFIG_CAFILE: CERTIFICATES } };
}

/** Fills a root with Debian, as slim as published images are, and with Node and npm. */
async function makeBase(root: string, { certificates }: NpmSettings): Promise<void> {
  await run("debootstrap", ["--variant=minbase", SUITE, root]);
  for (const folder of ["doc", "man"]) await rm(`${root}/usr/share/${folder}`, { recursive: true });
  const local = `${root}/usr/local`;
  await cp(process.execPath, `${local}/bin/node`);
  const npm = path.resolve(await realpath(await run("sh", ["-c", "command -v npm"])), "../..");
  await cp(npm, `${local}/lib/node_modules/npm`, { recursive: true });
  await symlink("../lib/node_modules/npm/bin/npm-cli.js", `${local}/bin/npm`);
  if (certificates === undefined) return;
  await mkdir(path.dirname(root + CERTIFICATES), { recursive: true });
  await cp(certificates, root + CERTIFICATES);
}

/** Removes a store of images with what it has mounted. */
async function removeStore(home: string): Promise<void> {
  const mounts = (await readFile("/proc/self/mounts", "utf8"))
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "")
    .filter((place) => place.startsWith(`${home}/`));
  for (const place of mounts.toReversed()) await run("umount", [place]);
  await rm(home, { recursive: true, force: true });
}

/** Returns what a program wrote; throws with the end of it when the program fails. */
async function run(program: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 64 * 2 ** 20 });
    return stdout.trim();
  } catch (error) {
    const { stdout = "", stderr = "" } = error as {
      readonly stdout?: string;
      readonly stderr?: string;
    };
    const end = `${stdout}\n${stderr}`.trim().split("\n").slice(-40).join("\n");
    throw new Error(`${program} ${args.join(" ")}\n${end}`, { cause: error });
  }
}
