import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** FFmpeg as a WebAssembly program; an instance can run only once. */
export interface FfmpegCore {
  readonly FS: {
    create(path: string): { usedBytes: number; stream_ops: { read: Transfer } };
    makedev(major: number, minor: number): number;
    registerDevice(device: number, operations: { write: Transfer }): void;
    mkdev(path: string, device: number): void;
  };
  /** Calls `log` with every line that FFmpeg writes. */
  setLogger(log: (line: { readonly message: string }) => void): void;
  exec(...parameters: readonly string[]): number;
}

/** Fills or consumes at most `length` bytes of `buffer` from `offset` on; returns how many. */
type Transfer = (
  stream: unknown,
  buffer: Uint8Array,
  offset: number,
  length: number,
  position: number,
) => number;

type CreateFfmpegCore = (options: { readonly wasmBinary: Uint8Array }) => Promise<FfmpegCore>;
type Grow = (this: WebAssembly.Memory, pages: number) => number;

const PAGE_BYTES = 65_536;

/** Loads FFmpeg into this process, which must be used for nothing else, because its globals are changed. */
export async function loadFfmpegCore(maxMemoryBytes: number): Promise<FfmpegCore> {
  const require = createRequire(import.meta.url);
  limitMemory(maxMemoryBytes);
  // The package expects the globals of a web worker.
  Object.assign(globalThis, { self: globalThis, location: { href: import.meta.url } });
  const create = require("@ffmpeg/core") as CreateFfmpegCore;
  return await create({ wasmBinary: await readFile(require.resolve("@ffmpeg/core/wasm")) });
}

/** Limits the memory of the program, which would take up to 2 GB; it reports a failed allocation as an error. */
function limitMemory(maxBytes: number): void {
  const { prototype } = WebAssembly.Memory;
  prototype.grow = new Proxy(Reflect.get(prototype, "grow") as Grow, {
    apply: (grow, memory: WebAssembly.Memory, [pages]: [number]) => {
      if (memory.buffer.byteLength + pages * PAGE_BYTES > maxBytes) {
        throw new RangeError(`more than ${maxBytes} bytes of memory`);
      }
      return Reflect.apply(grow, memory, [pages]) as number;
    },
  });
}
