import type { ComponentChildren, JSX } from "preact";
import type { MessageKind, SubscriptionContent } from "#status-api/routes/subscribers/content.ts";
import { useReader } from "../reader/reader.ts";
import { Feeds } from "./feeds.tsx";
import { ManageForm } from "./manage-form.tsx";
import { SignedUp } from "./signed-up.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { type SubscribeTexts, TEXTS } from "./texts/texts.ts";
import { Ways } from "./ways.tsx";

type ContentOf<Kind extends SubscriptionContent["kind"]> = Extract<
  SubscriptionContent,
  { readonly kind: Kind }
>;

/** Returns what a page about subscriptions is called. */
export function subscriptionTitle(content: SubscriptionContent, texts: SubscribeTexts): string {
  switch (content.kind) {
    case "subscribe":
      return texts.subscribe;
    case "signedUp":
      return texts.signedUpTitle;
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

/** A page about subscriptions, all of it made of links and plain forms: mail scanners and old browsers meet it. */
export function SubscriptionPage({ content }: { content: SubscriptionContent }): JSX.Element {
  const texts = TEXTS[useReader().language];
  const isForm = ["subscribe", "manage"].includes(content.kind);
  return (
    <main id="content" class={`subscription subscribe card${isForm ? "" : " said"}`}>
      <h1>{subscriptionTitle(content, texts)}</h1>
      <Body content={content} />
      <p class="quiet">
        <a href="/">{texts.toStatus}</a>
      </p>
    </main>
  );
}

function Body({ content }: { content: SubscriptionContent }): JSX.Element {
  const texts = TEXTS[useReader().language];
  switch (content.kind) {
    case "subscribe":
      return <Subscribe content={content} />;
    case "signedUp":
      return <SignedUp channel={content.channel} address={content.address} />;
    case "confirm":
      return <Confirm content={content} />;
    case "unsubscribe":
      return (
        <>
          <p>{texts.unsubscribeText(content.address)}</p>
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

function Subscribe({ content }: { content: ContentOf<"subscribe"> }): JSX.Element {
  const texts = TEXTS[useReader().language];
  const { offer, way, form, refusal } = content;
  return (
    <>
      <p class="quiet">{texts.intro}</p>
      <Ways channels={offer.channels} current={way} />
      {way === "feed" ? (
        <Feeds />
      ) : (
        <SignUpForm offer={offer} channel={way} filled={form} trouble={refusal} />
      )}
    </>
  );
}

function Confirm({ content }: { content: ContentOf<"confirm"> }): JSX.Element {
  const { language } = useReader();
  const texts = TEXTS[language];
  const { address, components, action } = content;
  return (
    <>
      <p>{texts.confirmText(address)}</p>
      <p class="quiet">
        {components === null
          ? texts.allComponents
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
