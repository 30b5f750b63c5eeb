import type { ComponentChildren, JSX } from "preact";
import type { PageIdentity } from "#monitor/domain/page-identity.ts";
import type { SubscriptionContent } from "#status-api/page/subscriber-content.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import { Standalone } from "../frame/standalone.tsx";
import { pathOfWay } from "#monitor/domain/page-paths.ts";
import { type Reader, ReaderContext } from "../reader/reader.ts";
import { SignUp, signUpTitle } from "../subscribe/sign-up.tsx";
import type { SignUpModel } from "../subscribe/sign-up-model.ts";
import { useSubscribeTexts, SUBSCRIBE_TEXTS, type SubscribeTexts } from "../subscribe/texts.ts";

/** The state that the server passes to this page's script as JSON, from which the script renders the same elements. */
export interface SubscribeState {
  readonly content: Extract<SubscriptionContent, { readonly kind: "subscribe" }>;
  /** The status page's name; left out while it is not known. */
  readonly name?: string;
  readonly identity: PageIdentity;
  readonly language: Language;
}

/** The id of the element by which the script recognizes this page. */
export const SUBSCRIBE_ROOT_ID = "subscribe";

interface SubscribePageProps {
  readonly model: SignUpModel;
  /**
   * The reader for header and footer: never interactive, so that their links stay links, because this page is what the dialog
   * would show.
   */
  readonly frameReader: Reader;
  readonly reader: Reader;
  readonly name: string | undefined;
  readonly identity: PageIdentity;
}

/** Returns the document's title, which mentions a refusal: nothing else is read aloud when a form comes back. */
export function subscribeTitle(model: SignUpModel, texts: SubscribeTexts["subscribe"]): string {
  const title = signUpTitle(model, texts);
  return model.refusal.value === undefined ? title : fill(texts.toCorrect, { title });
}

/** The subscription page: links and plain forms, which a script may handle in place. */
export function SubscribePage(props: SubscribePageProps): JSX.Element {
  const { model, frameReader, reader, name, identity } = props;
  return (
    <Standalone
      reader={frameReader}
      name={name}
      identity={identity}
      path={pathOfWay(model.way.value, model.form.value.statusEvent?.id)}
    >
      <ReaderContext.Provider value={reader}>
        <SubscriptionCard title={signUpTitle(model, SUBSCRIBE_TEXTS[reader.language].subscribe)}>
          <SignUp model={model} />
        </SubscriptionCard>
      </ReaderContext.Provider>
    </Standalone>
  );
}

interface SubscriptionCardProps {
  readonly title: string;
  /** Whether it is a message that requires at most a click on a button. */
  readonly isSaid?: boolean;
  readonly children: ComponentChildren;
}

/** The main part of a page about subscriptions, with a link to the status page. */
export function SubscriptionCard(props: SubscriptionCardProps): JSX.Element {
  const { title, isSaid = false, children } = props;
  return (
    <main id="content" class={`subscription subscribe card${isSaid ? " said" : ""}`}>
      <h1>{title}</h1>
      {children}
      <p class="quiet">
        <a href="/">{useSubscribeTexts("subscribe").toStatus}</a>
      </p>
    </main>
  );
}
