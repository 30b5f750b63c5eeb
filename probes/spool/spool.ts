import { type FileHandle, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { makePrivateDirectory } from "#runtime/private-directory.ts";
import type { SlotRun } from "#monitor/domain/observation.ts";
import { adoptSegments, holdName, type SpoolHold, type SpoolSegment } from "./spool-adoption.ts";
import { formatSpooled, parseSpooled } from "./spooled-run.ts";

interface SpoolOptions {
  /** Shared by all probers of a data directory; made when missing. */
  readonly directory: string;
  /** This prober, whose files begin with its id. */
  readonly prober: string;
  readonly maximumBytes: number;
  /** Called when the size limit was exceeded and the oldest results were dropped. */
  onDropped(runs: number): void;
  /**
   * Called when it can no longer be written, as on a full disk: from then on results wait in memory, and each new one tries
   * again.
   */
  onUnwritable(error: unknown): void;
  onWritable(): void;
  /** Called when results were dropped, since too many waited in memory or the spool was closed. */
  onLost(runs: number): void;
  /** Called for a line that is no result: truncated when a prober was killed while writing it, or damaged. */
  onUnreadable(file: string, line: string): void;
}

/** A file of results. */
export interface SpooledFile {
  readonly path: string;
  /** Returns nothing if the file was dropped meanwhile. */
  read(): Promise<readonly SlotRun[]>;
  /** Deletes it, once all of it is stored. */
  done(): Promise<void>;
}

/** How large the spool may grow unless SPOOL_MEGABYTES says otherwise; the product's own checks fill it in a month. */
export const DEFAULT_SPOOL_MEGABYTES = 256;

/** Maximum size of the results in memory while nothing can be written: some ten thousand results. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;

/** When the size limit is exceeded, the oldest eighth of the whole is dropped. */
const SEGMENTS = 8;

/** Opens the spool and takes over the files of probers that no longer run; throws when it cannot be written. */
export async function openSpool(options: SpoolOptions): Promise<Spool> {
  makePrivateDirectory(options.directory);
  const own = holdName(options.directory, options.prober);
  const { segments, holds } = await adoptSegments(options);
  return new Spool(options, segments, [own, ...holds]);
}

interface Waiting {
  readonly run: SlotRun;
  readonly line: Buffer;
  readonly written: PromiseWithResolvers<void>;
}

/** Results on disk that could not be stored yet, oldest first; this prober's own and those of probers that are gone. */
export class Spool implements AsyncDisposable {
  readonly #options: SpoolOptions;
  readonly #segmentBytes: number;
  readonly #holds: readonly SpoolHold[];
  /** Oldest first; the last one may be open. */
  readonly #segments: SpoolSegment[];
  #open: { readonly file: FileHandle; readonly segment: SpoolSegment } | undefined;
  #number = 0;
  /** Results that wait to be written; each one settles when it is written, or when that is not possible for now. */
  #waiting: Waiting[] = [];
  /** Results that could not be written, oldest first, in memory until they can. */
  #held: Waiting[] = [];
  #isUnwritable = false;
  #heldFiles = 0;
  #writing: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor(options: SpoolOptions, segments: SpoolSegment[], holds: readonly SpoolHold[]) {
    this.#options = options;
    this.#segmentBytes = Math.max(1, Math.floor(options.maximumBytes / SEGMENTS));
    this.#segments = segments;
    this.#holds = holds;
  }

  /** How many results wait. */
  get count(): number {
    const onDisk = this.#segments.reduce((sum, { count }) => sum + count, 0);
    return onDisk + this.#held.length + this.#waiting.length;
  }

  /** Oldest slot with a result that waits; undefined when none does. */
  get oldestSlotMs(): number | undefined {
    const slots = [
      ...this.#segments.map((segment) => segment.oldestSlotMs),
      ...[...this.#held, ...this.#waiting].map(({ run }) => run.slotMs),
    ];
    return slots.length === 0 ? undefined : Math.min(...slots);
  }

  /** Resolves when the result is on the disk, that is after fsync, or is held in memory since it cannot be written. */
  async append(run: SlotRun): Promise<void> {
    const written = Promise.withResolvers<void>();
    this.#waiting.push({ run, line: Buffer.from(formatSpooled(run)), written });
    // Results that come while others are written share the next write and its fsync.
    this.#writing = this.#writing.then(() => this.#writeWaiting());
    await written.promise;
  }

  /** Returns the files of all results that wait now, oldest first; later results go to other files. */
  async files(): Promise<SpooledFile[]> {
    this.#writing = this.#writing.then(() => this.#writeWaiting()).then(() => this.#seal());
    await this.#writing;
    const files: SpooledFile[] = this.#segments.map((segment) => ({
      path: segment.path,
      read: () => this.#read(segment),
      done: () => this.#delete(segment),
    }));
    return this.#held.length === 0 ? files : [...files, this.#heldFile()];
  }

  /** Returns what is held in memory as a file to be read. */
  #heldFile(): SpooledFile {
    const held = new Set(this.#held);
    this.#heldFiles += 1;
    return {
      path: `in memory ${this.#heldFiles}`,
      read: async () => [...held].map(({ run }) => run),
      done: async () => void (this.#held = this.#held.filter((one) => !held.has(one))),
    };
  }

  /** Closes it, once; results that wait stay on the disk for the next start. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.#writing;
    await this.#writeWaiting();
    await this.#seal();
    this.#giveUpHeld(this.#held.length);
    for (const hold of this.#holds) await hold.release();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #read({ path }: SpoolSegment): Promise<SlotRun[]> {
    const { runs, unreadable } = parseSpooled(await textOf(path));
    for (const line of unreadable) this.#options.onUnreadable(path, line);
    return runs;
  }

  async #delete(segment: SpoolSegment): Promise<void> {
    await rm(segment.path, { force: true });
    const index = this.#segments.indexOf(segment);
    if (index >= 0) this.#segments.splice(index, 1);
  }

  async #writeWaiting(): Promise<void> {
    const waiting = [...this.#waiting];
    const batch = [...this.#held, ...waiting];
    if (batch.length === 0) return;
    try {
      const { file, segment } = (this.#open ??= await this.#begin());
      const bytes = Buffer.concat(batch.map(({ line }) => line));
      await this.#write(file, segment, bytes);
      segment.bytes += bytes.length;
      segment.count += batch.length;
      const oldest = Math.min(...batch.map(({ run }) => run.slotMs));
      segment.oldestSlotMs = Math.min(segment.oldestSlotMs, oldest);
      this.#held = [];
      if (this.#isUnwritable) this.#options.onWritable();
      this.#isUnwritable = false;
      if (segment.bytes >= this.#segmentBytes) await this.#seal();
      await this.#keepInBounds();
    } catch (error) {
      // The next attempt begins a new file.
      await this.#seal().catch(() => {});
      this.#held = batch;
      if (!this.#isUnwritable) this.#options.onUnwritable(error);
      this.#isUnwritable = true;
      this.#keepHeldInBounds();
    }
    // Others may have been added meanwhile.
    this.#waiting = this.#waiting.slice(waiting.length);
    for (const { written } of waiting) written.resolve();
  }

  /** Writes lines; when that fails, removes what was partly written, as on a full disk. */
  async #write(file: FileHandle, segment: SpoolSegment, bytes: Buffer): Promise<void> {
    try {
      await file.appendFile(bytes);
      await file.datasync();
    } catch (error) {
      await file.truncate(segment.bytes).catch(() => {});
      if (segment.count === 0) await this.#delete(segment).catch(() => {});
      throw error;
    }
  }

  #keepHeldInBounds(): void {
    let bytes = this.#held.reduce((sum, { line }) => sum + line.length, 0);
    let beyond = 0;
    for (const { line } of this.#held) {
      if (bytes <= Math.min(MAX_HELD_BYTES, this.#options.maximumBytes)) break;
      bytes -= line.length;
      beyond += 1;
    }
    this.#giveUpHeld(beyond);
  }

  /** Drops the oldest results that are held in memory. */
  #giveUpHeld(results: number): void {
    if (results === 0) return;
    this.#held = this.#held.slice(results);
    this.#options.onLost(results);
  }

  async #begin(): Promise<{ file: FileHandle; segment: SpoolSegment }> {
    this.#number += 1;
    const name = `${this.#options.prober}-${String(this.#number).padStart(6, "0")}.ndjson`;
    const path = join(this.#options.directory, name);
    const file = await open(path, "ax", 0o600);
    const segment = { path, count: 0, bytes: 0, oldestSlotMs: Infinity };
    this.#segments.push(segment);
    return { file, segment };
  }

  async #seal(): Promise<void> {
    await this.#open?.file.close();
    this.#open = undefined;
  }

  async #keepInBounds(): Promise<void> {
    const bytes = (): number => this.#segments.reduce((sum, segment) => sum + segment.bytes, 0);
    while (bytes() > this.#options.maximumBytes) {
      const oldest = this.#segments[0];
      if (oldest === undefined || oldest === this.#open?.segment) return;
      await this.#delete(oldest);
      this.#options.onDropped(oldest.count);
    }
  }
}

async function textOf(path: string): Promise<string> {
  return await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
}
