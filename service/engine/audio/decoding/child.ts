import { MEBIBYTE } from "#units/bytes.ts";
import { fstatSync, readSync, writeSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { openTemporaryFile } from "../temporary-file.ts";
import { RECOGNISING_BYTES } from "../containers.ts";
import { loadFfmpegCore, type FfmpegCore } from "./ffmpeg-core.ts";
import { hearFirstTrack, hearTracks, type RecordingBytes } from "./ffmpeg-run.ts";
import { checkChannel, NoSuchChannel } from "../channels.ts";
import { ORDER_BYTES, readOrder, type DecodingOrder } from "./order.ts";
import { OUTCOME } from "./outcome.ts";

/**
 * The entry of a decoder process: decodes one recording and ends.
 *
 * On standard input it takes its order and the recording; to standard output it
 * writes mono samples (32-bit float), as fast as they are read. Its exit code is one of `OUTCOME`.
 */

const STANDARD_OUTPUT = 1;
const MAX_MEMORY_BYTES = 256 * MEBIBYTE;
/** Maximum CPU time of a recording: a base, plus a share for each second of decoded audio. */
const MAX_WORK_SECONDS = { first: 2, perSecond: 0.1 };
/** Bytes written at once to standard output. */
const PIECE_BYTES = 32 * 1024;

/** Reads the order, and the recording into a file; undefined if the caller closed without sending them. */
async function receive() {
  const file = await openTemporaryFile();
  let head = Buffer.alloc(0);
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    if (head.length < ORDER_BYTES) {
      head = Buffer.concat([head, piece]);
      if (head.length >= ORDER_BYTES) await file.writeFile(head.subarray(ORDER_BYTES));
    } else {
      await file.writeFile(piece);
    }
  }
  return head.length < ORDER_BYTES ? undefined : { file, ...readOrder(head) };
}

/** Buffers samples, and writes them to standard output in pieces that are worth a system call. */
class Output {
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;
  #bytes = 0;

  /** Total bytes of the samples written to it. */
  get bytes(): number {
    return this.#bytes;
  }

  write({ buffer, byteOffset, byteLength }: Float32Array): void {
    this.#gathered.push(Buffer.from(buffer, byteOffset, byteLength));
    this.#gatheredBytes += byteLength;
    this.#bytes += byteLength;
    if (this.#gatheredBytes >= PIECE_BYTES) this.flush();
  }

  flush(): void {
    const piece = Buffer.concat(this.#gathered);
    this.#gathered = [];
    this.#gatheredBytes = 0;
    for (let at = 0; at < piece.length;) at += writeSync(STANDARD_OUTPUT, piece, at);
  }
}

function bytesOf({ fd }: FileHandle, onRead: () => void): RecordingBytes {
  const first = new Uint8Array(RECOGNISING_BYTES);
  const { size } = fstatSync(fd);
  return {
    size,
    first: first.subarray(0, readSync(fd, first, 0, first.length, 0)),
    read: (buffer, offset, length, position) => {
      onRead();
      return readSync(fd, buffer, offset, length, position);
    },
  };
}

async function decode(
  core: FfmpegCore,
  file: FileHandle,
  { sampleRate, channel }: DecodingOrder,
): Promise<number> {
  const output = new Output();
  const begunAt = process.cpuUsage();
  const checkWork = () => {
    const { user, system } = process.cpuUsage(begunAt);
    const { first, perSecond } = MAX_WORK_SECONDS;
    const heardSeconds = output.bytes / (Float32Array.BYTES_PER_ELEMENT * sampleRate);
    if ((user + system) / 1e6 > first + perSecond * heardSeconds) process.exit(OUTCOME.tooMuchWork);
  };
  const recording = bytesOf(file, checkWork);
  const write = (samples: Float32Array) => output.write(samples);
  const onChannels = (channels: number) => {
    try {
      checkChannel(channel, channels);
    } catch (error) {
      process.exit(
        error instanceof NoSuchChannel ? OUTCOME.noSuchChannel : OUTCOME.tooManyChannels,
      );
    }
  };
  try {
    const run = { core, recording, sampleRate, channel, write, onChannels };
    const end = hearFirstTrack(run);
    const exitCode =
      "exitCode" in end
        ? end.exitCode
        : hearTracks({ ...run, core: await loadFfmpegCore(MAX_MEMORY_BYTES) }, end.tracks);
    output.flush();
    if (output.bytes > 0) return OUTCOME.decoded;
    return exitCode === 0 ? OUTCOME.empty : OUTCOME.undecodable;
  } catch (error) {
    // A file that crashes FFmpeg counts as undecodable.
    if (error instanceof WebAssembly.RuntimeError) return OUTCOME.undecodable;
    throw error;
  }
}

// Ctrl-C reaches every process of the terminal, but a running job is finished first: the caller decides when to end.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);

const core = await loadFfmpegCore(MAX_MEMORY_BYTES).catch((error: NodeJS.ErrnoException) => {
  // Without FFmpeg's package, no recording can be decoded.
  if (error.code === "MODULE_NOT_FOUND") process.exit(OUTCOME.undecodable);
  throw error;
});
const order = await receive();
process.exit(order === undefined ? OUTCOME.decoded : await decode(core, order.file, order));
