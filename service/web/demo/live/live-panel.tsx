import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { LevelMeter } from "#web-kit/audio/level-meter.tsx";
import { Waveform } from "#web-kit/audio/waveform.tsx";
import { plural } from "#web-kit/language/texts.ts";
import { ViewCode } from "../code/view-code.tsx";
import { useDemoPage } from "../frame/demo-page.ts";
import { Icon } from "../frame/icon.tsx";
import { Notice, ProblemNotice } from "../frame/notices.tsx";
import { SampleChoice } from "../frame/sample-choice.tsx";
import { useReady } from "../../frame/use-ready.ts";
import type { SampleName } from "../../samples/samples.ts";
import { clock } from "../transcript/segments.ts";
import { TranscriptDownloads } from "../transcript/transcript-downloads.tsx";
import { LiveDemo } from "./live-demo.ts";
import { liveParameters } from "./live-socket.ts";
import {
  canGoOn,
  heardNobody,
  hearsNothing,
  isLate,
  isReconnecting,
  type LiveState,
} from "./live-state.ts";

/** Bars of the waveform: the last ten seconds. */
const BARS = 120;
const FLAT: readonly number[] = Array.from({ length: BARS }, () => 0);

/** The microphone demo: a button, the sound level, and the growing transcript. */
export function LivePanel(): JSX.Element {
  const { texts, content } = useDemoPage();
  const { hasWordTimes } = content;
  const words = texts.live;
  const demo = useMemo(() => new LiveDemo(hasWordTimes), [hasWordTimes]);
  const state = demo.state.value;
  const { peak, peaks } = demo.loudness.value;
  const { phase, segments, problem } = state;
  const lostSeconds = Math.round(state.lostSeconds);
  const isRecording = phase === "listening";
  const isAtRest = phase === "idle" || phase === "done";
  return (
    <>
      <h2>{words.title}</h2>
      <p class="quiet">{words.lead}</p>
      <Controls demo={demo} />
      <div class="sound" data-on={isRecording}>
        <Waveform peaks={peaks.length === 0 ? FLAT : peaks.slice(-BARS)} room={BARS} />
        <LevelMeter peak={isRecording ? peak : 0} />
      </div>
      {isLate(state) && <Notice>{words.late}</Notice>}
      {hearsNothing(state) && <Notice>{words.hearsNothing}</Notice>}
      {lostSeconds > 0 && <Notice>{plural(texts.language, words.lost, lostSeconds)}</Notice>}
      {state.partials === "slower" && <Notice>{words.slower}</Notice>}
      {state.warning !== undefined && <Notice>{texts.warnings[state.warning]}</Notice>}
      {heardNobody(state) && <Notice>{words.heardNobody}</Notice>}
      {isAtRest && problem !== undefined && <ProblemNotice problem={problem} />}
      <LiveTranscript state={state} />
      {phase === "done" && segments.length > 0 && <TranscriptDownloads segments={segments} />}
      {phase === "done" && demo.sampleRate.value !== undefined && (
        <ViewCode
          call={{
            kind: "live",
            fields: liveParameters(demo.sampleRate.value, hasWordTimes),
            file: "recording.wav",
          }}
        />
      )}
    </>
  );
}

/** One button starts and stops, so that it keeps the focus. */
function Controls({ demo }: { readonly demo: LiveDemo }): JSX.Element {
  const words = useDemoPage().texts.live;
  const isReady = useReady();
  const main = useRef<HTMLButtonElement>(null);
  const state = demo.state.value;
  const { phase, clip, seconds } = state;
  const isRunning = phase === "asking" || phase === "listening";
  const phases = clip === undefined ? words.phases : { ...words.phases, ...words.clipPhases };
  const startOrStop = (): void => {
    if (isRunning) demo.stop();
    else if (phase !== "finishing") void demo.start(false);
  };
  const play = (name: SampleName): void => {
    // The sample's button is disabled meanwhile; the focus moves to the button that stops.
    main.current?.focus();
    void demo.play(name);
  };
  const goOn = (): void => {
    // The button disappears; the focus moves to the button that stops.
    main.current?.focus();
    void demo.start(true);
  };
  return (
    <>
      <div class="controls">
        <button
          ref={main}
          type="button"
          class="button"
          disabled={!isReady}
          aria-disabled={phase === "finishing"}
          onClick={startOrStop}
        >
          <Icon name={isRunning ? "stop" : "microphone"} />
          {words.buttons[clip === undefined || isRunning ? phase : "idle"]}
        </button>
        {canGoOn(state) && (
          <button type="button" class="button plain" onClick={goOn}>
            {words.goOn}
          </button>
        )}
        <p class="phase" data-phase={phase} data-away={isReconnecting(state)}>
          <span role="status">{isReconnecting(state) ? words.reconnecting : phases[phase]}</span>
          {seconds > 0 && <span class="seconds">{clock(seconds)}</span>}
        </p>
      </div>
      <SampleChoice demo="live" isDisabled={isRunning || phase === "finishing"} onChoose={play} />
    </>
  );
}

/** The transcript; screen readers announce only final text. */
function LiveTranscript({ state }: { readonly state: LiveState }): JSX.Element {
  const words = useDemoPage().texts.live;
  const { segments, partial } = state;
  const isEmpty = segments.length === 0 && partial === undefined;
  return (
    <div class="transcript" role="region" aria-label={words.transcript}>
      {isEmpty && <p class="empty quiet">{words.empty}</p>}
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
