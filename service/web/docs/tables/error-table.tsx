import type { ArticleProps } from "../docs.tsx";
import { TEXTS } from "../texts.ts";
import { errorTexts } from "./error-texts.ts";

/** Every error code: what it means and what to do about it. */
export function ErrorTable({ language, content }: ArticleProps) {
  const texts = TEXTS[language];
  const { meanings, advice } = errorTexts[language];
  return (
    <ul class="error-list">
      {content.errors.map(({ name, status, code, retryAfterSeconds, sentence }) => (
        <li key={name} id={name}>
          <div class="error-head">
            <a href={`#${name}`}>
              <code>{code}</code>
            </a>
            <span class="error-status">{status}</span>
            {retryAfterSeconds !== undefined && (
              <span class="error-retry">{texts.retryAfter(retryAfterSeconds)}</span>
            )}
          </div>
          <p>{meanings?.[name] ?? sentence}</p>
          <p class="quiet">{advice[name]}</p>
        </li>
      ))}
    </ul>
  );
}
