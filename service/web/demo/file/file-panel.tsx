import { fill } from "#web-kit/language/texts.ts";
import type { JSX, RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import type { DemoLimits } from "../frame/content.ts";
import { Icon } from "../frame/icon.tsx";
import { ProblemNotice } from "../frame/problem-notice.tsx";
import { TranscriptDownloads } from "../transcript/transcript-downloads.tsx";
import type { DemoTexts } from "../../texts/texts.ts";
import { useReady } from "../frame/use-ready.ts";
import { AUDIO_ENDINGS, type FileFacts } from "./file-checks.ts";
import { isUnderWay, type FileState } from "./file-state.ts";
import { HeardRecording } from "./heard-recording.tsx";

const MEGABYTE = 1024 * 1024;

interface FilePanelProps {
  readonly texts: DemoTexts;
  readonly limits: DemoLimits;
  readonly state: FileState;
  /** What was heard, so that it can be played. */
  readonly recording?: File | undefined;
  readonly onFiles?: (files: readonly File[]) => void;
  readonly onRetry?: () => void;
  readonly onCancel?: () => void;
}

/** The demo of files: a place to drop one, how far it is, and its transcript to play along with. */
export function FilePanel(props: FilePanelProps): JSX.Element {
  const { texts, limits, state, recording, onRetry } = props;
  const words = texts.file;
  const main = useRef<HTMLButtonElement>(null);
  const retry = (): void => {
    // Its own button goes away.
    main.current?.focus();
    onRetry?.();
  };
  return (
    <>
      <h2>{words.title}</h2>
      <p class="quiet">{fill(words.lead, { megabytes: limits.uploadBytes / MEGABYTE })}</p>
      <DropZone {...props} main={main} />
      {state.phase === "refused" && (
        <ProblemNotice
          problem={state.problem}
          texts={texts}
          onRetry={recording === undefined ? undefined : retry}
        />
      )}
      {state.phase === "heard" && state.segments.length === 0 && (
        <p class="notice" role="status">
          {words.heardNobody}
        </p>
      )}
      {state.phase === "heard" && state.segments.length > 0 && recording !== undefined && (
        <>
          <HeardRecording texts={texts} segments={state.segments} recording={recording} />
          <TranscriptDownloads segments={state.segments} texts={texts} />
        </>
      )}
    </>
  );
}

interface DropZoneProps extends FilePanelProps {
  readonly main: RefObject<HTMLButtonElement | null>;
}

/** Takes files in any state; its one button chooses, or cancels what is under way. */
function DropZone({ texts, state, main, onFiles, onCancel }: DropZoneProps): JSX.Element {
  const words = texts.file;
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const isReady = useReady();
  const isBusy = isUnderWay(state);
  const isSmall = isBusy || state.phase === "heard";
  const choices = { heard: words.another, sending: words.cancel, transcribing: words.cancel };
  return (
    <div
      class={isSmall ? "drop-zone small" : "drop-zone"}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles?.([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <DropZoneContent texts={texts} state={state} />
      <button
        ref={main}
        type="button"
        class={isSmall ? "button plain small" : "button"}
        disabled={!isReady}
        onClick={() => (isBusy ? onCancel?.() : input.current?.click())}
      >
        {!isBusy && <Icon name="upload" />}
        {isSmall ? choices[state.phase] : words.choose}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={["audio/*", ...AUDIO_ENDINGS].join(",")}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file can be chosen again.
          currentTarget.value = "";
          if (files.length > 0) onFiles?.(files);
        }}
      />
    </div>
  );
}

function DropZoneContent({ texts, state }: Pick<FilePanelProps, "texts" | "state">): JSX.Element {
  const words = texts.file;
  if (state.phase === "empty" || state.phase === "refused") {
    return (
      <p class="drop-hint">
        {words.drop}
        <span class="quiet">{words.or}</span>
      </p>
    );
  }
  const share = state.phase === "sending" ? state.sentShare : undefined;
  return (
    <>
      <FileName texts={texts} file={state.file} />
      <div class="progress">
        <span role="status" class={state.phase === "heard" ? "quiet" : undefined}>
          {words[state.phase]}
        </span>
        {state.phase !== "heard" && (
          <progress
            aria-label={words.progress}
            max={1}
            {...(share !== undefined && { value: share })}
          />
        )}
      </div>
    </>
  );
}

function FileName({
  texts,
  file,
}: {
  readonly texts: DemoTexts;
  readonly file: FileFacts;
}): JSX.Element {
  const megabytes = Math.max(0.1, file.size / MEGABYTE).toFixed(1);
  return (
    <p class="file-name">
      <strong>{file.name}</strong> <span class="quiet">{fill(texts.file.size, { megabytes })}</span>
    </p>
  );
}
