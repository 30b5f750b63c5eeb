import { signal, type ReadonlySignal } from "@preact/signals";
import { problemOf } from "#web-kit/api/api-error.ts";
import { segmentsOfTranscript } from "../api/transcripts.ts";
import { uploadRecording } from "../api/upload.ts";
import type { DemoSession } from "../../session/demo-session.ts";
import { problemOfFile } from "./file-checks.ts";
import { nextFile, type FileEvent, type FileState } from "./file-state.ts";

/** The demo of files: carries out what the reader asks for and keeps its state. */
export class FileDemo {
  readonly #session: DemoSession;
  readonly #mostBytes: number;
  readonly #state = signal<FileState>({ phase: "empty" });
  readonly #file = signal<File | undefined>(undefined);
  #run = new AbortController();

  constructor(session: DemoSession, mostBytes: number) {
    this.#session = session;
    this.#mostBytes = mostBytes;
  }

  get state(): ReadonlySignal<FileState> {
    return this.#state;
  }

  /** What is transcribed, so that it can be played. */
  get file(): ReadonlySignal<File | undefined> {
    return this.#file;
  }

  /** Takes what was chosen, dropped or pasted. */
  async take(files: readonly File[]): Promise<void> {
    this.#run.abort();
    const [file] = files;
    if (file === undefined || files.length > 1) {
      const code = file === undefined ? "unsupported_file" : "several_files";
      return this.#apply({ type: "unusable", problem: { code } });
    }
    await this.#transcribe(file);
  }

  /** Tries again with the same file. */
  async retry(): Promise<void> {
    if (this.#file.value !== undefined) await this.#transcribe(this.#file.value);
  }

  cancel(): void {
    this.#run.abort();
    this.#file.value = undefined;
    this.#apply({ type: "cancel" });
  }

  async #transcribe(file: File): Promise<void> {
    const problem = problemOfFile(file, this.#mostBytes);
    const { name, type, size } = file;
    this.#file.value = problem === undefined ? file : undefined;
    this.#apply({ type: "chosen", file: { name, type, size }, problem });
    if (problem !== undefined) return;
    const { signal: cancelled } = (this.#run = new AbortController());
    const apply = (event: FileEvent): void => {
      if (!cancelled.aborted) this.#apply(event);
    };
    try {
      const onSent = (share: number): void => apply({ type: "sent", share });
      const json = await uploadRecording(this.#session, file, { onSent, signal: cancelled });
      apply({ type: "heard", segments: segmentsOfTranscript(json) });
    } catch (error) {
      apply({ type: "failed", problem: problemOf(error) });
    }
  }

  #apply(event: FileEvent): void {
    this.#state.value = nextFile(this.#state.value, event);
  }
}
