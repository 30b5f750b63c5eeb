import type { ComponentChildren, JSX } from "preact";
import type { Problem } from "#web-kit/api/api-error.ts";
import { plural } from "#web-kit/language/texts.ts";
import type { DemoTexts } from "../../texts/texts.ts";
import { useDemoPage } from "./demo-page.ts";

/** Shows a notice, and announces it to screen readers. */
export function Notice({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <p class="notice" role="status">
      {children}
    </p>
  );
}

interface ProblemNoticeProps {
  readonly problem: Problem;
  readonly onRetry?: (() => void) | undefined;
}

/** Shows what went wrong and what to do. */
export function ProblemNotice({ problem, onRetry }: ProblemNoticeProps): JSX.Element {
  const { texts } = useDemoPage();
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

/** Returns what went wrong, and what to do and when; for a code without a text, the message of the API. */
export function problemWords(
  { code, message, retryAfterSeconds }: Problem,
  texts: DemoTexts,
): { readonly what: string; readonly advice: string } {
  const problems: Readonly<Record<string, DemoTexts["problems"]["offline"]>> = texts.problems;
  const known = Object.hasOwn(problems, code) ? problems[code] : undefined;
  const advice = known?.advice ?? message ?? code;
  return {
    what: known?.what ?? texts.unknownProblem,
    advice:
      retryAfterSeconds === undefined
        ? advice
        : `${advice} ${plural(texts.language, texts.retryIn, Math.ceil(retryAfterSeconds))}`,
  };
}
