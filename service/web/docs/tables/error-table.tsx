import { fill } from "#web-kit/language/texts.ts";
import type { ArticleProps } from "../frame/article.ts";
import { ALL_TEXTS } from "../../texts/all-texts.ts";
import { translated } from "../documents/translated.ts";

/** Every error code: what it means and what to do about it. */
export function ErrorTable({ language, content }: ArticleProps) {
  const texts = ALL_TEXTS.docs[language];
  return (
    <ul class="error-list">
      {content.errors.map(({ name, status, code, retryAfterSeconds, sentence, advice }) => (
        <li key={name} id={name}>
          <div class="error-head">
            <a href={`#${name}`}>
              <code>{code}</code>
            </a>
            <span class="error-status">{status}</span>
            {retryAfterSeconds !== undefined && (
              <span class="error-retry">
                {fill(texts.retryAfter, { seconds: retryAfterSeconds })}
              </span>
            )}
          </div>
          <p>{translated(language, sentence)}</p>
          <p class="quiet">{translated(language, advice)}</p>
        </li>
      ))}
    </ul>
  );
}
