import type { JSX, RefObject } from "preact";
import { useRef } from "preact/hooks";
import { LevelMeter } from "#web-kit/audio/level-meter.tsx";
import { Waveform } from "#web-kit/audio/waveform.tsx";
import { Icon } from "../frame/icon.tsx";
import { ProblemNotice } from "../frame/problem-notice.tsx";
import { clock } from "../transcript/clock.ts";
import { TranscriptDownloads } from "../transcript/transcript-downloads.tsx";
import type { DemoTexts } from "../../texts/texts.ts";
import { useReady } from "../frame/use-ready.ts";
import type { Loudness } from "./live-demo.ts";
import { canGoOn, heardNobody, hearsNothing, type LiveState } from "./live-state.ts";

/** Bars of the waveform: the last ten seconds. */
const BARS = 120;
const FLAT: readonly number[] = Array.from({ length: BARS }, () => 0);

interface LivePanelProps {
  readonly texts: DemoTexts;
  readonly state: LiveState;
  readonly loudness: Loudness;
  readonly onStart?: (goesOn: boolean) => void;
  readonly onStop?: () => void;
}

/** The demo of the microphone: a button, how loud it is, and the transcript as it grows. */
export function LivePanel(props: LivePanelProps): JSX.Element {
  const { texts, state, loudness, onStart } = props;
  const words = texts.live;
  const { phase, segments, problem } = state;
  const { peaks } = loudness;
  const isRecording = phase === "listening";
  const main = useRef<HTMLButtonElement>(null);
  const isAtRest = phase === "idle" || phase === "done";
  const goOn = (): void => {
    // Its own button goes away; the keyboard stays at the one that stops.
    main.current?.focus();
    onStart?.(true);
  };
  return (
    <>
      <h2>{words.title}</h2>
      <p class="quiet">{words.lead}</p>
      <Controls {...props} main={main} onGoOn={goOn} />
      <div class="sound" data-on={isRecording}>
        <Waveform peaks={peaks.length === 0 ? FLAT : peaks.slice(-BARS)} room={BARS} />
        <LevelMeter peak={isRecording ? loudness.peak : 0} />
      </div>
      {hearsNothing(state) && (
        <p class="notice" role="status">
          {words.hearsNothing}
        </p>
      )}
      {heardNobody(state) && (
        <p class="notice" role="status">
          {words.heardNobody}
        </p>
      )}
      {isAtRest && problem !== undefined && <ProblemNotice problem={problem} texts={texts} />}
      <LiveTranscript texts={texts} state={state} />
      {phase === "done" && segments.length > 0 && (
        <TranscriptDownloads segments={segments} texts={texts} />
      )}
    </>
  );
}

interface ControlsProps extends LivePanelProps {
  readonly main: RefObject<HTMLButtonElement | null>;
  readonly onGoOn: () => void;
}

/** One button starts and stops, so that it keeps the focus. */
function Controls({ texts, state, main, onStart, onStop, onGoOn }: ControlsProps): JSX.Element {
  const words = texts.live;
  const isReady = useReady();
  const { phase, seconds } = state;
  const isRunning = phase === "asking" || phase === "listening";
  const press = (): void => {
    if (isRunning) onStop?.();
    else if (phase !== "finishing") onStart?.(false);
  };
  return (
    <div class="controls">
      <button
        ref={main}
        type="button"
        class="button"
        disabled={!isReady}
        aria-disabled={phase === "finishing"}
        onClick={press}
      >
        <Icon name={isRunning ? "stop" : "microphone"} />
        {words.buttons[phase]}
      </button>
      {canGoOn(state) && (
        <button type="button" class="button plain" onClick={onGoOn}>
          {words.goOn}
        </button>
      )}
      <p class="phase" data-phase={phase}>
        <span role="status">{words.phases[phase]}</span>
        {seconds > 0 && <span class="seconds">{clock(seconds)}</span>}
      </p>
    </div>
  );
}

/** What was said; only what will not change any more is read out. */
function LiveTranscript({ texts, state }: Pick<LivePanelProps, "texts" | "state">): JSX.Element {
  const { segments, partial } = state;
  const isEmpty = segments.length === 0 && partial === undefined;
  return (
    <div class="transcript" role="region" aria-label={texts.live.transcript}>
      {isEmpty && <p class="empty quiet">{texts.live.empty}</p>}
      <ol aria-live="polite" aria-relevant="additions">
        {segments.map(({ start, text }) => (
          <li key={start}>
            <span class="time">{clock(start)}</span>
            <span lang="tr">{text}</span>
          </li>
        ))}
      </ol>
      {partial !== undefined && (
        <p class="partial">
          <span class="time">{clock(partial.start)}</span>
          <span lang="tr">{partial.text}</span>
        </p>
      )}
    </div>
  );
}
