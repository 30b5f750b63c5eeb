import type { JSX } from "preact";
import type { Problem } from "./api/problem.ts";
import type { ProblemCode, Texts } from "./turkish.ts";

interface ProblemNoticeProps {
  readonly problem: Problem;
  readonly texts: Texts;
  readonly onRetry?: (() => void) | undefined;
}

/** Tells what went wrong and what to do; a code that there are no words for, with what the API said. */
export function ProblemNotice({ problem, texts, onRetry }: ProblemNoticeProps): JSX.Element {
  const { code, message, retryAfterSeconds } = problem;
  const words = isKnown(code, texts) ? texts.problems[code] : undefined;
  return (
    <div class="notice problem trouble" role="alert" data-code={code}>
      <p>
        <strong>{words?.what ?? texts.unknownProblem}</strong> {words?.advice ?? message}{" "}
        {retryAfterSeconds !== undefined && texts.retryIn(Math.ceil(retryAfterSeconds))}
      </p>
      {onRetry !== undefined && (
        <button type="button" class="button plain small" onClick={onRetry}>
          {texts.retry}
        </button>
      )}
    </div>
  );
}

function isKnown(code: string, { problems }: Texts): code is ProblemCode {
  return Object.hasOwn(problems, code);
}
