import type { JSX } from "preact";
import { type CopiedText, useCopying } from "./copying.ts";

export interface CopyButtonProps {
  /** The text to copy. */
  readonly text: CopiedText;
  /** Distinguishes the buttons of a list: follows the label, only for screen readers. */
  readonly what?: string;
  readonly label: string;
  /** Shown for a moment after copying, and announced to screen readers. */
  readonly copiedLabel: string;
  /** Shown when the browser refuses. */
  readonly failedLabel: string;
  /** Whether it is disabled: rendered so on a server, to reserve its space until the script runs. */
  readonly disabled?: boolean;
  /** Whether it gets the focus when its dialog opens. */
  readonly isFirst?: boolean;
  readonly onCopied?: (() => void) | undefined;
}

/** A button that copies a text to the clipboard and confirms it. */
export function CopyButton(props: CopyButtonProps): JSX.Element {
  const { text, what, label, copiedLabel, failedLabel, disabled = false } = props;
  const { outcome, copy } = useCopying(text, props.onCopied);
  const said = { none: label, copied: copiedLabel, failed: failedLabel }[outcome];
  return (
    <button
      type="button"
      class="button plain small"
      disabled={disabled}
      autofocus={props.isFirst}
      onClick={copy}
    >
      <span>
        <span aria-live="polite">{said}</span>
        {what !== undefined && <span class="hidden">: {what}</span>}
      </span>
    </button>
  );
}
