import type { JSX } from "preact";
import type { SubscriptionContent } from "#status-api/page/subscriber-content.ts";
import { useReader } from "../reader/reader.ts";
import { ComponentChoice, LanguageChoice } from "../subscribe/choices.tsx";
import { TEXTS as SUBSCRIBE_TEXTS } from "../subscribe/texts.ts";
import { TEXTS } from "./texts.ts";
import { fill } from "#web-kit/language/texts.ts";

interface ManageFormProps {
  readonly content: Extract<SubscriptionContent, { readonly kind: "manage" }>;
}

/** The form in which a subscriber changes what is told, and the way out. */
export function ManageForm({ content }: ManageFormProps): JSX.Element {
  const { language } = useReader();
  const texts = TEXTS[language];
  const { subscription, components, action, unsubscribe, isNoneChosen } = content;
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
        <ComponentChoice
          choices={components}
          chosen={subscription.components}
          complaint={isNoneChosen ? SUBSCRIBE_TEXTS[language].refused.noneChosen : undefined}
        />
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
