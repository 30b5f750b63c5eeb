import type { ArticleProps } from "../frame/article.ts";
import { ALL_TEXTS } from "../../texts/all-texts.ts";

/** What is limited, the default, and the error beyond it. */
export function LimitTable({ language, content }: ArticleProps) {
  const texts = ALL_TEXTS.docs[language];
  const names = { ...texts.limitNames, ...ALL_TEXTS.dashboard[language].usage.limitNames };
  const units: Readonly<Record<string, string>> = texts.limitUnits;
  const number = new Intl.NumberFormat(language);
  return (
    <div class="table" tabIndex={0} role="group" aria-label={texts.limit}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.limit}</th>
            <th scope="col">{texts.standard}</th>
            <th scope="col">{texts.errorBeyond}</th>
          </tr>
        </thead>
        <tbody>
          {content.limitRows.map(({ name, value, error }) => (
            <tr key={name}>
              <td>{names[name]}</td>
              <td>
                {number.format(value)} {units[name]}
              </td>
              <td>
                <a href={`/docs/errors#${error}`}>
                  <code>{error}</code>
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
