import type { JSX } from "preact";
import type { KeyRow, OverviewView } from "./frame/content.ts";
import { Figure } from "./frame/figure.tsx";
import { duration, number } from "./frame/formats.ts";
import { ADDRESSES } from "./frame/navigation.tsx";
import { Island, useReader } from "./frame/reader.ts";
import { FirstRequest } from "./keys/first-request.tsx";
import { KeyForm } from "./keys/keys.tsx";
import { KeyList } from "./keys/key-list.tsx";
import { QuotaMeters } from "./usage/quota-meters.tsx";
import { totalOf } from "./usage/sums.ts";

/** The newest ones; the others are a page further. */
const SHOWN_KEYS = 3;

/** What an account sees first: its keys, what it used, and what to do next. */
export function Overview({ shown }: { readonly shown: OverviewView }): JSX.Element {
  const { overview } = useReader().texts;
  const { keys, voice, quota } = shown;
  return (
    <>
      <h1>{overview.title}</h1>
      <Island as="section" id="keys" aria-labelledby="keys-title">
        <SectionHead
          id="keys-title"
          title={overview.keys}
          href={ADDRESSES.keys}
          more={overview.manageKeys}
        />
        <Keys keys={keys.filter(({ isRevoked }) => !isRevoked)} voice={voice} />
      </Island>
      <Island as="section" id="usage" aria-labelledby="usage-title">
        <SectionHead
          id="usage-title"
          title={overview.usage}
          href={ADDRESSES.usage}
          more={overview.moreUsage}
        />
        <Totals usage={shown.usage} />
      </Island>
      <Island as="section" aria-labelledby="quota-title">
        <h2 id="quota-title">{overview.quota}</h2>
        <QuotaMeters quota={quota} />
      </Island>
      <Next />
    </>
  );
}

interface SectionHeadProps {
  readonly id: string;
  readonly title: string;
  readonly href: string;
  readonly more: string;
}

function SectionHead({ id, title, href, more }: SectionHeadProps) {
  return (
    <div class="section-head">
      <h2 id={id}>{title}</h2>
      <a href={href}>{more}</a>
    </div>
  );
}

function Keys({
  keys,
  voice,
}: {
  readonly keys: readonly KeyRow[];
  readonly voice: string | undefined;
}) {
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

function Totals({ usage }: Pick<OverviewView, "usage">) {
  const reader = useReader();
  const { overview } = reader.texts;
  if (usage.length === 0) return <p class="quiet">{overview.noUsage}</p>;
  const total = totalOf(usage);
  return (
    <dl class="figures">
      <Figure name={overview.transcribed} value={duration(reader, total.audioSeconds)} />
      <Figure name={overview.spoken} value={number(reader, total.characters)} />
      <Figure name={overview.requests} value={number(reader, total.requests)} />
    </dl>
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
