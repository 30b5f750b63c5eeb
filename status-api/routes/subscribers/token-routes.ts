import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isLanguage } from "../../language.ts";
import { signUpLimits } from "../../notify/limits.ts";
import { readComponentNames } from "../../notify/notice-store.ts";
import { readComponents } from "../../notify/sign-up-request.ts";
import {
  changeSubscription,
  confirmSubscription,
  endSubscription,
  findSubscription,
  type Subscription,
} from "../../notify/subscriber-store.ts";
import { confirmPage, managePage, messagePage, type PageFrame, unsubscribePage } from "./pages.ts";
import { asked, fieldsOf, frameOf, sendPage, type SubscriberParts } from "./request.ts";

/** A page for whoever has a subscription's token. */
type TokenPage = (
  subscription: Subscription,
  frame: PageFrame,
  request: FastifyRequest,
) => string | Promise<string>;

/** Serves the pages that confirm, change and end a subscription: opening one does nothing, its button does it. */
export function tokenRoutes(app: FastifyInstance, parts: SubscriberParts): void {
  const { db, nowMs } = parts;
  const choices = () => asked(readComponentNames(db));

  const page = (path: string, method: "GET" | "POST", render: TokenPage): void => {
    app.route<{ Params: { token: string } }>({
      method,
      url: `/subscriptions/:token${path}`,
      bodyLimit: signUpLimits.bodyBytes,
      handler: async (request, reply): Promise<FastifyReply> => {
        const found = await asked(findSubscription(db, request.params.token));
        if (found === undefined) {
          return sendPage(reply.code(404), messagePage(frameOf(request, parts), "unknown"));
        }
        const frame = frameOf(request, parts, found.language);
        const shown = found.hasEnded
          ? messagePage(frame, "ended")
          : await render(found, frame, request);
        return sendPage(reply, shown);
      },
    });
  };

  page("/confirm", "GET", async (subscription, frame) =>
    subscription.isConfirmed
      ? messagePage(frame, "confirmed")
      : confirmPage(frame, subscription, await choices()),
  );
  page("/confirm", "POST", async ({ id }, frame) => {
    await asked(confirmSubscription(db, id, nowMs()));
    return messagePage(frame, "confirmed");
  });
  page("/unsubscribe", "GET", (subscription, frame) => unsubscribePage(frame, subscription));
  // Mail programs send `List-Unsubscribe=One-Click` here (RFC 8058), people the button's empty form.
  page("/unsubscribe", "POST", async ({ id }, frame) => {
    await asked(endSubscription(db, id, "unsubscribed", nowMs()));
    return messagePage(frame, "ended");
  });
  page("", "GET", async (subscription, frame) => managePage(frame, subscription, await choices()));
  page("", "POST", async (subscription, frame, request) => {
    const fields = fieldsOf(request.body) ?? {};
    const language = isLanguage(fields["language"]) ? fields["language"] : subscription.language;
    const all = await choices();
    const ids = new Set(all.map(({ id }) => id));
    const components =
      fields["scope"] === "some" ? readComponents(fields["components"] ?? [], ids) : null;
    if (components === undefined) {
      return managePage({ ...frame, language }, subscription, all, "noneChosen");
    }
    await asked(changeSubscription(db, subscription.id, { language, components }));
    return messagePage({ ...frame, language }, "saved");
  });
}
