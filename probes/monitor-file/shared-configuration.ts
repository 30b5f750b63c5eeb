import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "pino";
import type { Database } from "#migrations/status/schema.ts";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import {
  type OfferedFile,
  type Standing,
  standingOf,
} from "#monitor/domain/configuration-version.ts";
import {
  addVersion,
  numberOfLocation,
  readCheckHomes,
  readStoredVersion,
  type StoredVersion,
  writeDifference,
} from "#monitor/store/configuration-versions.ts";
import { changeAlways } from "#monitor/store/revision.ts";
import { placedOffsetMs } from "../schedule/schedule.ts";
import type { MonitorConfiguration } from "./configuration.ts";
import { writeConfiguration } from "./configuration-store.ts";

interface SharedConfigurationOptions {
  readonly db: Database;
  /** `probers.id` */
  readonly prober: string;
  readonly location: string;
  /** Holds the digest of the monitor.yaml that this prober, or the one before it, last had in common with all others. */
  readonly dataDirectory: string;
  /** Encrypts the settings of receivers of alerts; undefined: they are stored as they are. */
  readonly cipher?: TextCipher | undefined;
  readonly metrics: { showDifference(differs: boolean): void };
  readonly log: Logger;
}

const BASIS_FILE = "configuration-in-common";

/**
 * Compares the monitor.yaml that this prober has read with the shared one in the database. Either it becomes the shared one; or
 * it is older or different: then nothing of it is stored, and only checks in both files are run.
 */
export class SharedConfiguration {
  readonly #options: SharedConfigurationOptions;
  #read: MonitorConfiguration;
  #running: MonitorConfiguration;
  /** Number of the stored version that was last compared. */
  #comparedWith: number | undefined;
  #differsSinceMs: number | null = null;

  constructor(options: SharedConfigurationOptions, read: MonitorConfiguration) {
    this.#options = options;
    this.#read = read;
    this.#running = read;
  }

  /** The configuration to run, as of the last comparison; a new object whenever it changes. */
  get running(): MonitorConfiguration {
    return this.#running;
  }

  /**
   * Makes the file that was read the shared one, unless that would undo changes of a newer file. Rejects when it cannot be
   * stored.
   */
  async offer(nowMs: number, read = this.#read): Promise<void> {
    const { db, location } = this.#options;
    const basis = await this.#readBasis();
    const found = await changeAlways(db, nowMs, async (transaction) => {
      const stored = await readStoredVersion(transaction, nowMs);
      const offered: OfferedFile = { ...markOf(read), location, basis };
      const standing = standingOf(offered, stored);
      if (standing === "taken" || standing === "same") {
        await writeConfiguration(transaction, read, nowMs, this.#options.cipher);
      }
      if (standing === "taken") await addVersion(transaction, offered, stored, nowMs);
      const number = (stored?.number ?? 0) + (standing === "taken" ? 1 : 0);
      const place = await numberOfLocation(transaction, location);
      return { standing, stored, number, place, homes: await readCheckHomes(transaction) };
    });
    this.#read = read;
    this.#comparedWith = found.number;
    await this.#note(found, nowMs);
  }

  /**
   * Compares the file that was read with the shared one, which another location may have changed; does not change the shared
   * one.
   */
  async review(nowMs: number): Promise<void> {
    const { db, location } = this.#options;
    const stored = await readStoredVersion(db, nowMs);
    if (stored !== null && stored.number !== this.#comparedWith) {
      const { digest } = this.#read;
      const other = stored.earlier.has(digest) ? "older" : "different";
      const standing = digest === stored.digest ? "same_elsewhere" : other;
      const homes = await readCheckHomes(db);
      const place = await changeAlways(db, nowMs, (transaction) =>
        numberOfLocation(transaction, location),
      );
      this.#comparedWith = stored.number;
      await this.#note({ standing, stored, place, homes }, nowMs);
    }
    await writeDifference(db, this.#options.prober, this.#differsSinceMs);
  }

  async #note(
    {
      standing,
      stored,
      place,
      homes,
    }: {
      readonly standing: Standing;
      readonly stored: StoredVersion | null;
      readonly place: number;
      readonly homes: ReadonlyMap<string, string>;
    },
    nowMs: number,
  ): Promise<void> {
    const { metrics, log, location } = this.#options;
    const differs = standing === "older" || standing === "different";
    this.#running = placedAt(differs ? commonPart(this.#read, homes) : this.#read, place);
    metrics.showDifference(differs);
    if (!differs) {
      if (this.#differsSinceMs !== null)
        log.info("this monitor.yaml is the one that all see again");
      this.#differsSinceMs = null;
      return this.#writeBasis();
    }
    this.#differsSinceMs ??= nowMs;
    const facts = {
      location,
      newest: stored?.number,
      storedFrom: stored?.location,
      storedAt: stored && new Date(stored.storedAtMs).toISOString(),
      leftOut: this.#read.checks.map(({ id }) => id).filter((id) => !homes.has(id)),
    };
    log.error(
      facts,
      standing === "older"
        ? "this monitor.yaml is older than the one that all see: nothing of it is stored, and checks that both name are run"
        : "this monitor.yaml is another one than all see: nothing of it is stored, and checks that both name are run",
    );
  }

  get #basisFile(): string {
    return path.join(this.#options.dataDirectory, BASIS_FILE);
  }

  /** Returns the stored digest; a file that cannot be read counts as none. */
  async #readBasis(): Promise<string | undefined> {
    const text = await readFile(this.#basisFile, "utf8").catch(() => "");
    return text.trim() || undefined;
  }

  async #writeBasis(): Promise<void> {
    await writeFile(this.#basisFile, `${this.#read.digest}\n`).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, `${this.#basisFile} cannot be written`);
    });
  }
}

function markOf({ digest, version }: MonitorConfiguration) {
  return { digest, fileVersion: version ?? null };
}

/** Returns the configuration with only those checks that the shared one has in the same component. */
function commonPart(
  read: MonitorConfiguration,
  homes: ReadonlyMap<string, string>,
): MonitorConfiguration {
  const checks = read.checks.filter(({ id, componentId }) => homes.get(id) === componentId);
  const components = new Set(checks.map(({ componentId }) => componentId));
  return { ...read, checks, components: read.components.filter(({ id }) => components.has(id)) };
}

function placedAt(configuration: MonitorConfiguration, place: number): MonitorConfiguration {
  const checks = configuration.checks.map((check) => ({
    ...check,
    offsetMs: placedOffsetMs(check.offsetMs, check.periodMs, place),
  }));
  return { ...configuration, checks };
}
