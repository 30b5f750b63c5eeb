import { type Html, html } from "../../notify/html.ts";
import { linksOf } from "../../notify/notice.ts";
import type { Subscription } from "../../notify/subscriber-store.ts";
import { type PageTexts, textsOf } from "../../notify/texts/texts.ts";
import { languages } from "../../language.ts";
import type { Language, Localized } from "../../states.ts";

/** What every page of this family knows. */
export interface PageFrame {
  readonly language: Language;
  /** Paths of the stylesheets. */
  readonly styles: readonly string[];
  /** The address of the status page, without a slash at its end. */
  readonly statusUrl: string;
}

/** A component that may be chosen. */
export interface Choice {
  readonly id: string;
  readonly name: Localized;
}

/** Pages that say one thing. */
export type MessagePage = "confirmed" | "saved" | "ended" | "unknown" | "away";

/** Renders a page that says what has happened. */
export function messagePage(frame: PageFrame, kind: MessagePage): string {
  const { pages } = textsOf[frame.language];
  return documentOf(frame, pages[`${kind}Title`], html`<p>${pages[`${kind}Text`]}</p>`);
}

/** Renders the page after a sign-up; it is the same whoever signed up before. */
export function signedUpPage(frame: PageFrame, channel: Subscription["channel"]): string {
  const { pages } = textsOf[frame.language];
  return documentOf(frame, pages.signedUpTitle, html`<p>${pages.signedUp[channel]}</p>`);
}

/** Renders the page of a sign-up that was refused. */
export function refusedPage(frame: PageFrame, why: string): string {
  return documentOf(frame, textsOf[frame.language].pages.refusedTitle, html`<p>${why}</p>`);
}

/** Renders the page whose button begins a subscription: opening it alone, as link scanners do, changes nothing. */
export function confirmPage(
  frame: PageFrame,
  subscription: Subscription,
  choices: readonly Choice[],
): string {
  const { language } = frame;
  const { confirm, pages } = textsOf[language];
  const { components } = subscription;
  const chosen = choices.filter(({ id }) => components?.includes(id) ?? false);
  return documentOf(
    frame,
    pages.confirmTitle,
    html`<p>${pages.confirmText(subscription.address)}</p>
      <p>
        ${pages.components}:
        ${components === null ? pages.allComponents : chosen.map(({ name }) => name[language]).join(", ")}
      </p>
      ${postButton(linksOf("", subscription.token).confirm, confirm)}`,
  );
}

/** Renders the page whose button ends a subscription. */
export function unsubscribePage(frame: PageFrame, { address, token }: Subscription): string {
  const { unsubscribe, pages } = textsOf[frame.language];
  return documentOf(
    frame,
    pages.unsubscribeTitle,
    html`<p>${pages.unsubscribeText(address)}</p>
      ${postButton(linksOf("", token).unsubscribe, unsubscribe)}`,
  );
}

/** Renders the page on which a subscriber chooses language and components. */
export function managePage(
  frame: PageFrame,
  subscription: Subscription,
  choices: readonly Choice[],
  complaint?: "noneChosen",
): string {
  const { pages, ...texts } = textsOf[frame.language];
  const { token, signingSecret } = subscription;
  const links = linksOf("", token);
  return documentOf(
    frame,
    pages.manageTitle,
    html`<p>${pages.manageText(subscription.address)}</p>
      ${complaint === undefined ? undefined : html`<p role="alert"><strong>${pages[complaint]}</strong></p>`}
      ${signingSecret === null ? undefined : html`<p>${pages.secret}: <code>${signingSecret}</code></p>`}
      <form method="post" action="${links.manage}">
        ${componentFields(pages, frame.language, subscription, choices)}
        ${languageFields(pages, subscription)}
        <button>${pages.save}</button>
      </form>
      <p><a href="${links.unsubscribe}">${texts.unsubscribe}</a></p>`,
  );
}

function componentFields(
  pages: PageTexts,
  language: Language,
  { components }: Subscription,
  choices: readonly Choice[],
): Html {
  return html`<fieldset>
    <legend>${pages.components}</legend>
    <label
      ><input type="radio" name="scope" value="all" ${checked(components === null)} />
      ${pages.allComponents}</label
    >
    <label
      ><input type="radio" name="scope" value="some" ${checked(components !== null)} />
      ${pages.onlyThese}</label
    >
    <ul>
      ${choices.map(
        ({ id, name }) =>
          html`<li>
            <label
              ><input
                type="checkbox"
                name="components"
                value="${id}"
                ${checked(components?.includes(id) ?? false)}
              />
              ${name[language]}</label
            >
          </li>`,
      )}
    </ul>
  </fieldset>`;
}

function languageFields(pages: PageTexts, subscription: Subscription): Html {
  return html`<fieldset>
    <legend>${pages.language}</legend>
    ${languages.map(
      (one) =>
        html`<label
          ><input
            type="radio"
            name="language"
            value="${one}"
            ${checked(one === subscription.language)}
          />
          <span lang="${one}">${pages.languageNames[one]}</span></label
        >`,
    )}
  </fieldset>`;
}

function checked(isChecked: boolean): Html {
  return { html: isChecked ? " checked" : "" };
}

function postButton(action: string, label: string): Html {
  return html`<form method="post" action="${action}"><button>${label}</button></form>`;
}

function documentOf({ language, styles, statusUrl }: PageFrame, title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${styles.map((style) => html`<link rel="stylesheet" href="${style}" />`)}
      </head>
      <body>
        <main class="message subscription">
          <h1>${title}</h1>
          ${body}
          <p><a href="${statusUrl}/">${textsOf[language].pages.toStatus}</a></p>
        </main>
      </body>
    </html>`.html;
}
