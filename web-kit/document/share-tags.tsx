import type { JSX } from "preact";
import { type Language, languages, LANGUAGES } from "../language/languages.ts";
import { PICTURE_SIZE } from "../picture/picture-size.ts";

/** The preview of a link to a page; URLs are absolute. */
export interface SharedPage {
  readonly siteName: string;
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly language: Language;
  readonly picture: SharedPicture;
}

export interface SharedPicture {
  readonly url: string;
  /** Its alternative text. */
  readonly alt: string;
}

/** The tags for link previews: https://ogp.me, and the tag for a large picture. */
export function ShareTags({ picture, language, ...page }: SharedPage): JSX.Element {
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={page.siteName} />
      <meta property="og:title" content={page.title} />
      <meta property="og:description" content={page.description} />
      <meta property="og:url" content={page.url} />
      <meta property="og:locale" content={localeOf(language)} />
      {languages
        .filter((other) => other !== language)
        .map((other) => (
          <meta key={other} property="og:locale:alternate" content={localeOf(other)} />
        ))}
      <meta property="og:image" content={picture.url} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={`${PICTURE_SIZE.width}`} />
      <meta property="og:image:height" content={`${PICTURE_SIZE.height}`} />
      <meta property="og:image:alt" content={picture.alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

const localeOf = (language: Language): string => LANGUAGES[language].locale.replace("-", "_");
