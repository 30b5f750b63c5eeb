import type { ModelProcess } from "../process/model-process.ts";
import type { Slot } from "./pool.ts";
import { fromWire, toWire, type Samples } from "../process/audio-pipe.ts";
import { PartDivider, PartProgress } from "./parts.ts";
import {
  openRecognition,
  type RecognitionEvents,
  type RemoteRecognition,
  type RemoteRecognitionOptions,
} from "./remote-recognition.ts";

/**
 * Opens the recognition of a long recording in parts, one after the other in the process of the slot, and beside it in each
 * process of the model that has nothing else to do; speakers are not told apart across parts. Progress is that of the whole
 * recording, its words in their order.
 */
export function openDividedRecognition(
  slot: Slot,
  options: RemoteRecognitionOptions,
  events: RecognitionEvents,
): RemoteRecognition {
  const divider = new PartDivider(slot.sampleRate);
  const whole = new PartProgress();
  const waiting: Part[] = [];
  const open = new Map<Part, ModelProcess>();
  let sentSamples = 0;
  let current = begin();

  function begin(): Part {
    const part = new Part(whole.add(sentSamples / slot.sampleRate));
    waiting.push(part);
    openWaiting();
    return part;
  }

  function openWaiting(): void {
    const process = waiting.length > 0 ? freeProcess() : undefined;
    if (process === undefined) return;
    const part = waiting.shift()!;
    open.set(part, process);
    part.open(
      openRecognition({ ...slot, process }, options, {
        progress(progress) {
          if (progress.finished) close(part);
          events.progress(part.progressOfWhole(progress));
        },
        failed: (error) => events.failed(error),
      }),
    );
    openWaiting();
  }

  /** The place in the slot's own process is this recording's, whatever else runs there. */
  function freeProcess(): ModelProcess | undefined {
    const isOwnTaken = [...open.values()].includes(slot.process);
    return slot.idleProcess() ?? (isOwnTaken ? undefined : slot.process);
  }

  function close(part: Part): void {
    open.delete(part);
    part[Symbol.dispose]();
    openWaiting();
  }

  function send(samples: Float32Array): void {
    sentSamples += samples.length;
    current.accept(samples);
  }

  return {
    accept(samples) {
      for (const piece of divider.accept(inFloats(samples))) {
        send(piece.samples);
        if (!piece.endsPart) continue;
        current.end();
        current = begin();
      }
    },
    end() {
      send(divider.end());
      whole.end();
      current.end();
    },
    [Symbol.dispose]() {
      waiting.length = 0;
      for (const part of open.keys()) close(part);
    },
  };
}

/** A part of a recording. Until a process has room for it, its samples are kept in 16 bits. */
class Part implements Disposable {
  readonly progressOfWhole: ReturnType<PartProgress["add"]>;
  #recognition: RemoteRecognition | undefined;
  #kept: Int16Array[] = [];
  #hasEnded = false;

  constructor(progressOfWhole: ReturnType<PartProgress["add"]>) {
    this.progressOfWhole = progressOfWhole;
  }

  open(recognition: RemoteRecognition): void {
    this.#recognition = recognition;
    for (const samples of this.#kept) recognition.accept(samples);
    this.#kept = [];
    if (this.#hasEnded) recognition.end();
  }

  accept(samples: Float32Array): void {
    if (this.#recognition === undefined)
      this.#kept.push(toWire(samples, new Int16Array(samples.length)));
    else this.#recognition.accept(samples);
  }

  end(): void {
    this.#hasEnded = true;
    this.#recognition?.end();
  }

  [Symbol.dispose](): void {
    this.#recognition?.[Symbol.dispose]();
  }
}

function inFloats(samples: Samples): Float32Array {
  return samples instanceof Int16Array
    ? fromWire(samples, new Float32Array(samples.length))
    : samples;
}
