import { parentPort } from "node:worker_threads";
import type { Answer, Encoder, Encoding, Question } from "./encoder.ts";

/** The entry of the encoding thread: runs any number of encoders, each with one request at a time. */

const encoders = new Map<number, Encoder>();

async function bytesFor(question: Question): Promise<Uint8Array> {
  const { id, type } = question;
  if (type === "open") {
    const { open } = (await import(`./formats/${question.format}.ts`)) as Encoding;
    encoders.set(id, await open(question.sampleRate));
    return new Uint8Array(0);
  }
  const encoder = encoders.get(id);
  if (type === "close") {
    encoders.delete(id);
    await encoder?.close();
    return new Uint8Array(0);
  }
  if (encoder === undefined) throw new Error(`encoder ${id} is not open`);
  return type === "push" ? await encoder.push(question.samples) : await encoder.end();
}

async function answer(question: Question): Promise<void> {
  const { id } = question;
  try {
    const bytes = Uint8Array.from(await bytesFor(question));
    parentPort?.postMessage({ id, bytes } satisfies Answer, [bytes.buffer]);
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    parentPort?.postMessage({ id, failure } satisfies Answer);
  }
}

parentPort?.on("message", (question: Question) => void answer(question));
