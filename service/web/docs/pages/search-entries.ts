import { ALL_TEXTS, translated } from "../../texts/texts.ts";
import { messagesFrom } from "../documents/async-api.ts";
import { endpointsOf, kebabCase, resolved } from "../documents/open-api.ts";
import { type ArticleProps, hrefOf } from "../frame/article.tsx";
import { guideParts } from "../guides/guide-parts.tsx";
import { GUIDE_NAMES, slugOfGuide } from "../guides/guides.ts";
import { readGuide } from "../guides/guide-article.tsx";
import type { SearchEntry } from "../search/entry.ts";

/** Whoever searches reads guides first, and begins at the top of a page. */
const WEIGHTS = { guide: 2.3, part: 1, reference: 0.7, error: 0.4 };

/** Everything in the documentation that can be found, in one language. */
export function searchEntries(props: ArticleProps): readonly SearchEntry[] {
  return [
    ...guideEntries(props),
    overviewEntry(props),
    ...operationEntries(props),
    ...socketEntries(props),
    ...errorEntries(props),
  ];
}

function guideEntries(props: ArticleProps): readonly SearchEntry[] {
  return GUIDE_NAMES.flatMap((name) => {
    const page = readGuide(name, props).title;
    const href = hrefOf(slugOfGuide(name));
    return guideParts(name, props).map(({ heading, text, code }) => ({
      href: heading === undefined ? href : `${href}#${heading.id}`,
      page,
      part: heading?.text ?? "",
      text,
      code,
      weight: heading === undefined ? WEIGHTS.guide : WEIGHTS.part,
    }));
  });
}

function overviewEntry({ language }: ArticleProps): SearchEntry {
  const { reference, overviewLead } = ALL_TEXTS.docs[language];
  return {
    href: hrefOf("reference"),
    page: reference,
    part: "",
    text: overviewLead,
    code: "",
    weight: WEIGHTS.reference,
  };
}

function operationEntries({ language, content: { openApi } }: ArticleProps) {
  const { schemas } = openApi.components;
  return endpointsOf(openApi).map((endpoint): SearchEntry => {
    const { operationId, method, path, summary, description = "", parameters = [] } = endpoint;
    const bodies = Object.values(endpoint.requestBody?.content ?? {});
    const fields = bodies.flatMap(({ schema }) =>
      Object.keys(resolved(schema, schemas).properties ?? {}),
    );
    return {
      href: hrefOf(`reference/${kebabCase(operationId)}`),
      page: translated(language, summary),
      part: "",
      text: joined([`${method} ${path}`, translated(language, description)]),
      code: joined([operationId, ...parameters.map(({ name }) => name), ...fields]),
      weight: WEIGHTS.reference,
    };
  });
}

function socketEntries({ language, content: { asyncApi } }: ArticleProps) {
  return Object.entries(asyncApi.channels).map(([id, socket]): SearchEntry => {
    const messages = [...messagesFrom("client", socket), ...messagesFrom("service", socket)];
    return {
      href: hrefOf(`reference/${kebabCase(id)}`),
      page: translated(language, socket.title),
      part: "",
      text: joined([`WebSocket ${socket.address}`, translated(language, socket.description)]),
      code: joined([
        ...Object.keys(socket.bindings.ws.query.properties),
        ...messages.map(({ name }) => name),
      ]),
      weight: WEIGHTS.reference,
    };
  });
}

function errorEntries(props: ArticleProps): readonly SearchEntry[] {
  const { language, content } = props;
  const page = readGuide("errors", props).title;
  return content.errors.map(({ name, code, status, sentence, advice }) => ({
    href: `${hrefOf("errors")}#${name}`,
    page,
    part: code,
    text: joined([String(status), translated(language, sentence), translated(language, advice)]),
    code: "",
    weight: WEIGHTS.error,
  }));
}

const joined = (texts: readonly string[]): string => [...new Set(texts)].filter(Boolean).join(" ");
