import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import { LevelMeter } from "#web-kit/audio/level-meter.tsx";
import type { RecordingRules } from "../frame/content.ts";
import { number } from "../frame/formats.ts";
import { useReader } from "../frame/reader.ts";
import { Playback } from "./playback.tsx";
import type { Recorder, RecorderState } from "./recorder.ts";

/** Below it a voice is hard to tell from the room, about -30 dBFS. */
const TOO_QUIET = 0.03;

interface RecorderPanelProps {
  readonly recorder: Recorder;
  readonly rules: RecordingRules;
}

/** A text to read aloud, and what records it. */
export function RecorderPanel({ recorder, rules }: RecorderPanelProps): JSX.Element {
  const { voices } = useReader().texts;
  const state = recorder.state.value;
  const { step } = state;
  return (
    <div class="stack">
      <p>{voices.readAloud}</p>
      <blockquote class="read-aloud" lang="tr">
        {voices.sampleText}
      </blockquote>
      <Progress state={state} rules={rules} />
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

function Progress({
  state,
  rules,
}: {
  readonly state: RecorderState;
  readonly rules: RecordingRules;
}) {
  const reader = useReader();
  const { voices } = reader.texts;
  switch (state.step) {
    case "idle":
      return null;
    case "asking":
      return <p role="status">{voices.asking}</p>;
    case "lost":
      return <Complaint text={voices.lost} />;
    case "failed":
      return <Complaint text={voices.microphone[state.fault]} />;
    case "recording":
      return (
        <div class="stack recording">
          <p class="meter-head">
            <strong role="status">{voices.recording}</strong>
            <span>
              {fill(voices.elapsed, {
                seconds: number(reader, Math.floor(state.seconds)),
                most: rules.mostSeconds,
              })}
            </span>
          </p>
          <LevelMeter peak={state.peak} />
          <p class="quiet">{fill(voices.keepGoing, { least: rules.leastSeconds })}</p>
        </div>
      );
    case "recorded": {
      const { file, seconds, peak } = state.recorded;
      return (
        <div class="stack">
          <p role="status">{fill(voices.recorded, { seconds: number(reader, seconds, 1) })}</p>
          {peak < TOO_QUIET && <Complaint text={voices.tooQuiet} />}
          <Playback file={file} />
        </div>
      );
    }
  }
}

function Complaint({ text }: { readonly text: string }) {
  return (
    <p class="notice problem" role="alert">
      {text}
    </p>
  );
}
