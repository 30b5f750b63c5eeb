import { FEED_PATHS } from "#monitor/domain/page-paths.ts";
import type { ComponentChildren, JSX } from "preact";
import type { Tone } from "#monitor/domain/overall.ts";
import { picturePath } from "#monitor/domain/page-identity.ts";
import { accentStyle } from "#web-kit/colour/accent.ts";
import type { PageOptions, ScriptName } from "#status-api/page/page-build.ts";
import { Document as PlainDocument } from "#web-kit/document/document.tsx";
import { type SharedPage, type SharedPicture, ShareTags } from "#web-kit/document/share-tags.tsx";
import { JsonScript } from "#web-kit/document/page-state-script.tsx";
import { TEXTS_ID, textsOfScript } from "../texts/texts.ts";
import { iconOf } from "../status/status-mark.tsx";

/** The location of a page on a site with feeds. */
interface DocumentPlace {
  /** The site's URL without a trailing slash, and the page's path below it. */
  readonly siteUrl: string;
  readonly path: string;
  readonly siteName: string;
  readonly picture: SharedPicture;
}

interface DocumentProps {
  readonly title: string;
  readonly description: string;
  readonly tone: Tone;
  readonly options: Pick<PageOptions, "language" | "files" | "identity">;
  /** The script that hydrates this page; left out for one that needs none. */
  readonly script?: ScriptName;
  /** Seconds after which a browser without a script reloads the page. */
  readonly reloadSeconds?: number;
  /** The location of the page for sharing it; undefined for pages that are not shared. */
  readonly place?: DocumentPlace;
  /** Whether search engines must not index it. */
  readonly isPrivate?: boolean;
  readonly bodyClass?: string | undefined;
  readonly children: ComponentChildren;
}

export function Document(props: DocumentProps): JSX.Element {
  const { title, description, tone, options, script, reloadSeconds, isPrivate, place } = props;
  const { favicon, accentColor } = options.identity;
  return (
    <PlainDocument
      language={options.language}
      title={title}
      description={description}
      icon={favicon === null ? iconOf(tone) : picturePath(favicon)}
      files={options.files[script ?? "overview"]}
      style={accentColor === null ? undefined : accentStyle(accentColor)}
      hasScript={script !== undefined}
      bodyClass={props.bodyClass}
      head={
        <>
          {isPrivate === true && <meta name="robots" content="noindex" />}
          {reloadSeconds !== undefined && (
            <noscript>
              <meta http-equiv="refresh" content={`${reloadSeconds}`} />
            </noscript>
          )}
          {place !== undefined && (
            <PlaceLinks {...{ title, description, place }} language={options.language} />
          )}
        </>
      }
    >
      {props.children}
      {script !== undefined && (
        <JsonScript id={TEXTS_ID} value={textsOfScript(script, options.language)} />
      )}
    </PlainDocument>
  );
}

/** Links and tags for search engines, feed readers and link previews. */
function PlaceLinks({
  title,
  description,
  language,
  place: { siteUrl, path, siteName, picture },
}: Pick<SharedPage, "title" | "description" | "language"> & {
  place: DocumentPlace;
}): JSX.Element {
  const url = `${siteUrl}${path}`;
  return (
    <>
      <link rel="canonical" href={url} />
      <link rel="alternate" type="application/atom+xml" title={siteName} href={FEED_PATHS.atom} />
      <link rel="alternate" type="application/rss+xml" title={siteName} href={FEED_PATHS.rss} />
      <ShareTags {...{ siteName, title, description, url, language, picture }} />
    </>
  );
}
