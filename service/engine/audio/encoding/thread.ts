import { parentPort } from "node:worker_threads";
import { AUDIO_FORMATS } from "./audio-formats.ts";
import type { Encoder } from "./encoder/encoder.ts";
import type { FromEncoder, ToEncoder } from "./protocol.ts";

/** The entry of the encoding thread: runs any number of encoders, a question of one at a time. */

const encoders = new Map<number, Encoder>();

async function answer(message: ToEncoder): Promise<Uint8Array> {
  if (message.type === "open") {
    const { open } = await AUDIO_FORMATS[message.format].load();
    encoders.set(message.id, await open(message.sampleRate));
    return new Uint8Array(0);
  }
  const encoder = encoders.get(message.id);
  if (message.type === "close") {
    encoders.delete(message.id);
    await encoder?.close();
    return new Uint8Array(0);
  }
  if (encoder === undefined) throw new Error(`encoder ${message.id} is not open`);
  return message.type === "push" ? await encoder.push(message.samples) : await encoder.end();
}

async function handle(message: ToEncoder): Promise<void> {
  const { id } = message;
  try {
    const bytes = Uint8Array.from(await answer(message));
    tell({ type: "bytes", id, bytes }, [bytes.buffer]);
  } catch (error) {
    tell({ type: "failed", id, message: error instanceof Error ? error.message : String(error) });
  }
}

function tell(message: FromEncoder, moved: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, moved);
}

parentPort?.on("message", (message: ToEncoder) => void handle(message));
