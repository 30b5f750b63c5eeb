import { isServerFault } from "#runtime/server-fault.ts";
import { createHash } from "node:crypto";
import { createReadStream, writeFileSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { Fault } from "#runtime/fault.ts";
import { DOWNLOAD_LIMITS, type DownloadLimits } from "./download-limits.ts";
import type { Progress } from "./progress.ts";
import { AddressFault, ask, shown, type Answer } from "./transport.ts";

/** A file to download. Without `bytes`, at most `limits.maxUnknownBytes` are accepted; without `sha256`, any content. */
export interface WantedFile {
  readonly name: string;
  readonly address: string;
  readonly bytes?: number | undefined;
  readonly sha256?: string | undefined;
}

export interface DownloadWays {
  readonly dispatcher: Dispatcher;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly limits?: DownloadLimits;
}

/** A transient failure, of the network or of a busy server: a retry may succeed. */
class Passing extends Error {}

/** The server sent more bytes than the file may have. */
class TooLong extends Error {
  readonly max: number;

  constructor(max: number) {
    super(`more than ${max} bytes`);
    this.max = max;
  }
}

/**
 * Downloads a file into a folder and returns its SHA-256. An incomplete download is kept beside it as `.part` and resumed, by
 * later calls too; a complete file that is there is not requested again. Rejects with Fault; nothing is kept of a file with the
 * wrong size or SHA-256.
 */
export async function downloadFile(
  wanted: WantedFile,
  folder: string,
  ways: DownloadWays,
): Promise<string> {
  const file = path.join(folder, wanted.name);
  if (await hasSize(file)) {
    const found = await sha256Of(file);
    if (wanted.sha256 === undefined || found === wanted.sha256) return found;
    await rm(file);
  }
  const part = partOf(file, wanted);
  await bring(wanted, part, { limits: DOWNLOAD_LIMITS, ...ways });
  const found = await sha256Of(part);
  if (wanted.sha256 !== undefined && found !== wanted.sha256) {
    await rm(part);
    throw new Fault(
      `${wanted.name} from ${shown(wanted.address)}: has the SHA-256 ${found}, and ${wanted.sha256} is expected; nothing of it was kept`,
    );
  }
  await rename(part, file);
  return found;
}

/** Returns how many bytes of a file are in the folder already. */
export async function bytesHere(wanted: WantedFile, folder: string): Promise<number> {
  const file = path.join(folder, wanted.name);
  return Math.max(await sizeOf(file), isResumable(wanted) ? await sizeOf(partOf(file, wanted)) : 0);
}

/** Returns the SHA-256 of a file, in hexadecimal digits. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** Without a SHA-256 to verify, a part may belong to another file than the one that the server has now. */
const isResumable = ({ sha256 }: WantedFile) => sha256 !== undefined;

/** Names a part after the content, so that a part begun by an older catalogue is not resumed. */
function partOf(file: string, { sha256 }: WantedFile): string {
  return `${file}.${sha256?.slice(0, 12) ?? "unknown"}.part`;
}

type Ways = DownloadWays & { readonly limits: DownloadLimits };

/** Requests the file, with retries, until the part is complete. */
async function bring(wanted: WantedFile, part: string, ways: Ways): Promise<void> {
  const { limits, signal, progress } = ways;
  if (!isResumable(wanted)) await rm(part, { force: true });
  let failed = 0;
  for (let attempt = 1; ; attempt += 1) {
    const before = await sizeOf(part);
    try {
      if (before !== wanted.bytes) await askOnce(wanted, part, before, ways);
      progress.end();
      return;
    } catch (error) {
      progress.end();
      if (signal.aborted) throw stopped(wanted);
      const reason = passingReason(error);
      failed = (await sizeOf(part)) > before ? 1 : failed + 1;
      if (reason === undefined) throw asFault(error, part);
      if (failed >= limits.attempts || attempt >= limits.totalAttempts) {
        throw new Fault(`${wanted.name}: ${reason}; the same command goes on from here`);
      }
      progress.say(`${wanted.name}: ${reason}; asked again`);
    }
    await sleep(limits.waitsMs[failed - 1] ?? 0, undefined, { signal }).catch(() => {
      throw stopped(wanted);
    });
  }
}

async function askOnce(wanted: WantedFile, part: string, have: number, ways: Ways): Promise<void> {
  const { limits, dispatcher, signal, progress } = ways;
  using watch = watchSpeed(limits);
  const either = AbortSignal.any([signal, watch.signal]);
  const range = have > 0 ? { range: `bytes=${have}-` } : {};
  try {
    const answer = await ask(
      wanted.address,
      { ...range, "accept-encoding": "identity" },
      dispatcher,
      either,
    );
    const from = await firstByte(answer, wanted, part, have);
    const total = await checkedTotal(answer, wanted, part, from, limits);
    progress.begin(wanted.name, from, total);
    const size = await writeOn(answer.body, part, from, {
      max: wanted.bytes ?? limits.maxUnknownBytes,
      onBytes: (count, sum) => {
        watch.count(count);
        progress.received(sum);
      },
    }).catch(async (error: unknown) => {
      if (!(error instanceof TooLong)) throw error;
      await rm(part);
      throw new Fault(
        `${wanted.name} from ${shown(wanted.address)}: has more than the ${error.max} bytes that are expected; nothing of it was kept`,
      );
    });
    if (total !== undefined && size < total)
      throw new Passing(`ended after ${size} of ${total} bytes`);
  } catch (error) {
    throw watch.signal.aborted ? new Passing(watch.reason) : error;
  }
}

interface Writing {
  readonly max: number;
  /** Called for each piece with its bytes, and with the total including it. */
  readonly onBytes: (count: number, sum: number) => void;
}

/**
 * Writes a body behind the first `from` bytes of a file and returns its size; rejects with TooLong. Writes are synchronous, so
 * that what arrived before the connection broke is kept.
 */
async function writeOn(
  body: Answer["body"],
  part: string,
  from: number,
  { max, onBytes }: Writing,
): Promise<number> {
  await using file = await open(part, from === 0 ? "w" : "a");
  let size = from;
  const write = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > max) throw new TooLong(max);
    writeFileSync(file.fd, chunk);
    onBytes(chunk.length, size);
  };
  const target = new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        write(chunk);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  await pipeline(body, target);
  await file.sync();
  return size;
}

