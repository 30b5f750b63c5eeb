import { CopyButton } from "#web-kit/copy-button.tsx";
import { useReader } from "./reader.ts";

interface CopyProps {
  readonly text: string;
  /** Name of the copied text, for a label that distinguishes the button from others. */
  readonly what: string;
  /** Whether it gets the focus when its dialog opens. */
  readonly isFirst?: boolean;
  readonly onCopied?: (() => void) | undefined;
}

/** A button that copies `text`. */
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
