import type { ComponentChildren, JSX } from "preact";
import type { Language } from "../language/languages.ts";
import type { PageFiles } from "./page-files.ts";

interface DocumentProps {
  readonly language: Language;
  readonly title: string;
  readonly description: string;
  /** The address of the icon. */
  readonly icon: string;
  readonly files: PageFiles;
  /** Whether the page's script runs on it; some pages have only its styles. */
  readonly hasScript?: boolean;
  /** A style of this page beside those of its files, which it comes after. */
  readonly style?: string | undefined;
  /** What stands in the head beside what every page has. */
  readonly head?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A phone's line is often slow: it paints first, and fetches the font for the next page. */
const WIDE_SCREEN = "(min-width: 48rem)";

/** The HTML document of a page: the head that every page has, and the body. */
export function Document(props: DocumentProps): JSX.Element {
  const {
    language,
    title,
    description,
    icon,
    files,
    hasScript = true,
    style,
    head,
    children,
  } = props;
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta name="description" content={description} />
        {head}
        <link rel="icon" href={icon} />
        <Style text={files.style} />
        {files.fonts.map((href) => (
          <link
            key={href}
            rel="preload"
            href={href}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
            media={WIDE_SCREEN}
          />
        ))}
        {style !== undefined && <Style text={style} />}
        {hasScript &&
          [...files.imports, ...(files.texts[language] ?? [])].map((href) => (
            <link key={href} rel="modulepreload" href={href} />
          ))}
        {hasScript && <script type="module" src={files.script} />}
      </head>
      <body>{children}</body>
    </html>
  );
}

function Style({ text }: { readonly text: string }): JSX.Element {
  return <style dangerouslySetInnerHTML={{ __html: text }} />;
}