/** Returns the offset at which the response begins: the end of the part, or 0 when the server sends the whole file. */
async function firstByte(
  answer: Answer,
  wanted: WantedFile,
  part: string,
  have: number,
): Promise<number> {
  const { status, headers, body } = answer;
  const place = `${wanted.name} from ${shown(wanted.address)}`;
  if (status === 200) return 0;
  if (status === 206 && have > 0 && header(headers, "content-range").startsWith(`bytes ${have}-`)) {
    return have;
  }
  await body.dump();
  // The part is longer than the server's file, or the server sent another range than the requested one.
  if (status === 416 || status === 206) {
    await rm(part, { force: true });
    throw new Passing(`${place}: answered ${status} to where it was to go on`);
  }
  if (status === 408 || status === 429 || isServerFault(status)) {
    throw new Passing(`${shown(wanted.address)} answered ${status}`);
  }
  throw new Fault(`${place}: the server answered ${status}`);
}

/** Returns the size of the file as far as known; rejects when the server states another size than the catalogue. */
async function checkedTotal(
  { headers, body }: Answer,
  wanted: WantedFile,
  part: string,
  from: number,
  { maxUnknownBytes }: DownloadLimits,
): Promise<number | undefined> {
  const contentLength = header(headers, "content-length");
  const total = /^\d+$/.test(contentLength) ? from + Number(contentLength) : undefined;
  const isWrong =
    wanted.bytes === undefined
      ? (total ?? 0) > maxUnknownBytes
      : (total ?? wanted.bytes) !== wanted.bytes;
  if (isWrong) {
    await body.dump({ limit: 0 });
    await rm(part, { force: true });
    const expected = wanted.bytes ?? `at most ${maxUnknownBytes}`;
    throw new Fault(
      `${wanted.name} from ${shown(wanted.address)}: has ${total} bytes, and ${expected} are expected; nothing of it was kept`,
    );
  }
  return wanted.bytes ?? total;
}

/** Aborts when less than `minBytes` arrived in one of the successive intervals of `windowMs`. */
function watchSpeed({ windowMs, minBytes }: DownloadLimits) {
  const slow = new AbortController();
  let inWindow = 0;
  let reason = "";
  const timer = setInterval(() => {
    if (inWindow < minBytes) {
      reason = `${inWindow === 0 ? "nothing" : `${inWindow} bytes`} came in ${windowMs / 1000} s`;
      slow.abort();
    }
    inWindow = 0;
  }, windowMs);
  return {
    signal: slow.signal,
    count: (bytes: number) => {
      inWindow += bytes;
    },
    get reason() {
      return reason;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** Returns the reason of a transient failure in words; undefined where a retry would not help. */
function passingReason(error: unknown): string | undefined {
  if (error instanceof Passing) return error.message;
  if (error instanceof Fault || error instanceof AddressFault || isOfDisk(error)) return undefined;
  const { code, message, cause } = error as NodeJS.ErrnoException & { readonly cause?: unknown };
  const detail = code ?? (cause as NodeJS.ErrnoException | undefined)?.code ?? message;
  return `the connection failed (${String(detail).replaceAll(/\s+/g, " ")})`;
}

const DISK_CODES: ReadonlySet<string | undefined> = new Set([
  "ENOSPC",
  "EACCES",
  "EROFS",
  "EDQUOT",
  "EIO",
  "EPERM",
  "ENOENT",
]);

function isOfDisk(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return DISK_CODES.has(code) && syscall !== "connect" && syscall !== "getaddrinfo";
}

function asFault(error: unknown, part: string): unknown {
  if (error instanceof AddressFault) return new Fault(error.message);
  if (isOfDisk(error))
    return new Fault(`${part}: cannot be written (${(error as NodeJS.ErrnoException).code})`);
  return error;
}

function stopped({ name }: WantedFile): Fault {
  return new Fault(`${name}: stopped; the same command goes on from here`);
}

function header(headers: Answer["headers"], name: string): string {
  const value = headers[name];
  return typeof value === "string" ? value : "";
}

async function hasSize(file: string): Promise<boolean> {
  return (await sizeOf(file)) > 0;
}

async function sizeOf(file: string): Promise<number> {
  return await stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
