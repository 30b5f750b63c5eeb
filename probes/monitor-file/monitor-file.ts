import { unwatchFile, watchFile } from "node:fs";
import { MonitorFileError } from "./located-document.ts";
import type { MonitorConfiguration } from "./configuration.ts";
import { parseMonitorFile, textOfMonitorFile } from "./read.ts";
import { type Variables, variableNamesIn } from "./variables.ts";

/** monitor.yaml, or whatever it is called, read once. */
export interface MonitorFile {
  /** Its content when it was opened. */
  readonly configuration: MonitorConfiguration;
  /** The variables that it names. */
  readonly variableNames: ReadonlySet<string>;
  /** Reports every change since the opening to `reader`, until the watch is disposed. */
  watch(reader: MonitorFileReader): MonitorFileWatch;
}

/** Receives the changes of a file, one at a time. */
export interface MonitorFileReader {
  /** Takes a changed configuration; when it rejects, it is offered it again later. */
  take(configuration: MonitorConfiguration): Promise<void>;
  /** Called with the reason why a change was not taken: a `MonitorFileError`, or what `take` rejected with. */
  refuse(error: unknown): void;
}

/** How often the file's date, size and inode are polled, by path: editors replace files by renaming. */
const LOOK_INTERVAL_MS = 500;

/** Debounce: the file is read when it was unchanged for this long, since an editor may write it in several steps. */
const SETTLING_MS = 200;

/** Delay after which a configuration that could not be taken is offered again. */
const RETRY_AFTER_MS = 10_000;

/** Reads and checks a monitor file; throws `MonitorFileError` with file, line and what is allowed. */
export async function openMonitorFile(file: string, variables: Variables): Promise<MonitorFile> {
  const text = await textOfMonitorFile(file);
  return {
    configuration: parseMonitorFile(file, text, variables),
    variableNames: variableNamesIn(text),
    watch: (reader) => new MonitorFileWatch(file, variables, text, reader),
  };
}

/** A watched file; disposing it waits for a change that is being taken. */
export class MonitorFileWatch implements AsyncDisposable {
  readonly #file: string;
  readonly #variables: Variables;
  readonly #reader: MonitorFileReader;
  /** The text that was last read, valid or not; undefined if the file has to be processed in any case. */
  #text: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  #isOver = false;
  readonly #touched = (): void => this.#lookIn(SETTLING_MS);

  constructor(file: string, variables: Variables, text: string, reader: MonitorFileReader) {
    this.#file = file;
    this.#variables = variables;
    this.#text = text;
    this.#reader = reader;
    watchFile(file, { interval: LOOK_INTERVAL_MS, persistent: false }, this.#touched);
    // It may have changed since it was opened.
    this.#touched();
  }

  /** Reads the file again, changed or not. */
  reload(): void {
    this.#text = undefined;
    this.#lookIn(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    unwatchFile(this.#file, this.#touched);
    clearTimeout(this.#timer);
    await this.#work;
  }

  #lookIn(delayMs: number): void {
    clearTimeout(this.#timer);
    // Chained: only one runs at a time, and a change during one is processed after it.
    this.#timer = setTimeout(() => {
      this.#work = this.#work.then(() => this.#look());
    }, delayMs);
  }

  async #look(): Promise<void> {
    if (this.#isOver) return;
    try {
      const text = await textOfMonitorFile(this.#file);
      if (text === this.#text) return;
      this.#text = text;
      await this.#reader.take(parseMonitorFile(this.#file, text, this.#variables));
    } catch (error) {
      this.#reader.refuse(error);
      if (error instanceof MonitorFileError || this.#isOver) return;
      this.#text = undefined;
      this.#lookIn(RETRY_AFTER_MS);
    }
  }
}
