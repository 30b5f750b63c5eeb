import type { ComponentChildren, JSX } from "preact";
import type { PageOptions } from "#status-api/page-build.ts";
import type { ComponentStatus } from "#status-api/states.ts";
import { iconOf } from "../status/icon.ts";

interface DocumentProps {
  readonly title: string;
  readonly description: string;
  readonly tone: ComponentStatus;
  readonly options: PageOptions;
  /** Whether the page has a state that the script hydrates. */
  readonly withScript: boolean;
  /** Seconds after which the browser asks again, for a page that no script refreshes. */
  readonly reloadSeconds?: number;
  readonly children: ComponentChildren;
}

/** The HTML document around a page. */
export function Document(props: DocumentProps): JSX.Element {
  const { title, description, tone, options, withScript, reloadSeconds, children } = props;
  return (
    <html lang={options.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {reloadSeconds !== undefined && <meta http-equiv="refresh" content={`${reloadSeconds}`} />}
        <title>{title}</title>
        <meta name="description" content={description} />
        <link rel="icon" href={iconOf(tone)} />
        {options.styles.map((style) => (
          <link key={style} rel="stylesheet" href={style} />
        ))}
        {withScript && <script type="module" src={options.script} />}
      </head>
      <body>{children}</body>
    </html>
  );
}
