import { EngineError, modelLoading } from "../admission/engine-error.ts";
import type { RecognitionOptions } from "../model/model.ts";
import type { Slot } from "./pool.ts";
import type { JobMessage } from "../process/model-process.ts";
import type { Progress } from "../process/protocol.ts";
import { writeWire, type Samples } from "../process/audio-pipe.ts";

export interface RecognitionEvents {
  progress(progress: Progress): void;
  failed(error: EngineError): void;
}

/** A recognition that runs in a model process. */
export interface RemoteRecognition extends Disposable {
  /** Sends mono samples at the model's sample rate; they are copied. */
  accept(samples: Samples): void;
  /** Signals that no samples follow; the last progress, `finished`, comes after it. */
  end(): void;
}

/** Maximum seconds of audio between two reports; live clients are promised a partial transcript after 300 ms at the latest. */
export const REPORT_SECONDS = { live: 0.28, file: 20 } as const;

/** Capacity for the frames of one turn of the event loop: about 0.25 s at 16 kHz. A longer frame is a packet of its own. */
const TURN_SAMPLES = 4096;

export interface RemoteRecognitionOptions extends RecognitionOptions {
  /** Maximum seconds of audio between two reports; longer intervals cost less work. */
  readonly reportSeconds: number;
  /** Number of samples per packet; if left out, a packet has the samples of one turn of the event loop. */
  readonly packetSamples?: number;
}

/** Opens a recognition in the process of a slot; disposing it drops the audio that is not decoded yet. */
export function openRecognition(
  slot: Slot,
  { reportSeconds, packetSamples, ...options }: RemoteRecognitionOptions,
  events: RecognitionEvents,
): RemoteRecognition {
  const { process } = slot;
  let decodedSeconds = 0;
  const id = process.openJob((message) => receive(message));
  process.send({ type: "open", id, options, reportSeconds });

  function receive(message: JobMessage): void {
    switch (message.type) {
      case "progress":
        slot.computed(message.progress.decodedSeconds - decodedSeconds, message.computeSeconds);
        ({ decodedSeconds } = message.progress);
        events.progress(message.progress);
        return;
      case "failed":
        events.failed(new EngineError("engine_error", message.message));
        return;
      case "gone":
        events.failed(modelLoading(slot.modelId));
        return;
      case "piece":
      case "spoken":
      case "placed":
        throw new Error(`recognition ${id} was sent what a synthesis is`);
    }
  }

  const sentPackets: Int16Array<ArrayBuffer>[] = [];
  let packet = new Int16Array(packetSamples ?? TURN_SAMPLES);
  let gathered = 0;
  let turnEnd: NodeJS.Immediate | undefined;

  function sendPacket(): void {
    clearImmediate(turnEnd);
    turnEnd = undefined;
    if (gathered === 0) return;
    const sent = packet;
    process.sendAudio(id, sent.subarray(0, gathered), () => sentPackets.push(sent));
    packet = sentPackets.pop() ?? new Int16Array(sent.length);
    gathered = 0;
  }

  return {
    accept(samples) {
      if (gathered + samples.length > packet.length) {
        sendPacket();
        if (samples.length > packet.length) packet = new Int16Array(samples.length);
      }
      writeWire(samples, packet, gathered);
      gathered += samples.length;
      if (packetSamples === undefined) turnEnd ??= setImmediate(sendPacket);
      else if (gathered >= packetSamples) sendPacket();
    },
    end() {
      sendPacket();
      process.send({ type: "end", id });
    },
    [Symbol.dispose]() {
      clearImmediate(turnEnd);
      process.closeJob(id);
    },
  };
}
