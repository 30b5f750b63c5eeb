import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import type { SubscriberAnswer } from "#status-api/admin/answers.ts";
import type { ConsoleSubscribersView } from "#status-api/page/page-view-work.ts";
import { languageOf, LANGUAGES } from "#web-kit/language/languages.ts";
import { namesOfComponents } from "../reader/component-names.ts";
import { Moment } from "../reader/moment.tsx";
import { useReader } from "../reader/reader.ts";
import { useChannelName } from "./channel-names.ts";
import { Fact, Facts, OlderLink, Rows, type PageProps } from "./page-parts.tsx";
import { useConsoleTexts } from "./texts.ts";

/** The subscribers, with part of each address, and a button that ends a subscription. */
export function SubscribersPage({ view }: PageProps<"subscribers">): JSX.Element {
  const { formats } = useReader();
  const { subscribers: texts } = useConsoleTexts().console.work;
  const { counts, subscribers, older } = view;
  const channelName = useChannelName();
  const channels = Object.entries(counts.channels)
    .map(([channel, count]) => `${channelName(channel)} ${formats.number(count)}`)
    .join(", ");
  return (
    <>
      <dl class="card console-facts">
        <Fact name={texts.active}>
          {formats.number(counts.active)}
          {channels !== "" && ` (${channels})`}
        </Fact>
        <Fact name={texts.unconfirmed}>{formats.number(counts.unconfirmed)}</Fact>
        <Fact name={texts.ended}>{formats.number(counts.ended)}</Fact>
      </dl>
      <Rows none={texts.none}>
        {subscribers.map((subscriber) => (
          <Subscriber key={subscriber.id} subscriber={subscriber} view={view} />
        ))}
      </Rows>
      <OlderLink path={older} />
    </>
  );
}

function Subscriber({
  subscriber,
  view: { components: named, mayEnd },
}: {
  readonly subscriber: SubscriberAnswer;
  readonly view: ConsoleSubscribersView;
}): JSX.Element {
  const reader = useReader();
  const channelName = useChannelName();
  const texts = useConsoleTexts().console.work.subscribers;
  const { id, channel, address, language, components, incident } = subscriber;
  const whyEnded: Readonly<Record<string, string>> = texts.whyEnded;
  const about =
    incident !== null
      ? texts.oneIncident
      : components === null
        ? texts.all
        : namesOfComponents(named, components, reader);
  const state = subscriber.confirmed_at === null ? texts.unconfirmed : texts.active;
  const hasEnded = subscriber.ended_at !== null;
  return (
    <li>
      <strong>{address}</strong>
      <p class="quiet">
        <Facts>
          {channelName(channel)}
          {LANGUAGES[languageOf(language)].name}
          {about}
          {hasEnded ? (whyEnded[subscriber.ended_why ?? ""] ?? texts.ended) : state}
          <Moment atMs={Date.parse(subscriber.created_at)} />
        </Facts>
      </p>
      {mayEnd && !hasEnded && (
        <details>
          <summary>{texts.end}</summary>
          <form method="post" action={`${CONSOLE_PATHS.subscribers}/${id}/end`}>
            <p>{texts.endHelp}</p>
            <button class="button danger">{texts.end}</button>
          </form>
        </details>
      )}
    </li>
  );
}
