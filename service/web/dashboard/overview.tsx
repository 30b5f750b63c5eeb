import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { KeysView, OverviewView } from "./frame/content.ts";
import { ADDRESSES } from "./frame/navigation.tsx";
import { Island, useReader } from "./frame/reader.ts";
import { KeyList } from "./keys/key-list.tsx";
import { KeyForm } from "./keys/key-form.tsx";
import { FirstRequest, NewKey } from "./keys/new-key.tsx";
import { QuotaMeters } from "./usage/quota-meters.tsx";
import { Totals } from "./usage/totals.tsx";

/** The number of keys shown, newest first; the others are on the keys page. */
const SHOWN_KEYS = 3;

/** The first page of an account: its usage, its keys, and what to do next. */
export function Overview({ shown }: { readonly shown: OverviewView }): JSX.Element {
  const { overview } = useReader().texts;
  const answer = useSignal<KeysView | undefined>(undefined);
  const { usage, days, voice, quota } = shown;
  const inUse = (answer.value ?? shown).keys.filter(({ isRevoked }) => !isRevoked);
  const made = answer.value;
  const keys = (
    <Island as="section" id="keys" key="keys" aria-labelledby="keys-title">
      <div class="section-head">
        <h2 id="keys-title">{overview.keys}</h2>
        <a href={ADDRESSES.keys}>{overview.manageKeys}</a>
      </div>
      {inUse.length > 0 ? (
        <KeyList keys={inUse.slice(0, SHOWN_KEYS)} canRevoke={false} />
      ) : (
        <FirstKey answer={answer} voice={voice} />
      )}
    </Island>
  );
  const isNew = usage.length === 0 && shown.keys.every(({ isRevoked }) => isRevoked);
  return (
    <>
      <h1>{overview.title}</h1>
      {isNew && keys}
      <Island as="section" id="usage" key="usage" aria-labelledby="usage-title">
        <div class="section-head">
          <h2 id="usage-title">{overview.usage}</h2>
          <a href={ADDRESSES.usage}>{overview.moreUsage}</a>
        </div>
        {usage.length === 0 ? (
          <p class="quiet">{overview.noUsage}</p>
        ) : (
          <Totals rows={usage} days={days} />
        )}
      </Island>
      <Island as="section" key="quota" aria-labelledby="quota-title">
        <h2 id="quota-title">{overview.quota}</h2>
        <QuotaMeters quota={quota} />
      </Island>
      {!isNew && keys}
      <Next />
      {made?.created !== undefined && (
        <NewKey
          created={made.created}
          voice={voice}
          onClose={() => (answer.value = { ...made, created: undefined })}
        />
      )}
    </>
  );
}

interface FirstKeyProps {
  /** The response to the form. */
  readonly answer: Signal<KeysView | undefined>;
  readonly voice: string | undefined;
}

function FirstKey({ answer, voice }: FirstKeyProps) {
  const { overview } = useReader().texts;
  return (
    <div class="stack">
      <KeyForm shown={answer.value} isFirst onAnswer={(shown) => (answer.value = shown)} />
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
