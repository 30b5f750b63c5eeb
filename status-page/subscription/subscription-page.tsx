import type { Language } from "#web-kit/language/languages.ts";
import type { ComponentChildren, JSX } from "preact";
import type { MessageKind, SubscriptionContent } from "#status-api/page/subscriber-content.ts";
import { useReader } from "../reader/reader.ts";
import { SignedUp } from "../subscribe/signed-up.tsx";
import type { SubscribeContent } from "./subscribe-state.ts";
import { SubscriptionCard } from "../subscribe/subscription-card.tsx";
import { TEXTS as SUBSCRIBE_TEXTS } from "../subscribe/texts.ts";
import { ManageForm } from "./manage-form.tsx";
import { TEXTS } from "./texts.ts";
import { fill } from "#web-kit/language/texts.ts";

/** What such a page shows, but for the one where people sign up. */
type PlainContent = Exclude<SubscriptionContent, SubscribeContent>;

/** Returns what a page about subscriptions is called. */
export function subscriptionTitle(content: PlainContent, language: Language): string {
  const texts = TEXTS[language];
  switch (content.kind) {
    case "signedUp":
      return SUBSCRIBE_TEXTS[language].signedUpTitle;
    case "confirm":
      return texts.confirmTitle;
    case "unsubscribe":
      return texts.unsubscribeTitle;
    case "manage":
      return texts.manageTitle;
    case "confirmed":
    case "saved":
    case "ended":
    case "unknown":
    case "away":
      return texts.message[content.kind].title;
  }
}

/** A page that a link in a message leads to, all of it made of links and plain forms: mail scanners and old browsers meet it. */
export function SubscriptionPage({ content }: { content: PlainContent }): JSX.Element {
  const { language } = useReader();
  return (
    <SubscriptionCard
      title={subscriptionTitle(content, language)}
      isSaid={content.kind !== "manage"}
    >
      <Body content={content} />
    </SubscriptionCard>
  );
}

function Body({ content }: { content: PlainContent }): JSX.Element {
  const texts = TEXTS[useReader().language];
  switch (content.kind) {
    case "signedUp":
      return <SignedUp channel={content.channel} address={content.address} />;
    case "confirm":
      return <Confirm content={content} />;
    case "unsubscribe":
      return (
        <>
          <p>{fill(texts.unsubscribeText, { address: content.address })}</p>
          <PostButton action={content.action}>{texts.unsubscribe}</PostButton>
        </>
      );
    case "manage":
      return <ManageForm content={content} />;
    case "confirmed":
    case "saved":
    case "ended":
    case "unknown":
    case "away":
      return <Outcome kind={content.kind} />;
  }
}

function Confirm({
  content,
}: {
  content: Extract<PlainContent, { readonly kind: "confirm" }>;
}): JSX.Element {
  const { language } = useReader();
  const texts = TEXTS[language];
  const { address, components, action } = content;
  return (
    <>
      <p>{fill(texts.confirmText, { address })}</p>
      <p class="quiet">
        {components === null
          ? SUBSCRIBE_TEXTS[language].allComponents
          : components.map((name) => name[language]).join(", ")}
      </p>
      <PostButton action={action}>{texts.confirm}</PostButton>
    </>
  );
}

function Outcome({ kind }: { kind: MessageKind }): JSX.Element {
  const texts = TEXTS[useReader().language];
  return (
    <>
      <p>{texts.message[kind].text}</p>
      {(kind === "ended" || kind === "unknown") && (
        <p>
          <a class="button plain" href="/subscribe">
            {texts.again}
          </a>
        </p>
      )}
      {kind === "away" && (
        <p>
          <a class="button plain" href="/subscribe?channel=feed">
            {texts.feedsInstead}
          </a>
        </p>
      )}
    </>
  );
}

function PostButton(props: {
  readonly action: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <form method="post" action={props.action}>
      <button class="button">{props.children}</button>
    </form>
  );
}
