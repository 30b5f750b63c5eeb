import type { ComponentChildren, JSX } from "preact";
import type { Language } from "../language/languages.ts";
import type { PageFiles } from "./page-files.ts";

interface DocumentProps {
  readonly language: Language;
  readonly title: string;
  readonly description: string;
  /** The URL of the icon. */
  readonly icon: string;
  readonly files: PageFiles;
  /** Whether the page's script is loaded; some pages use only its styles. */
  readonly hasScript?: boolean;
  /** Additional CSS of this page, after that of its files. */
  readonly style?: string | undefined;
  /** The class of the body: what depends on the page must not wait until a part of it has come. */
  readonly bodyClass?: string | undefined;
  /** Additional elements of the head. */
  readonly head?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Phones often have slow connections: they paint first, and fetch the font for the next page. */
const WIDE_SCREEN = "(min-width: 48rem)";

/** The HTML document of a page: the common head, and the body. */
export function Document(props: DocumentProps): JSX.Element {
  const {
    language,
    title,
    description,
    icon,
    files,
    hasScript = true,
    style,
    bodyClass,
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
      <body class={bodyClass}>{children}</body>
    </html>
  );
}

function Style({ text }: { readonly text: string }): JSX.Element {
  return <style dangerouslySetInnerHTML={{ __html: text }} />;
}
