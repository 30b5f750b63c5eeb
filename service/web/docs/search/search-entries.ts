import type { ArticleProps } from "../frame/article.ts";
import { guideOf } from "../guides/guide-article.tsx";
import type { GuideName } from "../guides/guides.ts";
import { hrefOf, pageGroups, type DocsPage } from "../pages/pages.ts";
import { messagesFrom } from "../documents/async-api.ts";
import { resolved } from "../documents/open-api.ts";
import { translated } from "../documents/translated.ts";
import { ALL_TEXTS } from "../../texts/all-texts.ts";
import type { SearchEntry } from "./match.ts";

/** Everything in the documentation that can be found, in one language. */
export function searchEntries(props: ArticleProps): readonly SearchEntry[] {
  const pages = pageGroups(props.language, props.content).flatMap((group) => group.pages);
  return [...pages.flatMap((page) => entriesOf(page, props)), ...errorEntries(props)];
}

function entriesOf(page: DocsPage, props: ArticleProps): readonly SearchEntry[] {
  const href = hrefOf(page.slug);
  const { subject, title } = page;
  switch (subject.kind) {
    case "guide":
      return guideEntries(subject.name, href, props);
    case "overview":
      return [{ href, page: title, part: "", text: ALL_TEXTS.docs[props.language].overviewLead }];
    case "endpoint": {
      const { method, path, description = "", parameters = [], requestBody } = subject.endpoint;
      const { schemas } = props.content.openApi.components;
      const fields = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        Object.keys(resolved(schema, schemas).properties ?? {}),
      );
      const names = [...new Set([...parameters.map(({ name }) => name), ...fields])].join(" ");
      const text = `${method} ${path} ${translated(props.language, description)} ${names}`;
      return [{ href, page: title, part: "", text }];
    }
    case "socket": {
      const { address, description, bindings } = subject.socket;
      const names = [
        ...Object.keys(bindings.ws.query.properties),
        ...messagesFrom("client", subject.socket).map(({ name }) => name),
        ...messagesFrom("service", subject.socket).map(({ name }) => name),
      ].join(" ");
      const text = `${address} ${translated(props.language, description)} ${names}`;
      return [{ href, page: title, part: "", text }];
    }
  }
}

/** A guide's parts, each with what stands below its heading. */
function guideEntries(name: GuideName, href: string, props: ArticleProps): readonly SearchEntry[] {
  const { title, lead, blocks } = guideOf(name, props);
  const entries: SearchEntry[] = [{ href, page: title, part: "", text: lead }];
  for (const block of blocks) {
    if (block.kind === "heading") {
      entries.push({ href: `${href}#${block.id}`, page: title, part: block.text, text: "" });
    } else if (block.kind === "html") {
      const last = entries.pop();
      if (last !== undefined) entries.push({ ...last, text: `${last.text} ${block.text}`.trim() });
    }
  }
  return entries;
}

function errorEntries({ language, content }: ArticleProps): readonly SearchEntry[] {
  return content.errors.map(({ name, code, sentence }) => ({
    href: `/docs/errors#${name}`,
    page: ALL_TEXTS.docs[language].errors,
    part: code,
    text: translated(language, sentence),
  }));
}
