import { Code, Samples } from "../../code/code-block.tsx";
import type { ArticleProps } from "../frame/article.ts";
import { PermanentHeading } from "../frame/heading.tsx";
import { ServiceTable } from "../tables/service-table.tsx";
import { ALL_TEXTS } from "../../texts/all-texts.ts";
import { type GuideName, guideSource } from "./guides.ts";
import { type Guide, type GuideBlock, parseGuide } from "./parse-guide.ts";
import { filledIn } from "./placeholders.ts";

const parsed = new Map<string, Guide>();

/** A guide with what the running service knows filled in. */
export function guideOf(name: GuideName, { language, baseUrl, content }: ArticleProps): Guide {
  const source = filledIn(guideSource(language, name), language, baseUrl, content);
  const known = parsed.get(source);
  if (known !== undefined) return known;
  const guide = parseGuide(source);
  parsed.set(source, guide);
  return guide;
}

export function GuideArticle({ name, ...props }: ArticleProps & { readonly name: GuideName }) {
  const { title, lead, blocks } = guideOf(name, props);
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{lead}</p>
      {blocks.map((block, index) => (
        <Block key={index} {...props} block={block} name={`sample-${index}`} />
      ))}
    </>
  );
}

interface BlockProps extends ArticleProps {
  readonly block: GuideBlock;
  readonly name: string;
}

function Block({ block, name, ...props }: BlockProps) {
  const texts = ALL_TEXTS.docs[props.language];
  switch (block.kind) {
    case "heading":
      return <PermanentHeading {...block} texts={texts} />;
    case "code": {
      const [only] = block.blocks;
      if (block.blocks.length === 1 && only !== undefined) return <Code {...only} />;
      const chosen = props.content.codeLanguage;
      return (
        <Samples blocks={block.blocks} name={name} chosen={chosen} language={props.language} />
      );
    }
    case "table":
      return <ServiceTable name={block.name} {...props} />;
    case "html":
      return <div dangerouslySetInnerHTML={{ __html: block.html }} />;
  }
}
