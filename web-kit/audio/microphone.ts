import { captureNode, loadCapture, type SoundSource } from "./capture.ts";

/** Why a microphone cannot be used; `unavailable` is any other reason. */
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
  /** Called with mono samples in [-1, 1], about every 50 ms. */
  readonly onSamples: (samples: Float32Array) => void;
  /** Called when the device is disconnected or permission is withdrawn; nothing follows. */
  readonly onLost: () => void;
}

/** No echo cancellation, because nothing is played meanwhile; no noise suppression, because it would remove parts of speech. */
const LISTENING: MediaTrackConstraints = {
  channelCount: 1,
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: true,
};

/** The faults behind getUserMedia's errors, by name. */
const FAULTS: Readonly<Record<string, MicrophoneFault>> = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "absent",
  OverconstrainedError: "absent",
  NotReadableError: "busy",
  AbortError: "busy",
};

/**
 * Requests the microphone and captures it at `rate` Hz, or at its own rate where the browser does not convert it.
 *
 * Must be called in a user gesture, as browsers require for audio. Rejects with MicrophoneError.
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

/**
 * Connects a microphone to a context; returns undefined where the browser requires the device's own sample rate, as Firefox
 * does.
 */
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
