import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LevelMeter } from "#web-kit/audio/level-meter.tsx";
import type { RecordingRules } from "../frame/content.ts";
import { number } from "../frame/formats.tsx";
import { Complaint } from "../frame/notices.tsx";
import { useReader } from "../frame/reader.ts";
import type { Recorder } from "./recorder.ts";

/** Peak amplitude (about -30 dBFS) below which a voice is hard to tell from room noise. */
const TOO_QUIET = 0.03;

interface RecordPanelProps {
  readonly recorder: Recorder;
  readonly rules: RecordingRules;
}

/** A text to read aloud, and the controls that record it. */
export function RecordPanel({ recorder, rules }: RecordPanelProps): JSX.Element {
  const { voices } = useReader().texts;
  const { step } = recorder.state.value;
  return (
    <div class="stack">
      <p>{voices.readAloud}</p>
      <blockquote class="read-aloud" lang="tr">
        {voices.sampleText}
      </blockquote>
      <Progress recorder={recorder} rules={rules} />
      <p class="form-row">
        {step === "recording" ? (
          <button type="button" class="button" onClick={() => recorder.stop()}>
            {voices.stop}
          </button>
        ) : (
          <button
            type="button"
            class={step === "recorded" ? "button plain" : "button"}
            disabled={step === "asking"}
            onClick={() => void recorder.start()}
          >
            {step === "recorded" || step === "lost" ? voices.again : voices.start}
          </button>
        )}
      </p>
    </div>
  );
}

function Progress({ recorder, rules }: RecordPanelProps) {
  const reader = useReader();
  const { voices } = reader.texts;
  const state = recorder.state.value;
  switch (state.step) {
    case "idle":
      return null;
    case "asking":
      return <p role="status">{voices.asking}</p>;
    case "lost":
      return <Complaint text={voices.lost} />;
    case "failed":
      return <Complaint text={voices.microphone[state.fault]} />;
    case "recording": {
      const seconds = number(reader, Math.floor(state.seconds));
      return (
        <div class="stack recording">
          <p class="meter-head">
            <strong role="status">{voices.recording}</strong>
            <span>{fill(voices.elapsed, { seconds, max: rules.maxSeconds })}</span>
          </p>
          <LevelMeter peak={state.peak} />
          <p class="quiet">{fill(voices.keepGoing, { min: rules.minSeconds })}</p>
        </div>
      );
    }
    case "recorded":
      return (
        <div class="stack">
          <p role="status">
            {fill(voices.recorded, { seconds: number(reader, state.seconds, 1) })}
          </p>
          {state.peak < TOO_QUIET && <Complaint text={voices.tooQuiet} />}
          <Playback file={state.file} />
        </div>
      );
  }
}

/** A player for a local file. */
export function Playback({ file }: { readonly file: Blob }): JSX.Element | null {
  const [address, setAddress] = useState<string | undefined>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address === undefined ? null : <audio class="playback" controls src={address} />;
}
