import { megabytes } from "../../command/figures.ts";

/** Reports the progress of downloads. */
export interface Progress {
  /** Called when a file begins, or resumes at byte `from`; `total` is the size in bytes where it is known. */
  begin(name: string, from: number, total: number | undefined): void;
  /** Called with the number of bytes that are there. */
  received(size: number): void;
  /** Called when the file is complete or has failed. */
  end(): void;
  say(line: string): void;
}

/** The part of a terminal, or a file, that progress is written to. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const EVERY_MS = 200;
const CLEAR_LINE = "\r\u001B[K";

/** Reports progress on one changing line at a terminal, and elsewhere with one line per file. */
export function progressOn(output: ProgressOutput): Progress {
  let file: { name: string; from: number; total: number | undefined; sinceMs: number } | undefined;
  let shownAtMs = 0;
  const isTerminal = output.isTTY === true;
  const say = (line: string) => void output.write(`${isTerminal ? CLEAR_LINE : ""}${line}\n`);
  return {
    say,
    begin(name, from, total) {
      file = { name, from, total, sinceMs: performance.now() };
      shownAtMs = 0;
      if (isTerminal) return;
      const goesOn = from > 0 ? `, goes on at ${megabytes(from)}` : "";
      say(`${name}${total === undefined ? "" : `: ${megabytes(total)}`}${goesOn}`);
    },
    received(size) {
      const nowMs = performance.now();
      if (file === undefined || !isTerminal || nowMs - shownAtMs < EVERY_MS) return;
      shownAtMs = nowMs;
      const { name, from, total, sinceMs } = file;
      const speed = (size - from) / Math.max(0.001, (nowMs - sinceMs) / 1000);
      const of = total === undefined ? "" : ` of ${megabytes(total)}`;
      output.write(`${CLEAR_LINE}${name}: ${megabytes(size)}${of}, ${megabytes(speed)}/s`);
    },
    end() {
      if (file !== undefined && isTerminal) output.write(CLEAR_LINE);
      file = undefined;
    },
  };
}
