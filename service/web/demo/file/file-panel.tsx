import { MEBIBYTE } from "#units/bytes.ts";
import type { JSX, RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { fill } from "#web-kit/language/texts.ts";
import { writeNumber } from "#web-kit/locale/numbers.ts";
import { ViewCode } from "../code/view-code.tsx";
import { useDemoPage } from "../frame/demo-page.ts";
import { Icon } from "../frame/icon.tsx";
import { Notice, ProblemNotice } from "../frame/notices.tsx";
import { SampleChoice } from "../frame/sample-choice.tsx";
import { useReady } from "../../frame/use-ready.ts";
import { TranscriptDownloads } from "../transcript/transcript-downloads.tsx";
import { FileDemo } from "./file-demo.ts";
import { AUDIO_EXTENSIONS, type FileState, isUnderWay } from "./file-state.ts";
import { HeardRecording } from "./heard-recording.tsx";
import { transcriptionFields } from "./upload.ts";

/** The file demo: a drop zone, the progress, and a transcript that plays along with the recording. */
export function FilePanel(): JSX.Element {
  const { texts, content } = useDemoPage();
  const { uploadBytes } = content.limits;
  const fields = useMemo(() => transcriptionFields(content.hasWordTimes), [content]);
  const demo = useMemo(() => new FileDemo(uploadBytes, fields), [uploadBytes, fields]);
  const main = useRef<HTMLButtonElement>(null);
  const words = texts.file;
  const state = demo.state.value;
  const recording = demo.file.value;
  const retry = demo.retry.value;
  const tryAgain = (): void => {
    // The retry button disappears, so the focus moves.
    main.current?.focus();
    void retry?.();
  };
  return (
    <>
      <h2>{words.title}</h2>
      <p class="quiet">{fill(words.lead, { megabytes: uploadBytes / MEBIBYTE })}</p>
      <DropZone demo={demo} main={main} />
      <SampleChoice
        demo="file"
        onChoose={(name) => void demo.takeSample(name, texts.samples.names[name])}
      />
      {state.phase === "refused" && (
        <ProblemNotice
          problem={state.problem}
          onRetry={retry === undefined ? undefined : tryAgain}
        />
      )}
      {state.phase === "heard" && state.warning !== undefined && (
        <Notice>{texts.warnings[state.warning]}</Notice>
      )}
      {state.phase === "heard" && state.segments.length === 0 && (
        <Notice>{words.heardNobody}</Notice>
      )}
      {state.phase === "heard" && state.segments.length > 0 && recording !== undefined && (
        <>
          <HeardRecording segments={state.segments} recording={recording} />
          <TranscriptDownloads segments={state.segments} />
        </>
      )}
      {state.phase === "heard" && (
        <ViewCode call={{ kind: "transcription", fields, file: state.file.name }} />
      )}
    </>
  );
}

interface DropZoneProps {
  readonly demo: FileDemo;
  readonly main: RefObject<HTMLButtonElement | null>;
}

/** Takes files in any state; its one button opens the file dialog, or cancels the transcription. */
function DropZone({ demo, main }: DropZoneProps): JSX.Element {
  const words = useDemoPage().texts.file;
  const state = demo.state.value;
  const zone = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const isReady = useReady();
  const isBusy = isUnderWay(state);
  const isSmall = isBusy || state.phase === "heard";
  const choices = { heard: words.another, sending: words.cancel, transcribing: words.cancel };
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent): void => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0 && zone.current?.checkVisibility()) void demo.take(files);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [demo]);
  return (
    <div
      ref={zone}
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
        void demo.take([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <DropZoneContent state={state} />
      <button
        ref={main}
        type="button"
        class={isSmall ? "button plain small" : "button"}
        disabled={!isReady}
        onClick={() => (isBusy ? demo.cancel() : input.current?.click())}
      >
        {!isBusy && <Icon name="upload" />}
        {isSmall ? choices[state.phase] : words.choose}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={["audio/*", ...AUDIO_EXTENSIONS].join(",")}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Lets the same file be chosen again.
          currentTarget.value = "";
          if (files.length > 0) void demo.take(files);
        }}
      />
    </div>
  );
}

function DropZoneContent({ state }: { readonly state: FileState }): JSX.Element {
  const { texts } = useDemoPage();
  const words = texts.file;
  if (state.phase === "empty" || state.phase === "refused") {
    return (
      <p class="drop-hint">
        {words.drop}
        <span class="quiet">{words.or}</span>
      </p>
    );
  }
  const { phase, file } = state;
  const megabytes = writeNumber(texts.language, Math.max(0.1, file.size / MEBIBYTE), { max: 1 });
  return (
    <>
      <p class="file-name">
        <strong>{file.name}</strong> <span class="quiet">{fill(words.size, { megabytes })}</span>
      </p>
      <div class="progress">
        <span role="status" class={phase === "heard" ? "quiet" : undefined}>
          {words[phase]}
        </span>
        {phase !== "heard" && (
          <progress
            aria-label={words.progress}
            max={1}
            {...(phase === "sending" && { value: state.sentShare })}
          />
        )}
      </div>
    </>
  );
}
