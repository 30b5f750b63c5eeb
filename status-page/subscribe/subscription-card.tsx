import type { ComponentChildren, JSX } from "preact";
import { useReader } from "../reader/reader.ts";
import { TEXTS } from "./texts.ts";

interface SubscriptionCardProps {
  readonly title: string;
  /** Whether it says something and asks nothing more than a press of a button. */
  readonly isSaid?: boolean;
  readonly children: ComponentChildren;
}

/** The main part of a page about subscriptions, with a way to the status page. */
export function SubscriptionCard(props: SubscriptionCardProps): JSX.Element {
  const { title, isSaid = false, children } = props;
  const texts = TEXTS[useReader().language];
  return (
    <main id="content" class={`subscription subscribe card${isSaid ? " said" : ""}`}>
      <h1>{title}</h1>
      {children}
      <p class="quiet">
        <a href="/">{texts.toStatus}</a>
      </p>
    </main>
  );
}
