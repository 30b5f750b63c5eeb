import { CopyButton } from "#web-kit/copy-button.tsx";
import { fill } from "#web-kit/language/texts.ts";
import { saveFile } from "#web-kit/save-file.ts";
import { useDemoPage } from "../frame/demo-page.ts";
import type { Segment } from "./segments.ts";
import { srtOf, vttOf } from "./subtitles.ts";

const FORMATS = [
  { name: "TXT", type: "text/plain", write: linesOf },
  { name: "SRT", type: "application/x-subrip", write: srtOf },
  { name: "VTT", type: "text/vtt", write: vttOf },
] as const;

/** Buttons that copy a transcript, or save it as text or subtitles. */
export function TranscriptDownloads({ segments }: { readonly segments: readonly Segment[] }) {
  const { texts } = useDemoPage();
  return (
    <div class="buttons">
      <CopyButton
        text={segments.map(({ text }) => text).join(" ")}
        label={texts.copy}
        copiedLabel={texts.copied}
        failedLabel={texts.copyFailed}
      />
      {FORMATS.map(({ name, type, write }) => (
        <button
          key={name}
          type="button"
          class="button plain small"
          aria-label={fill(texts.downloadAs, { format: name })}
          onClick={() =>
            saveFile(
              `${texts.fileNames.transcript}.${name.toLowerCase()}`,
              new Blob([write(segments)], { type }),
            )
          }
        >
          {name}
        </button>
      ))}
    </div>
  );
}

function linesOf(segments: readonly Segment[]): string {
  return segments.map(({ text }) => `${text}\n`).join("");
}
