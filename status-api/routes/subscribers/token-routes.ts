import type { Language } from "#web-kit/language/languages.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isLanguage } from "#web-kit/language/languages.ts";
import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import { readIncident } from "#monitor/store/incident-history.ts";
import { readComponentNames } from "#monitor/store/components.ts";
import { readComponents } from "../../notify/sign-up-request.ts";
import {
  changeSubscription,
  confirmSubscription,
  endSubscription,
  findSubscriber,
  type Subscriber,
  SIGN_UP_LIMITS,
} from "../../notify/subscriber-store.ts";
import { linksOf } from "../../notify/messages/notice.ts";
import type { NamedComponent } from "../../page/page-view-status-event.ts";
import type { SubscriptionContent } from "../../page/subscriber-content.ts";
import { fieldsOf, sendPage, type SubscriberParts } from "./request.ts";

/** The content of a page, and its language where it is not the subscription's. */
type TokenAnswer = SubscriptionContent & { readonly language?: Language };

type TokenPage = (
  subscription: Subscriber,
  request: FastifyRequest,
) => TokenAnswer | Promise<TokenAnswer>;

/** Serves the pages that confirm, change and end a subscription: opening one changes nothing, only its button does. */
export function tokenRoutes(app: FastifyInstance, parts: SubscriberParts): void {
  const { db, cipher, published } = parts;
  const { nowMs } = published;
  const choices = () => readComponentNames(db);
  const statusEventOf = async ({ incidentId }: Subscriber): Promise<LocalizedText | null> =>
    (incidentId === null ? undefined : await readIncident(db, incidentId))?.name ?? null;

  const page = (path: string, method: "GET" | "POST", answer: TokenPage): void => {
    app.route<{ Params: { token: string } }>({
      method,
      url: `/subscriptions/:token${path}`,
      bodyLimit: SIGN_UP_LIMITS.bodyBytes,
      handler: async (request, reply): Promise<FastifyReply> => {
        const found = await findSubscriber(db, request.params.token, cipher);
        if (found === undefined) {
          return sendPage(request, reply.code(404), parts, { kind: "unknown" });
        }
        const { lang } = request.query as { lang?: unknown };
        const { language = isLanguage(lang) ? lang : found.language, ...content }: TokenAnswer =
          found.hasEnded ? { kind: "ended" } : await answer(found, request);
        return sendPage(request, reply, parts, content, language);
      },
    });
  };

  page("/confirm", "GET", async (subscription) =>
    subscription.isConfirmed
      ? { kind: "confirmed" }
      : confirmPage(subscription, await choices(), await statusEventOf(subscription)),
  );
  page("/confirm", "POST", async ({ id }) => {
    await confirmSubscription(db, id, nowMs());
    return { kind: "confirmed" };
  });
  page("/unsubscribe", "GET", unsubscribePage);
  // Mail programs send `List-Unsubscribe=One-Click` here (RFC 8058), people the button's empty form.
  page("/unsubscribe", "POST", async ({ id }) => {
    await endSubscription(db, id, "unsubscribed", nowMs());
    return { kind: "ended" };
  });
  page("", "GET", async (subscription) =>
    managePage(subscription, await choices(), await statusEventOf(subscription)),
  );
  page("", "POST", async (subscription, request) => {
    const fields = fieldsOf(request.body) ?? {};
    const language = isLanguage(fields["language"]) ? fields["language"] : subscription.language;
    const all = await choices();
    const ids = new Set(all.map(({ id }) => id));
    const components =
      fields["scope"] === "some" ? readComponents(fields["components"] ?? [], ids) : null;
    if (components === undefined) {
      const asFilledIn = { ...subscription, language, components: [] };
      return { ...managePage(asFilledIn, all, null, true), language };
    }
    await changeSubscription(db, subscription.id, { language, components });
    return { kind: "saved", language };
  });
}

/** Returns the page whose button confirms a subscription: only opening it, as link scanners do, changes nothing. */
function confirmPage(
  { address, components, token }: Subscriber,
  choices: readonly NamedComponent[],
  statusEvent: LocalizedText | null,
): SubscriptionContent {
  const chosen = choices.filter(({ id }) => components?.includes(id) ?? false);
  return {
    kind: "confirm",
    address,
    components: components === null ? null : chosen.map(({ name }) => name),
    statusEvent,
    action: linksOf("", token).confirm,
  };
}

function unsubscribePage({ address, token }: Subscriber): SubscriptionContent {
  return { kind: "unsubscribe", address, action: linksOf("", token).unsubscribe };
}

function managePage(
  { address, components, language, signingSecret, token }: Subscriber,
  choices: readonly NamedComponent[],
  statusEvent: LocalizedText | null,
  isNoneChosen = false,
): SubscriptionContent {
  const { manage, unsubscribe } = linksOf("", token);
  return {
    kind: "manage",
    subscription: { address, components, language, signingSecret },
    components: choices,
    statusEvent,
    action: manage,
    unsubscribe,
    isNoneChosen,
  };
}
