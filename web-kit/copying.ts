import { useEffect, useState } from "preact/hooks";

/** The outcome of the last copy, shown for a moment. */
type Outcome = "none" | "copied" | "failed";

interface Copying {
  readonly outcome: Outcome;
  readonly copy: () => void;
}

const SHOWN_MS = 2_500;

/** A text, or a function that loads it. */
export type CopiedText = string | (() => Promise<string>);

/** Returns a function that copies a text to the clipboard, and its outcome for a moment after. */
export function useCopying(text: CopiedText, onCopied?: () => void): Copying {
  const [outcome, setOutcome] = useState<Outcome>("none");
  useEffect(() => {
    if (outcome === "none") return undefined;
    const timer = setTimeout(() => setOutcome("none"), SHOWN_MS);
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

/**
 * Writes a text to the clipboard. A text that has to be loaded is passed as a promise: some browsers refuse to write after the
 * user gesture.
 */
async function write(text: CopiedText): Promise<void> {
  if (typeof text === "string") return navigator.clipboard.writeText(text);
  const type = "text/plain";
  const loaded = text().then((loadedText) => new Blob([loadedText], { type }));
  return navigator.clipboard.write([new ClipboardItem({ [type]: loaded })]);
}
