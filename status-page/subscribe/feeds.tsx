import { FEED_PATHS } from "#monitor/domain/page-paths.ts";
import type { JSX } from "preact";
import { CopyButton } from "#web-kit/copy-button.tsx";
import { onHost } from "../paths/base-path.ts";
import { useReader } from "../reader/reader.ts";
import { useSubscribeTexts } from "./texts.ts";

/** The feeds, as an alternative to messages. */
export function Feeds(): JSX.Element {
  const { language, interactive } = useReader();
  const texts = useSubscribeTexts("subscribe");
  const feeds = [
    { label: texts.atom, path: `${FEED_PATHS.atom}?lang=${language}` },
    { label: texts.rss, path: `${FEED_PATHS.rss}?lang=${language}` },
    { label: texts.statusJson, path: "/api/v2/status.json" },
  ];
  return (
    <div class="feeds">
      <p>{texts.feedIntro}</p>
      <ul>
        {feeds.map(({ label, path }) => (
          <li key={path}>
            <a href={path}>{label}</a>
            {interactive && (
              <CopyButton
                text={absolute(path)}
                what={label}
                label={texts.copy}
                copiedLabel={texts.copied}
                failedLabel={texts.notCopied}
              />
            )}
            <code>{interactive ? absolute(path) : onHost(path)}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

function absolute(path: string): string {
  return new URL(onHost(path), location.href).href;
}
