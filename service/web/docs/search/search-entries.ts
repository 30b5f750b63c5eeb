import { ALL_TEXTS, translated } from "../../texts/all-texts.ts";
import { type ArticleProps, hrefOf } from "../frame/article.tsx";
import { pageGroups } from "../pages/pages.ts";
import type { SearchEntry } from "./match.ts";

/** Everything in the documentation that can be found, in one language. */
export function searchEntries(props: ArticleProps): readonly SearchEntry[] {
  const { language, content } = props;
  const pages = pageGroups(props).flatMap((group) => group.pages);
  const entries = pages.flatMap(({ slug, title, parts }) =>
    parts().map(({ heading, text }) => ({
      href: heading === undefined ? hrefOf(slug) : `${hrefOf(slug)}#${heading.id}`,
      page: title,
      part: heading?.text ?? "",
      text,
    })),
  );
  const errors = content.errors.map(({ name, code, sentence }) => ({
    href: `/docs/errors#${name}`,
    page: ALL_TEXTS.docs[language].errors,
    part: code,
    text: translated(language, sentence),
  }));
  return [...entries, ...errors];
}
