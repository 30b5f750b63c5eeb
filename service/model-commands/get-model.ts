import { mkdir, readdir, rename, rm, rmdir, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { Fault } from "#runtime/fault.ts";
import { MANIFEST_FILE } from "../engine/model/manifest.ts";
import { installedModels } from "../trial/installed-models.ts";
import {
  bytesOf,
  manifestOf,
  modelId,
  unpinnedFiles,
  type CatalogueEntry,
  type CatalogueFile,
} from "./catalogue/catalogue.ts";
import { bytesHere, downloadFile, sha256Of } from "./download/download-file.ts";
import { takeLock } from "./download/download-lock.ts";
import { progressOn, type ProgressOutput } from "./download/progress.ts";
import { openTransport, type Proxies } from "./download/transport.ts";
import { megabytes } from "../command/figures.ts";

/** How files are downloaded, and where progress is written. */
export interface DownloadSettings {
  /** MODELS_MIRROR: a base address with each model's files in a folder named by its id; undefined: each file's own address. */
  readonly mirror: string | undefined;
  readonly proxies: Proxies;
  readonly output: ProgressOutput;
  /** Aborted to end the download; the next one resumes it. */
  readonly stopping: AbortSignal;
}

/** Folder in the models folder for incomplete downloads. */
export const DOWNLOADS_FOLDER = ".downloads";
/** Disk space to leave free beside the files. */
const SPARE_BYTES = 16e6;

/**
 * Downloads a published model into a models folder, where it appears when it is complete, and returns the next steps for the
 * user. `isTrusted`: files whose SHA-256 the catalogue does not have are accepted unverified. Rejects with Fault.
 */
export async function getModel(
  entry: CatalogueEntry,
  modelsFolder: string,
  isTrusted: boolean,
  settings: DownloadSettings,
): Promise<string> {
  const id = modelId(entry);
  const folder = path.join(modelsFolder, id);
  const downloads = path.join(modelsFolder, DOWNLOADS_FOLDER);
  await makeFolder(downloads);
  try {
    await using _lock = await takeLock(path.join(downloads, `${id}.lock`), id);
    if (await isInstalled(entry, modelsFolder)) return `${id} is in ${folder} already, and whole\n`;
    requireTrust(entry, isTrusted);
    const sums = await download(entry, path.join(downloads, id), settings);
    const manifest = manifestOf(entry, sums);
    await finish(path.join(downloads, id), folder, entry, manifest);
    return nextSteps(entry, folder, sums);
  } finally {
    // Fails, as it should, while other models are downloaded there.
    await rmdir(downloads).catch(() => undefined);
  }
}

async function download(
  entry: CatalogueEntry,
  staging: string,
  { mirror, proxies, output, stopping }: DownloadSettings,
): Promise<ReadonlyMap<string, string>> {
  await makeFolder(staging);
  const wanted = entry.files.map((file) => ({ ...file, address: addressOf(file, entry, mirror) }));
  await requireSpace(entry, staging);
  const dispatcher = openTransport(proxies);
  const progress = progressOn(output);
  try {
    const sums = new Map<string, string>();
    for (const file of wanted) {
      const ways = { dispatcher, progress, signal: stopping };
      sums.set(file.name, await downloadFile(file, staging, ways));
    }
    return sums;
  } finally {
    await dispatcher.destroy();
  }
}

/** Writes model.json and moves the complete folder to the models in one step, so that nobody sees half of it. */
async function finish(
  staging: string,
  folder: string,
  { files }: CatalogueEntry,
  manifest: Readonly<Record<string, unknown>>,
): Promise<void> {
  const names = new Set(files.map(({ name }) => name));
  // Removes parts that an older catalogue began.
  for (const name of await readdir(staging)) {
    if (!names.has(name)) await rm(path.join(staging, name), { recursive: true });
  }
  try {
    await writeFile(path.join(staging, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
    await rename(staging, folder);
  } catch (error) {
    throw new Fault(`${folder}: cannot be made (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Returns whether the model is there and complete; rejects when another model has its folder or its id. */
async function isInstalled(entry: CatalogueEntry, modelsFolder: string): Promise<boolean> {
  const id = modelId(entry);
  const folder = path.join(modelsFolder, id);
  const { models } = await installedModels(modelsFolder);
  const other = models.find(
    (model) => "manifest" in model && model.manifest.id === id && model.folder !== folder,
  );
  if (other !== undefined) throw new Fault(`${other.folder}: is a model "${id}" already`);
  const names = await readdir(folder).catch(() => undefined);
  if (names === undefined) return false;
  for (const { name, sha256 } of entry.files) {
    const found = await sha256Of(path.join(folder, name)).catch(() => undefined);
    if (found === undefined || found !== (sha256 ?? found)) {
      throw new Fault(
        `${folder}: is there already, and its ${name} is not the catalogue's; move the folder away first`,
      );
    }
  }
  return true;
}

function requireTrust(entry: CatalogueEntry, isTrusted: boolean): void {
  const unpinned = unpinnedFiles(entry);
  if (unpinned.length === 0 || isTrusted) return;
  throw new Fault(
    `${entry.name}: the catalogue has no SHA-256 of ${unpinned.join(", ")}; with --trust what ${entry.source} has now is taken, and its SHA-256 are written down`,
  );
}

function addressOf(
  { name, address }: CatalogueFile,
  entry: CatalogueEntry,
  mirror: string | undefined,
): string {
  return mirror === undefined ? address : `${mirror}/${modelId(entry)}/${name}`;
}

async function requireSpace(entry: CatalogueEntry, staging: string): Promise<void> {
  const here = await Promise.all(entry.files.map((file) => bytesHere(file, staging)));
  const missing = bytesOf(entry) - here.reduce((sum, bytes) => sum + bytes, 0) + SPARE_BYTES;
  const { bavail, bsize } = await statfs(staging);
  const free = bavail * bsize;
  if (missing <= free) return;
  throw new Fault(
    `${staging}: ${megabytes(missing)} are needed for ${entry.name}, and ${megabytes(free)} are free`,
  );
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new Fault(`${folder}: cannot be made (${error.code})`);
  });
}

function nextSteps(
  entry: CatalogueEntry,
  folder: string,
  sums: ReadonlyMap<string, string>,
): string {
  const trusted = unpinnedFiles(entry).map((name) => `${sums.get(name)}  ${name}, as it came\n`);
  return [
    `${modelId(entry)} is in ${folder}\n`,
    ...trusted,
    `npm run models -- check ${folder} says whether it runs here${needed(entry)}.\n`,
    `The service loads it at its next start, or at SIGHUP; models.json says which names lead to it (docs/models.md).\n`,
  ].join("");
}

function needed({ needs }: CatalogueEntry): string {
  return needs.packages.length === 0 ? "" : `; it needs ${needs.packages.join(", ")}`;
}
