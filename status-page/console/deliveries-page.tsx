import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import type { DeliveryAnswer } from "#status-api/admin/answers.ts";
import { statusEventPath } from "#monitor/domain/page-paths.ts";
import { Moment } from "../reader/moment.tsx";
import { useReader } from "../reader/reader.ts";
import { useChannelName } from "./channel-names.ts";
import { Fact, OlderLink, Rows, type PageProps } from "./page-parts.tsx";
import { useConsoleTexts } from "./texts.ts";

const PATH = CONSOLE_PATHS.deliveries;

/** Messages that failed or are pending, and a button that retries one. */
export function DeliveriesPage({ view }: PageProps<"deliveries">): JSX.Element {
  const { deliveries: texts } = useConsoleTexts().console.work;
  const { list, deliveries, mayRetry, older } = view;
  const isFailed = list === "failed";
  return (
    <>
      <nav class="console-tabs" aria-label={texts.lists}>
        <a href={PATH} aria-current={isFailed ? "true" : undefined}>
          {texts.failed}
        </a>
        <a href={`${PATH}?list=pending`} aria-current={isFailed ? undefined : "true"}>
          {texts.pending}
        </a>
      </nav>
      <Rows none={isFailed ? texts.noFailed : texts.noPending}>
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <Delivery delivery={delivery} />
            {isFailed && mayRetry && (
              <form method="post" action={`${PATH}/${delivery.id}/retry`}>
                <button class="button">{texts.retry}</button>
              </form>
            )}
          </li>
        ))}
      </Rows>
      <OlderLink path={older} />
    </>
  );
}

function Delivery({ delivery }: { readonly delivery: DeliveryAnswer }): JSX.Element {
  const { formats, siteUrl } = useReader();
  const texts = useConsoleTexts().console.work.deliveries;
  const channelName = useChannelName();
  const { channel, address, incident, queued_at, next_attempt_at, attempts, error } = delivery;
  return (
    <dl class="console-facts">
      <Fact name={texts.to}>
        {address} ({channelName(channel)})
      </Fact>
      <Fact name={texts.message}>
        {incident === null ? (
          texts.signUp
        ) : (
          <a href={siteUrl + statusEventPath(incident)}>
            <code>{incident}</code>
          </a>
        )}
      </Fact>
      <Fact name={texts.queued}>
        <Moment atMs={Date.parse(queued_at)} />
      </Fact>
      {next_attempt_at !== null && (
        <Fact name={texts.next}>
          <Moment atMs={Date.parse(next_attempt_at)} />
        </Fact>
      )}
      <Fact name={texts.attempts}>{formats.number(attempts)}</Fact>
      {error !== null && <Fact name={texts.error}>{error}</Fact>}
    </dl>
  );
}
