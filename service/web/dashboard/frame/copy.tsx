import { CopyButton } from "#web-kit/copy-button.tsx";
import { useReader } from "./reader.ts";

interface CopyProps {
  readonly text: string;
  /** Tells the button apart from others. */
  readonly what: string;
  /** Whether a dialog that it stands in begins with it. */
  readonly isFirst?: boolean;
  readonly onCopied?: (() => void) | undefined;
}

/** Copies `text`. */
export function Copy({ text, what, isFirst = false, onCopied }: CopyProps) {
  const { texts, isLive } = useReader();
  const { copy, copied, copyFailed } = texts.frame;
  return (
    <CopyButton
      text={text}
      what={what}
      label={copy}
      copiedLabel={copied}
      failedLabel={copyFailed}
      disabled={!isLive}
      isFirst={isFirst}
      onCopied={onCopied}
    />
  );
}
