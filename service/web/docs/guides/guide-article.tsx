import { Code, Samples } from "../../code/code-block.tsx";
import { ALL_TEXTS } from "../../texts/texts.ts";
import { type ArticleProps, type DocsPage, PermanentHeading } from "../frame/article.tsx";
import { ServiceTable } from "../tables/service-table.tsx";
import { filledIn, type GuideName, guideSource, slugOfGuide } from "./guides.ts";
import { type Guide, type GuideBlock, parseGuide } from "./parse-guide.ts";

/** The page of a guide. */
export function guidePage(name: GuideName, props: ArticleProps): DocsPage {
  const source = guideSource(props.language, name);
  const [, heading = name] = /^# (.+)$/m.exec(source) ?? [];
  const article = () => {
    const { title, lead, blocks } = parsed(source, props);
    return {
      headings: blocks.filter((block) => block.kind === "heading"),
      body: (
        <>
          <h1>{title}</h1>
          <p class="lead">{lead}</p>
          {blocks.map((block, index) => (
            <Block key={index} {...props} block={block} name={`sample-${index}`} />
          ))}
        </>
      ),
    };
  };
  return {
    slug: slugOfGuide(name),
    title: heading,
    article,
    parts: () => partsOf(parsed(source, props)),
  };
}

const guides = new Map<string, Guide>();

function parsed(source: string, { language, baseUrl, content }: ArticleProps): Guide {
  const filled = filledIn(source, language, baseUrl, content);
  const guide = guides.get(filled) ?? parseGuide(filled);
  guides.set(filled, guide);
  return guide;
}

/** The guide's parts, each with the text below its heading. */
function partsOf({ lead, blocks }: Guide): ReturnType<DocsPage["parts"]> {
  const parts: ReturnType<DocsPage["parts"]>[number][] = [{ heading: undefined, text: lead }];
  for (const block of blocks) {
    const last = parts.at(-1);
    if (block.kind === "heading") parts.push({ heading: block, text: "" });
    else if (block.kind === "html" && last !== undefined) {
      parts.splice(-1, 1, { ...last, text: `${last.text} ${block.text}`.trim() });
    }
  }
  return parts;
}

interface BlockProps extends ArticleProps {
  readonly block: GuideBlock;
  readonly name: string;
}

function Block({ block, name, ...props }: BlockProps) {
  const { language, content } = props;
  switch (block.kind) {
    case "heading":
      return <PermanentHeading {...block} texts={ALL_TEXTS.docs[language]} />;
    case "code": {
      const [only, another] = block.blocks;
      if (only !== undefined && another === undefined) return <Code {...only} />;
      return (
        <Samples
          blocks={block.blocks}
          name={name}
          chosen={content.codeLanguage}
          language={language}
        />
      );
    }
    case "table":
      return <ServiceTable name={block.name} {...props} />;
    case "html":
      return <div dangerouslySetInnerHTML={{ __html: block.html }} />;
  }
}
