import type { CodeTexts } from "../texts/texts.ts";
import { CopyIcon } from "./copy-icon.tsx";

interface CopyCodeProps {
  readonly code: string;
  readonly texts: CodeTexts;
}

/** A button that copies a block of code; its label contains the first line of the code. */
export function CopyCode({ code, texts }: CopyCodeProps) {
  return (
    <CopyIcon
      text={code}
      what={code.split("\n", 1)[0] ?? ""}
      label={texts.copy}
      copiedLabel={texts.copied}
      failedLabel={texts.copyFailed}
    />
  );
}
