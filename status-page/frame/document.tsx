import type { ComponentChildren, JSX } from "preact";
import type { PageOptions } from "#status-api/page-build.ts";
import type { ComponentStatus } from "#status-api/states.ts";
import { iconOf } from "../status/icon.ts";

interface DocumentProps {
  readonly title: string;
  readonly description: string;
  readonly tone: ComponentStatus;
  readonly options: Pick<PageOptions, "language" | "script" | "styles">;
  /** Whether the script does something for this page. */
  readonly withScript: boolean;
  /** Seconds after which a browser without a script asks again. */
  readonly reloadSeconds?: number;
  /** Whether search engines are to leave it out. */
  readonly isPrivate?: boolean;
  readonly children: ComponentChildren;
}

/** The HTML document around a page. */
export function Document(props: DocumentProps): JSX.Element {
  const { title, description, tone, options, withScript, reloadSeconds, isPrivate } = props;
  return (
    <html lang={options.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {isPrivate === true && <meta name="robots" content="noindex" />}
        {reloadSeconds !== undefined && (
          <noscript>
            <meta http-equiv="refresh" content={`${reloadSeconds}`} />
          </noscript>
        )}
        <title>{title}</title>
        <meta name="description" content={description} />
        <link rel="icon" href={iconOf(tone)} />
        {options.styles.map((style) => (
          <link key={style} rel="stylesheet" href={style} />
        ))}
        {withScript && <script type="module" src={options.script} />}
      </head>
      <body>{props.children}</body>
    </html>
  );
}
