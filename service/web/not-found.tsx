import type { FrameTexts } from "./texts/texts.ts";

/** What a browser sees at an address where there is nothing. */
export function NotFound({ texts }: { readonly texts: FrameTexts["notFound"] }) {
  return (
    <div class="not-found">
      <p class="not-found-status">404</p>
      <h1>{texts.title}</h1>
      <p class="lead">{texts.text}</p>
      <p class="not-found-ways">
        <a class="button" href="/docs">
          {texts.docs}
        </a>
        <a class="button plain" href="/">
          {texts.home}
        </a>
        <a class="button plain" href="/demo">
          {texts.demo}
        </a>
      </p>
    </div>
  );
}
