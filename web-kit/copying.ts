import { useEffect, useState } from "preact/hooks";

/** What became of the last copy; it is told for a moment. */
type Outcome = "none" | "copied" | "failed";

interface Copying {
  readonly outcome: Outcome;
  readonly copy: () => void;
}

const TOLD_MS = 2_500;

/** Puts a text on the clipboard and tells how that went. */
export function useCopying(text: string): Copying {
  const [outcome, setOutcome] = useState<Outcome>("none");
  useEffect(() => {
    if (outcome === "none") return undefined;
    const timer = setTimeout(() => setOutcome("none"), TOLD_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setOutcome("copied"),
      () => setOutcome("failed"),
    );
  };
  return { outcome, copy };
}
