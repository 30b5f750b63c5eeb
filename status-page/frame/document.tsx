import type { ComponentChildren, JSX } from "preact";
import type { PageOptions, ScriptName } from "#status-api/page/page-build.ts";
import type { ComponentStatus } from "#monitor/domain/component-status.ts";
import { Document as KitDocument } from "#web-kit/document/document.tsx";
import { iconOf } from "../status/icon.ts";

/** Where a page is, on a site with feeds. */
export interface DocumentPlace {
  /** The site's address without a slash at its end, and the page's path below it. */
  readonly siteUrl: string;
  readonly path: string;
  readonly siteName: string;
}

interface DocumentProps {
  readonly title: string;
  readonly description: string;
  readonly tone: ComponentStatus;
  readonly options: Pick<PageOptions, "language" | "files">;
  /** The script that takes this page over; left out for one that needs none. */
  readonly script?: ScriptName;
  /** Seconds after which a browser without a script asks again. */
  readonly reloadSeconds?: number;
  /** Where the page is found by those who share it; undefined for pages that are not shared. */
  readonly place?: DocumentPlace;
  /** Whether search engines are to leave it out. */
  readonly isPrivate?: boolean;
  readonly children: ComponentChildren;
}

/** The HTML document around a page. */
export function Document(props: DocumentProps): JSX.Element {
  const { title, description, tone, options, script, reloadSeconds, isPrivate, place } = props;
  const head = (
    <>
      {isPrivate === true && <meta name="robots" content="noindex" />}
      {reloadSeconds !== undefined && (
        <noscript>
          <meta http-equiv="refresh" content={`${reloadSeconds}`} />
        </noscript>
      )}
      {place !== undefined && <PlaceLinks {...{ title, description, place }} />}
    </>
  );
  return (
    <KitDocument
      language={options.language}
      title={title}
      description={description}
      icon={iconOf(tone)}
      files={options.files[script ?? "page"]}
      hasScript={script !== undefined}
      head={head}
    >
      {props.children}
    </KitDocument>
  );
}

/** What search engines, feed readers and those who show previews of links look for. */
function PlaceLinks({
  title,
  description,
  place: { siteUrl, path, siteName },
}: Pick<DocumentProps, "title" | "description"> & { place: DocumentPlace }): JSX.Element {
  const url = `${siteUrl}${path}`;
  return (
    <>
      <link rel="canonical" href={url} />
      {Object.entries(feeds).map(([type, file]) => (
        <link key={type} rel="alternate" type={type} title={siteName} href={file} />
      ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
    </>
  );
}

const feeds = {
  "application/atom+xml": "/history.atom",
  "application/rss+xml": "/history.rss",
};
