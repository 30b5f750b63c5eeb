import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { problemOf, type Problem } from "#web-kit/api/api-error.ts";
import { fittedPeaks } from "#web-kit/audio/loudness.ts";
import { Waveform } from "#web-kit/audio/waveform.tsx";
import { fill } from "#web-kit/language/texts.ts";
import { writeNumber } from "#web-kit/locale/numbers.ts";
import { saveFile } from "#web-kit/save-file.ts";
import { ViewCode } from "../code/view-code.tsx";
import { useDemoPage } from "../frame/demo-page.ts";
import { Icon } from "../frame/icon.tsx";
import { ProblemNotice } from "../frame/notices.tsx";
import { clock } from "../transcript/segments.ts";
import { canReplay, isCutShort } from "./take-state.ts";
import type { Take } from "./take.ts";

const BARS = 120;
/** Speaking rate of the built-in voices, according to their model cards. */
const CHARACTERS_PER_SECOND = 13;

interface TakeViewProps {
  readonly take: Take;
  /** The spoken text; the expected duration is estimated from its length while the audio arrives. */
  readonly text: string;
  readonly speed?: number;
  readonly onReplay: () => void;
}

/** Generated speech: its waveform, which fills as the audio arrives, and its actions. */
export function TakeView(props: TakeViewProps): JSX.Element {
  const { take, onReplay } = props;
  const { texts } = useDemoPage();
  const words = texts.take;
  const state = take.state.value;
  const request = take.request.value;
  const isOn = state.phase === "waiting" || state.phase === "sounding";
  return (
    <div class="take" data-phase={state.phase}>
      <TakeWave {...props} />
      <div class="controls">
        {(isOn || canReplay(state)) && (
          <button
            type="button"
            class="button plain small"
            onClick={() => (isOn ? take.stop() : onReplay())}
          >
            <Icon name={isOn ? "stop" : "play"} />
            {isOn ? words.stop : words.replay}
          </button>
        )}
        <p class="phase" data-phase={state.phase}>
          <span role="status">{words[state.phase]}</span>
          <TakeFacts take={take} />
        </p>
        {state.isComplete && <TakeDownloads take={take} />}
      </div>
      {isCutShort(state) && state.problem === undefined && <p class="quiet">{words.cutShort}</p>}
      {state.problem !== undefined && <ProblemNotice problem={state.problem} />}
      {request !== undefined && (
        <ViewCode
          call={{
            kind: "speech",
            fields: { ...request.fields, response_format: "mp3" },
            file: `${texts.fileNames.speech}.mp3`,
          }}
        />
      )}
    </div>
  );
}

function TakeWave({ take, text, speed = 1 }: TakeViewProps): JSX.Element {
  const { seconds, isComplete } = take.state.value;
  const expectedSeconds = text.trim().length / CHARACTERS_PER_SECOND / speed;
  const wholeSeconds = isComplete ? seconds : Math.max(seconds, expectedSeconds);
  const filled = wholeSeconds > 0 ? Math.round((BARS * seconds) / wholeSeconds) : 0;
  return (
    <Waveform
      peaks={fittedPeaks(take.peaks.value, filled)}
      room={BARS}
      playedShare={seconds > 0 ? take.heardSeconds.value / seconds : 0}
    />
  );
}

function TakeFacts({ take }: { readonly take: Take }): JSX.Element | null {
  const { texts } = useDemoPage();
  const { phase, seconds, waitedMs } = take.state.value;
  if (seconds === 0) return null;
  const heard = phase === "sounding" ? `${clock(take.heardSeconds.value)} / ` : "";
  return (
    <>
      <span class="seconds">
        {heard}
        {clock(seconds)}
      </span>
      {waitedMs !== undefined && (
        <span class="waited" data-ms={Math.round(waitedMs)}>
          {fill(texts.take.waited, {
            seconds: writeNumber(texts.language, waitedMs / 1000, { max: 2 }),
          })}
        </span>
      )}
    </>
  );
}

function TakeDownloads({ take }: { readonly take: Take }): JSX.Element {
  const { texts } = useDemoPage();
  const [isPreparing, setPreparing] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>();
  const save = async (format: "wav" | "mp3"): Promise<void> => {
    setPreparing(true);
    setProblem(undefined);
    try {
      saveFile(`${texts.fileNames.speech}.${format}`, await take[format]());
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setPreparing(false);
    }
  };
  return (
    <div class="buttons">
      {(["wav", "mp3"] as const).map((format) => (
        <button
          key={format}
          type="button"
          class="button plain small"
          aria-label={fill(texts.downloadAs, { format: format.toUpperCase() })}
          disabled={isPreparing && format === "mp3"}
          onClick={() => void save(format)}
        >
          {isPreparing && format === "mp3" ? texts.take.preparing : format.toUpperCase()}
        </button>
      ))}
      {problem !== undefined && <ProblemNotice problem={problem} />}
    </div>
  );
}
