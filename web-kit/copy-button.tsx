import type { JSX } from "preact";
import { type CopiedText, useCopying } from "./copying.ts";

export interface CopyButtonProps {
  /** What is copied. */
  readonly text: CopiedText;
  /** Tells buttons apart that stand in one list: follows the label, for those who hear the page. */
  readonly what?: string;
  readonly label: string;
  /** Said for a moment, also to screen readers, once it is copied. */
  readonly copiedLabel: string;
  /** Said when the browser refuses. */
  readonly failedLabel: string;
  /** Whether it does nothing yet: a server writes it so where its room has to be kept until the script runs. */
  readonly disabled?: boolean;
  /** Whether a dialog that it stands in begins with it. */
  readonly isFirst?: boolean;
  readonly onCopied?: (() => void) | undefined;
}

/** A button that puts a text on the clipboard and says so. */
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
