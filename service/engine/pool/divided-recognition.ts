import type { Slot } from "./pool.ts";
import { fromWire, type Samples } from "../process/audio-pipe.ts";
import { PartDivider, PartProgress } from "./parts.ts";
import {
  openRecognition,
  type RecognitionEvents,
  type RemoteRecognition,
  type RemoteRecognitionOptions,
} from "./remote-recognition.ts";

/**
 * Opens the recognition of a long recording in parts, each in a process of the model that has nothing else to do when the part
 * begins, or in that of the slot; speakers are not told apart across parts. Progress is that of the whole recording, its words in
 * their order.
 */
export function openDividedRecognition(
  slot: Slot,
  options: RemoteRecognitionOptions,
  events: RecognitionEvents,
): RemoteRecognition {
  const divider = new PartDivider(slot.sampleRate);
  const whole = new PartProgress();
  const open = new Set<RemoteRecognition>();
  let sentSamples = 0;
  let current = begin();

  function begin(): RemoteRecognition {
    const progressOf = whole.add(sentSamples / slot.sampleRate);
    const ofPart = { ...slot, process: slot.idleProcess() ?? slot.process };
    const part = openRecognition(ofPart, options, {
      progress(progress) {
        if (progress.finished) close(part);
        events.progress(progressOf(progress));
      },
      failed: (error) => events.failed(error),
    });
    open.add(part);
    return part;
  }

  function close(part: RemoteRecognition): void {
    open.delete(part);
    part[Symbol.dispose]();
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
      for (const part of open) close(part);
    },
  };
}

function inFloats(samples: Samples): Float32Array {
  return samples instanceof Int16Array
    ? fromWire(samples, new Float32Array(samples.length))
    : samples;
}
