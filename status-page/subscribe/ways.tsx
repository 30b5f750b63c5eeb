import type { JSX } from "preact";
import { isForAnotherTab } from "#web-kit/another-tab.ts";
import type { Way } from "#status-api/page/subscriber-content.ts";
import { useReader } from "../reader/reader.ts";
import { pathOfWay } from "../paths/paths.ts";
import { type Channel, TEXTS } from "./texts.ts";

interface WaysProps {
  readonly channels: readonly Channel[];
  readonly current: Way;
  /** Takes a choice over from the link, which leads to the page of that way. */
  readonly onChoose: (way: Way) => void;
}

/** The ways in which one may be told, one of which is shown. */
export function Ways({ channels, current, onChoose }: WaysProps): JSX.Element {
  const texts = TEXTS[useReader().language];
  const ways: readonly Way[] = [...channels, "feed"];
  return (
    <>
      <nav class="ways" aria-label={texts.ways}>
        {ways.map((way) => (
          <a
            key={way}
            href={pathOfWay(way)}
            aria-current={way === current ? "true" : undefined}
            onClick={(event) => {
              if (isForAnotherTab(event)) return;
              event.preventDefault();
              onChoose(way);
            }}
          >
            {way === "feed" ? texts.feed : texts.channels[way].name}
          </a>
        ))}
      </nav>
      {!channels.includes("email") && <p class="quiet no-mail">{texts.noMail}</p>}
    </>
  );
}
