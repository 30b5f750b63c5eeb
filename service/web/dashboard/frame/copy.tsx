import { CopyButton } from "#web-kit/copy-button.tsx";
import { useReader } from "./reader.ts";

/** Copies `text`; `what` tells the button apart from others. */
export function Copy({ text, what }: { readonly text: string; readonly what: string }) {
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
    />
  );
}
