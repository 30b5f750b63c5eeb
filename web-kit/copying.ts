import { useEffect, useState } from "preact/hooks";

/** What became of the last copy; it is told for a moment. */
type Outcome = "none" | "copied" | "failed";

interface Copying {
  readonly outcome: Outcome;
  readonly copy: () => void;
}

const TOLD_MS = 2_500;

/** A text, or what loads it. */
export type CopiedText = string | (() => Promise<string>);

/** Copies a text to the clipboard and announces whether it worked. */
export function useCopying(text: CopiedText, onCopied?: () => void): Copying {
  const [outcome, setOutcome] = useState<Outcome>("none");
  useEffect(() => {
    if (outcome === "none") return undefined;
    const timer = setTimeout(() => setOutcome("none"), TOLD_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = (): void => {
    write(text).then(
      () => {
        setOutcome("copied");
        onCopied?.();
      },
      () => setOutcome("failed"),
    );
  };
  return { outcome, copy };
}

/** A text that is loaded first is promised to the clipboard: some browsers refuse what comes after the press. */
async function write(text: CopiedText): Promise<void> {
  if (typeof text === "string") return navigator.clipboard.writeText(text);
  const type = "text/plain";
  const loaded = text().then((loadedText) => new Blob([loadedText], { type }));
  return navigator.clipboard.write([new ClipboardItem({ [type]: loaded })]);
}
