import { Code, Samples } from "../../code/code-block.tsx";
import { ALL_TEXTS } from "../../texts/texts.ts";
import { type ArticleProps, type DocsPage, PermanentHeading } from "../frame/article.tsx";
import { ServiceTable } from "../tables/service-table.tsx";
import { filledIn, type GuideName, guideSource, markdownHrefOf, slugOfGuide } from "./guides.ts";
import { type Guide, type GuideBlock, parseGuide } from "./parse-guide.ts";

/** Returns the page of a guide. */
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
          <p class="page-copy">
            <span id="copy-page" data-markdown={markdownHrefOf(name)} />
            <a href={markdownHrefOf(name)}>{ALL_TEXTS.docs[props.language].viewMarkdown}</a>
          </p>
          {blocks.map((block, index) => (
            <Block key={index} {...props} block={block} name={`sample-${index}`} />
          ))}
        </>
      ),
    };
  };
  return { slug: slugOfGuide(name), title: heading, article };
}

const guides = new Map<string, Guide>();

/** Returns a guide with the values of the running service filled in. */
export function readGuide(name: GuideName, props: ArticleProps): Guide {
  return parsed(guideSource(props.language, name), props);
}

function parsed(source: string, { language, baseUrl, content }: ArticleProps): Guide {
  const filled = filledIn(source, language, baseUrl, content);
  const guide = guides.get(filled) ?? parseGuide(filled);
  guides.set(filled, guide);
  return guide;
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
          texts={ALL_TEXTS.code[language]}
        />
      );
    }
    case "table":
      return <ServiceTable name={block.name} {...props} />;
    case "html":
      return <div dangerouslySetInnerHTML={{ __html: block.html }} />;
  }
}
