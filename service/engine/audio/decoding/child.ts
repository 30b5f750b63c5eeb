import { fstatSync, readSync, writeSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { openTemporaryFile } from "../temporary-file.ts";
import { loadFfmpegCore, type FfmpegCore } from "./ffmpeg-core.ts";
import { OUTCOME } from "./outcome.ts";

/**
 * The entry of a decoder process: decodes one recording and ends.
 *
 * On standard input it takes the wanted sample rate (32 bits, little-endian) and the recording; to standard output it
 * writes mono samples (32-bit float), as fast as they are read. Its exit code is one of `OUTCOME`.
 */

const RATE_BYTES = 4;
const BYTES_PER_SAMPLE = 4;
const STANDARD_OUTPUT = 1;
const MIB = 1024 * 1024;
const MOST_MEMORY_BYTES = 256 * MIB;
const MOST_ALLOCATED_AT_ONCE_BYTES = 128 * MIB;
/** Processor time that a recording may take: to begin with, and for each second of audio that came of it. */
const MOST_WORK_SECONDS = { first: 2, perSecond: 0.1 };
/** Containers that are opened; playlists, which name other files, are none of them. */
const CONTAINERS = "mp3,flac,ogg,matroska,webm,mov,mp4,m4a,3gp,3g2,mj2,aac";
const INPUT = "/recording";
const OUTPUT = "/samples";

/** Reads the sample rate, and the recording to a file; undefined when the caller went away without them. */
async function receive() {
  const file = await openTemporaryFile();
  let head = Buffer.alloc(0);
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    if (head.length < RATE_BYTES) {
      head = Buffer.concat([head, piece]);
      if (head.length >= RATE_BYTES) await file.writeFile(head.subarray(RATE_BYTES));
    } else {
      await file.writeFile(piece);
    }
  }
  return head.length < RATE_BYTES ? undefined : { file, sampleRate: head.readUInt32LE(0) };
}

function connect(
  { FS }: FfmpegCore,
  { fd }: FileHandle,
  reading: () => void,
  write: (bytes: Uint8Array) => void,
): void {
  const input = FS.create(INPUT);
  input.usedBytes = fstatSync(fd).size;
  // Read from disk where it is asked for: the file as a whole is never in memory.
  input.stream_ops = {
    ...input.stream_ops,
    read: (_stream, buffer, offset, length, position) => {
      reading();
      return readSync(fd, buffer, offset, length, position);
    },
  };
  const device = FS.makedev(64, 0);
  FS.registerDevice(device, {
    write: (_stream, buffer, offset, length) => {
      write(buffer.subarray(offset, offset + length));
      return length;
    },
  });
  FS.mkdev(OUTPUT, device);
}

/** FFmpeg's arguments; weights of the channels add up to 1, so that a mix of full-scale channels is not clipped. */
function parameters(sampleRate: number): readonly string[] {
  const words = `
    -nostdin -nostats -loglevel quiet -max_alloc ${MOST_ALLOCATED_AT_ONCE_BYTES}
    -protocol_whitelist file -format_whitelist ${CONTAINERS}
    -i ${INPUT} -map 0:a:0 -map_metadata -1
    -af aresample=${sampleRate}:rematrix_maxval=1,aformat=channel_layouts=mono
    -c:a pcm_f32le -f f32le ${OUTPUT}`;
  return words.trim().split(/\s+/);
}

function decode(core: FfmpegCore, file: FileHandle, sampleRate: number): number {
  let written = 0;
  const begunAt = process.cpuUsage();
  const checkWork = () => {
    const { user, system } = process.cpuUsage(begunAt);
    const { first, perSecond } = MOST_WORK_SECONDS;
    const heardSeconds = written / (BYTES_PER_SAMPLE * sampleRate);
    if ((user + system) / 1e6 > first + perSecond * heardSeconds) process.exit(OUTCOME.tooMuchWork);
  };
  connect(core, file, checkWork, (bytes) => {
    for (let at = 0; at < bytes.length;) at += writeSync(STANDARD_OUTPUT, bytes, at);
    written += bytes.length;
  });
  try {
    const exitCode = core.exec(...parameters(sampleRate));
    if (written > 0) return OUTCOME.decoded;
    return exitCode === 0 ? OUTCOME.empty : OUTCOME.undecodable;
  } catch (error) {
    // A file that makes the program itself fail is as good as one that it refuses.
    if (error instanceof WebAssembly.RuntimeError) return OUTCOME.undecodable;
    throw error;
  }
}

// Ctrl-C reaches every process of the terminal, but what runs here is finished first: the caller says when to end.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);

const core = await loadFfmpegCore(MOST_MEMORY_BYTES).catch((error: NodeJS.ErrnoException) => {
  // Where FFmpeg's package was left out, no recording can be decoded.
  if (error.code === "MODULE_NOT_FOUND") process.exit(OUTCOME.undecodable);
  throw error;
});
const order = await receive();
process.exit(order === undefined ? OUTCOME.decoded : decode(core, order.file, order.sampleRate));
