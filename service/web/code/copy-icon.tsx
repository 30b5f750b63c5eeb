import type { JSX } from "preact";
import type { CopyButtonProps } from "#web-kit/copy-button.tsx";
import { useCopying } from "#web-kit/copying.ts";

const PATHS = {
  none: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  copied: "M3 8.5l3.5 3.5L13 4.5",
  failed: "M4 4l8 8M12 4l-8 8",
};

/** An icon button that copies a text to the clipboard; the outcome is shown beside it for a moment. */
export function CopyIcon(props: Omit<CopyButtonProps, "disabled">): JSX.Element {
  const { text, what, label, copiedLabel, failedLabel } = props;
  const { outcome, copy } = useCopying(text);
  const notice = { none: "", copied: copiedLabel, failed: failedLabel }[outcome];
  return (
    <>
      <span class="copy-outcome" role="status">
        {notice}
      </span>
      <button
        type="button"
        class="copy-icon"
        aria-label={what === undefined ? label : `${label}: ${what}`}
        title={label}
        onClick={copy}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={PATHS[outcome]} />
        </svg>
      </button>
    </>
  );
}
