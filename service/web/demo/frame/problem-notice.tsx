import type { JSX } from "preact";
import type { Problem } from "#web-kit/api/api-error.ts";
import { problemWords } from "./problem-words.ts";
import type { DemoTexts } from "../../texts/texts.ts";

interface ProblemNoticeProps {
  readonly problem: Problem;
  readonly texts: DemoTexts;
  readonly onRetry?: (() => void) | undefined;
}

/** Tells what went wrong and what to do. */
export function ProblemNotice({ problem, texts, onRetry }: ProblemNoticeProps): JSX.Element {
  const { what, advice } = problemWords(problem, texts);
  return (
    <div class="notice problem trouble" role="alert" data-code={problem.code}>
      <p>
        <strong>{what}</strong> {advice}
      </p>
      {onRetry !== undefined && (
        <button type="button" class="button plain small" onClick={onRetry}>
          {texts.retry}
        </button>
      )}
    </div>
  );
}
