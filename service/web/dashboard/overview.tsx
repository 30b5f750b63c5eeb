import type { JSX } from "preact";
import type { KeyRow, OverviewView } from "./frame/content.ts";
import { ADDRESSES } from "./frame/navigation.tsx";
import { Island, useReader } from "./frame/reader.ts";
import { KeyList } from "./keys/key-list.tsx";
import { KeyForm } from "./keys/keys.tsx";
import { FirstRequest } from "./keys/new-key.tsx";
import { QuotaMeters } from "./usage/quota-meters.tsx";
import { Totals } from "./usage/totals.tsx";

/** The newest ones; the others are on the page of keys. */
const SHOWN_KEYS = 3;

/** What an account sees first: its keys, what it used, and what to do next. */
export function Overview({ shown }: { readonly shown: OverviewView }): JSX.Element {
  const { overview } = useReader().texts;
  const { keys, usage, voice, quota } = shown;
  return (
    <>
      <h1>{overview.title}</h1>
      <Island as="section" id="keys" aria-labelledby="keys-title">
        <div class="section-head">
          <h2 id="keys-title">{overview.keys}</h2>
          <a href={ADDRESSES.keys}>{overview.manageKeys}</a>
        </div>
        <Keys keys={keys.filter(({ isRevoked }) => !isRevoked)} voice={voice} />
      </Island>
      <Island as="section" id="usage" aria-labelledby="usage-title">
        <div class="section-head">
          <h2 id="usage-title">{overview.usage}</h2>
          <a href={ADDRESSES.usage}>{overview.moreUsage}</a>
        </div>
        {usage.length === 0 ? <p class="quiet">{overview.noUsage}</p> : <Totals rows={usage} />}
      </Island>
      <Island as="section" aria-labelledby="quota-title">
        <h2 id="quota-title">{overview.quota}</h2>
        <QuotaMeters quota={quota} />
      </Island>
      <Next />
    </>
  );
}

interface KeysProps {
  readonly keys: readonly KeyRow[];
  readonly voice: string | undefined;
}

function Keys({ keys, voice }: KeysProps) {
  const { overview } = useReader().texts;
  if (keys.length > 0) return <KeyList keys={keys.slice(0, SHOWN_KEYS)} canRevoke={false} />;
  return (
    <div class="stack">
      <KeyForm isFirst />
      <p>{overview.noKeys}</p>
      <FirstRequest secret="$API_KEY" voice={voice} />
    </div>
  );
}

function Next() {
  const { overview } = useReader().texts;
  const ways = [
    [ADDRESSES.voices, overview.nextVoices, overview.nextVoicesText],
    [ADDRESSES.pronunciations, overview.nextPronunciations, overview.nextPronunciationsText],
    ["/docs", overview.nextDocs, overview.nextDocsText],
  ] as const;
  return (
    <Island as="section" aria-labelledby="next-title">
      <h2 id="next-title">{overview.next}</h2>
      <ul class="ways">
        {ways.map(([href, title, text]) => (
          <li key={href} class="card">
            <a href={href}>{title}</a>
            <p class="quiet">{text}</p>
          </li>
        ))}
      </ul>
    </Island>
  );
}
