import { captureNode, loadCapture, type SoundSource } from "./capture.ts";

/** Why there is no sound from a microphone; `unavailable` is any other reason. */
export type MicrophoneFault = "refused" | "absent" | "busy" | "insecure" | "unavailable";

/** A microphone could not be opened. */
export class MicrophoneError extends Error {
  override readonly name = "MicrophoneError";
  readonly fault: MicrophoneFault;

  constructor(fault: MicrophoneFault, cause?: unknown) {
    super(`the microphone is ${fault}`, { cause });
    this.fault = fault;
  }
}

export interface MicrophoneListener {
  /** Takes samples in [-1, 1], mono, about every 50 ms. */
  readonly onSamples: (samples: Float32Array) => void;
  /** The device went away, or its use was withdrawn; nothing follows. */
  readonly onLost: () => void;
}

/** Nothing is played meanwhile that would echo; suppressing noise would take parts of speech with it. */
const LISTENING: MediaTrackConstraints = {
  channelCount: 1,
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: true,
};

/** What the names of getUserMedia's errors mean. */
const FAULTS: Readonly<Record<string, MicrophoneFault>> = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "absent",
  OverconstrainedError: "absent",
  NotReadableError: "busy",
  AbortError: "busy",
};

/**
 * Asks for the microphone and listens to it at `rate` hertz, or at its own where the browser does not convert it.
 *
 * Has to be called on a press of the reader's, for browsers start no sound by themselves. Rejects with MicrophoneError.
 */
export async function openMicrophone(
  { onSamples, onLost }: MicrophoneListener,
  rate = 16_000,
): Promise<SoundSource> {
  // Pages that were not loaded over https have no mediaDevices at all.
  if (!window.isSecureContext) throw new MicrophoneError("insecure");
  let context = new AudioContext({ sampleRate: rate });
  let stream: MediaStream | undefined;
  const stop = (): void => {
    stream?.getTracks().forEach((track) => track.stop());
    if (context.state !== "closed") void context.close();
  };
  try {
    await loadCapture(context);
    // Opened last, so that nothing said into it is missed.
    stream = await askForStream();
    let source = sourceIn(context, stream);
    if (source === undefined) {
      void context.close();
      context = new AudioContext();
      await loadCapture(context);
      source = context.createMediaStreamSource(stream);
    }
    const capture = captureNode(context, onSamples);
    source.connect(capture);
    for (const track of stream.getAudioTracks()) track.onended = onLost;
    await context.resume();
    return {
      sampleRate: context.sampleRate,
      stop() {
        capture.port.onmessage = null;
        stop();
      },
    };
  } catch (cause) {
    stop();
    throw cause instanceof MicrophoneError ? cause : new MicrophoneError("unavailable", cause);
  }
}

/** Firefox connects a microphone at the rate of the device alone. */
function sourceIn(context: AudioContext, stream: MediaStream) {
  try {
    return context.createMediaStreamSource(stream);
  } catch {
    return undefined;
  }
}

async function askForStream(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: LISTENING });
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    throw new MicrophoneError(FAULTS[name] ?? "unavailable", error);
  }
}
