import type { ComponentChildren, JSX } from "preact";
import type { SubscriptionContent } from "#status-api/page/subscriber-content.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import { pathOfWay, SUBSCRIBE_PATH } from "#monitor/domain/page-paths.ts";
import { useReader } from "../reader/reader.ts";
import { ComponentChoice, LanguageChoice } from "../subscribe/choices.tsx";
import { SignedUp } from "../subscribe/sign-up.tsx";
import { SubscriptionCard } from "./subscribe-page.tsx";
import { useSubscribeTexts, SUBSCRIBE_TEXTS } from "../subscribe/texts.ts";

/** The content of all pages about subscriptions but the one for signing up. */
type PlainContent = Exclude<SubscriptionContent, { readonly kind: "subscribe" }>;

export function subscriptionTitle({ kind }: PlainContent, language: Language): string {
  const texts = SUBSCRIBE_TEXTS[language].subscription;
  switch (kind) {
    case "signedUp":
      return SUBSCRIBE_TEXTS[language].subscribe.signedUpTitle;
    case "confirm":
      return texts.confirmTitle;
    case "unsubscribe":
      return texts.unsubscribeTitle;
    case "manage":
      return texts.manageTitle;
    case "away":
    case "confirmed":
    case "ended":
    case "saved":
    case "unknown":
      return texts.message[kind].title;
  }
}

/**
 * A page that a link in a message leads to, made only of links and plain forms, because mail scanners and old browsers open it.
 */
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
  const texts = useSubscribeTexts("subscription");
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
    case "away":
    case "confirmed":
    case "ended":
    case "saved":
    case "unknown":
      return <Outcome kind={content.kind} />;
  }
}

interface ContentProps<Kind> {
  readonly content: Extract<PlainContent, { readonly kind: Kind }>;
}

function Confirm({ content }: ContentProps<"confirm">): JSX.Element {
  const { language } = useReader();
  const texts = useSubscribeTexts("subscription");
  const { address, components, statusEvent, action } = content;
  const { allComponents, onlyThis } = SUBSCRIBE_TEXTS[language].subscribe;
  return (
    <>
      <p>{fill(texts.confirmText, { address })}</p>
      <p class="quiet">
        {statusEvent === null
          ? (components?.map((name) => name[language]).join(", ") ?? allComponents)
          : `${onlyThis}: ${statusEvent[language]}`}
      </p>
      <PostButton action={action}>{texts.confirm}</PostButton>
    </>
  );
}

/** The form in which a subscriber changes the subscription or ends it. */
function ManageForm({ content }: ContentProps<"manage">): JSX.Element {
  const { language } = useReader();
  const texts = useSubscribeTexts("subscription");
  const { refused, onlyThis } = useSubscribeTexts("subscribe");
  const { subscription, components, statusEvent, action, unsubscribe, isNoneChosen } = content;
  const { address, signingSecret } = subscription;
  return (
    <>
      <p>{fill(texts.manageText, { address })}</p>
      {signingSecret !== null && (
        <p class="field">
          <strong>{texts.secret}</strong>
          <code>{signingSecret}</code>
          <small class="quiet">{texts.secretHelp}</small>
        </p>
      )}
      <form class="sign-up" method="post" action={action}>
        {statusEvent === null ? (
          <ComponentChoice
            choices={components}
            chosen={subscription.components}
            complaint={isNoneChosen ? refused.noneChosen : undefined}
          />
        ) : (
          <p class="field">
            <strong>{onlyThis}</strong>
            <span>{statusEvent[language]}</span>
          </p>
        )}
        <LanguageChoice chosen={subscription.language} />
        <p class="buttons">
          <button class="button">{texts.save}</button>
          <a class="button danger" href={unsubscribe}>
            {texts.unsubscribe}
          </a>
        </p>
      </form>
    </>
  );
}

type MessageKind = "confirmed" | "saved" | "ended" | "unknown" | "away";

function Outcome({ kind }: { kind: MessageKind }): JSX.Element {
  const texts = useSubscribeTexts("subscription");
  return (
    <>
      <p>{texts.message[kind].text}</p>
      {(kind === "ended" || kind === "unknown") && (
        <p>
          <a class="button plain" href={SUBSCRIBE_PATH}>
            {texts.again}
          </a>
        </p>
      )}
      {kind === "away" && (
        <p>
          <a class="button plain" href={pathOfWay("feed")}>
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
