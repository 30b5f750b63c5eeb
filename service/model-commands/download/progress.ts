import { megabytes } from "../../command/figures.ts";

/** Tells how far a download is. */
export interface Progress {
  /** A file begins, or goes on at `from`; `total` bytes are known where the server says them. */
  begin(name: string, from: number, total: number | undefined): void;
  /** So many bytes of it are there. */
  received(size: number): void;
  /** It is there, or failed. */
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

/** Tells it on one line that changes at a terminal, and elsewhere in a line for each file. */
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
