import type { ArticleProps } from "../frame/article.ts";
import { ALL_TEXTS } from "../../texts/all-texts.ts";

/** The built-in voices of every synthesis model that is loaded. */
export function VoiceTable({ language, content }: ArticleProps) {
  const texts = ALL_TEXTS.docs[language];
  return (
    <div class="table" tabIndex={0} role="group" aria-label={texts.builtInVoices}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.voice}</th>
            <th scope="col">{texts.model}</th>
            <th scope="col">{texts.speaker}</th>
          </tr>
        </thead>
        <tbody>
          {content.voices.flatMap(({ model, voices }) =>
            voices.map(({ name, gender, age }) => (
              <tr key={`${model} ${name}`}>
                <td>
                  <code>{name}</code>
                </td>
                <td>
                  <code>{model}</code>
                </td>
                <td>
                  {texts.genders[gender]}, {texts.ages[age]}
                </td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  );
}
