import { writeNumber } from "#web-kit/locale/numbers.ts";
import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { fittedPeaks } from "#web-kit/audio/loudness.ts";
import { Waveform } from "#web-kit/audio/waveform.tsx";
import { problemOf, type Problem } from "#web-kit/api/api-error.ts";
import { Icon } from "../frame/icon.tsx";
import { ProblemNotice } from "../frame/problem-notice.tsx";
import { saveFile } from "#web-kit/save-file.ts";
import { clock } from "../transcript/clock.ts";
import type { DemoTexts } from "../../texts/texts.ts";
import type { Take } from "./take.ts";
import { canReplay, EMPTY_TAKE, isCutShort, type TakeState } from "./take-state.ts";

const BARS = 120;

interface TakeViewProps {
  readonly texts: DemoTexts;
  /** Absent on the server. */
  readonly take: Take | undefined;
  /** How long the whole will be, as far as one can tell from the text. */
  readonly expectedSeconds: number;
  readonly onReplay?: () => void;
}

/** A spoken text: its waveform, which fills while it comes, and what can be done with it. */
export function TakeView({ texts, take, expectedSeconds, onReplay }: TakeViewProps): JSX.Element {
  const state = take?.state.value ?? EMPTY_TAKE;
  const words = texts.take;
  const isOn = state.phase === "waiting" || state.phase === "sounding";
  return (
    <div class="take" data-phase={state.phase}>
      <TakeWave take={take} state={state} expectedSeconds={expectedSeconds} />
      <div class="controls">
        {(isOn || canReplay(state)) && (
          <button
            type="button"
            class="button plain small"
            onClick={() => (isOn ? take?.stop() : onReplay?.())}
          >
            <Icon name={isOn ? "stop" : "play"} />
            {isOn ? words.stop : words.replay}
          </button>
        )}
        <p class="phase" data-phase={state.phase}>
          <span role="status">{words[state.phase]}</span>
          <TakeFacts texts={texts} take={take} state={state} />
        </p>
        {state.isComplete && take !== undefined && <TakeDownloads texts={texts} take={take} />}
      </div>
      {isCutShort(state) && state.problem === undefined && <p class="quiet">{words.cutShort}</p>}
      {state.problem !== undefined && <ProblemNotice problem={state.problem} texts={texts} />}
    </div>
  );
}

function TakeWave({
  take,
  state,
  expectedSeconds,
}: Pick<TakeViewProps, "take" | "expectedSeconds"> & { readonly state: TakeState }): JSX.Element {
  const { seconds, isComplete } = state;
  const wholeSeconds = isComplete ? seconds : Math.max(seconds, expectedSeconds);
  const filled = wholeSeconds > 0 ? Math.round((BARS * seconds) / wholeSeconds) : 0;
  const heard = take?.heardSeconds.value ?? 0;
  return (
    <Waveform
      peaks={fittedPeaks(take?.peaks.value ?? [], filled)}
      room={BARS}
      playedShare={seconds > 0 ? heard / seconds : 0}
    />
  );
}

function TakeFacts({
  texts,
  take,
  state: { phase, seconds, waitedMs },
}: Pick<TakeViewProps, "texts" | "take"> & { readonly state: TakeState }): JSX.Element | null {
  if (seconds === 0) return null;
  const heard = phase === "sounding" ? `${clock(take?.heardSeconds.value ?? 0)} / ` : "";
  return (
    <>
      <span class="seconds">
        {heard}
        {clock(seconds)}
      </span>
      {waitedMs !== undefined && (
        <span class="waited" data-ms={Math.round(waitedMs)}>
          {fill(texts.take.waited, {
            seconds: writeNumber(texts.language, waitedMs / 1000, { most: 2 }),
          })}
        </span>
      )}
    </>
  );
}

function TakeDownloads({
  texts,
  take,
}: {
  readonly texts: DemoTexts;
  readonly take: Take;
}): JSX.Element {
  const [isPreparing, setPreparing] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>();
  const name = texts.fileNames.speech;
  const saveMp3 = async (): Promise<void> => {
    setPreparing(true);
    setProblem(undefined);
    try {
      saveFile(`${name}.mp3`, await take.mp3());
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setPreparing(false);
    }
  };
  return (
    <div class="buttons">
      <button
        type="button"
        class="button plain small"
        aria-label={fill(texts.downloadAs, { format: "WAV" })}
        onClick={() => saveFile(`${name}.wav`, take.wav())}
      >
        WAV
      </button>
      <button
        type="button"
        class="button plain small"
        aria-label={fill(texts.downloadAs, { format: "MP3" })}
        disabled={isPreparing}
        onClick={() => void saveMp3()}
      >
        {isPreparing ? texts.take.preparing : "MP3"}
      </button>
      {problem !== undefined && <ProblemNotice problem={problem} texts={texts} />}
    </div>
  );
}
