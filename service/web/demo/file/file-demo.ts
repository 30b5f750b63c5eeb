import { signal } from "@preact/signals";
import { problemOf } from "#web-kit/api/api-error.ts";
import { callApi } from "#web-kit/api/call-api.ts";
import { type SampleName, SAMPLES } from "../../samples/samples.ts";
import { withToken } from "../../session/demo-session.ts";
import { segmentsOfTranscript, warningOf } from "../transcript/segments.ts";
import { nextFile, problemOfFile, type FileEvent, type FileState } from "./file-state.ts";
import { transcribeFile, type transcriptionFields } from "./upload.ts";

/** Transcribes one file at a time. */
export class FileDemo {
  readonly state = signal<FileState>({ phase: "empty" });
  /** The file that is transcribed, so that it can be played. */
  readonly file = signal<File | undefined>(undefined);
  /** Retries what failed; undefined where it would fail again. */
  readonly retry = signal<(() => Promise<void>) | undefined>(undefined);
  readonly #maxBytes: number;
  readonly #fields: ReturnType<typeof transcriptionFields>;
  #run = new AbortController();

  constructor(maxBytes: number, fields: ReturnType<typeof transcriptionFields>) {
    this.#maxBytes = maxBytes;
    this.#fields = fields;
  }

  /** Takes files that were chosen, dropped or pasted. */
  async take(files: readonly File[]): Promise<void> {
    this.#run.abort();
    const [file] = files;
    if (file === undefined || files.length > 1) {
      const code = file === undefined ? "unsupported_file" : "several_files";
      this.retry.value = undefined;
      return this.#apply({ type: "unusable", problem: { code } });
    }
    await this.#transcribe(file);
  }

  /** Takes a sample; its file name is the label that the reader chose. */
  async takeSample(name: SampleName, label: string): Promise<void> {
    this.#run.abort();
    const { signal: cancelled } = (this.#run = new AbortController());
    try {
      const answer = await callApi(SAMPLES[name].address, { signal: cancelled });
      const clip = await answer.blob();
      await this.take([new File([clip], `${label}.mp3`, { type: "audio/mpeg" })]);
    } catch (error) {
      if (cancelled.aborted) return;
      this.retry.value = () => this.takeSample(name, label);
      this.#apply({ type: "unusable", problem: problemOf(error) });
    }
  }

  cancel(): void {
    this.#run.abort();
    this.file.value = undefined;
    this.#apply({ type: "cancel" });
  }

  async #transcribe(file: File): Promise<void> {
    const problem = problemOfFile(file, this.#maxBytes);
    this.file.value = problem === undefined ? file : undefined;
    this.retry.value = problem === undefined ? () => this.#transcribe(file) : undefined;
    this.#apply({ type: "chosen", file, problem });
    if (problem !== undefined) return;
    const { signal: cancelled } = (this.#run = new AbortController());
    const apply = (event: FileEvent): void => {
      if (!cancelled.aborted) this.#apply(event);
    };
    try {
      const onSent = (share: number): void => apply({ type: "sent", share });
      const transcript = await withToken((token) =>
        transcribeFile(file, { token, fields: this.#fields, onSent, signal: cancelled }),
      );
      const segments = segmentsOfTranscript(transcript);
      apply({ type: "heard", segments, warning: warningOf(transcript) });
    } catch (error) {
      apply({ type: "failed", problem: problemOf(error) });
    }
  }

  #apply(event: FileEvent): void {
    this.state.value = nextFile(this.state.value, event);
  }
}
