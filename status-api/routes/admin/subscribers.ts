import { Type } from "typebox";
import { listSubscribers, removeSubscriber } from "../../admin/subscribers.ts";
import type { AdminApp, AdminContext } from "./context.ts";
import { closed, OneById, pageFields } from "./fields.ts";
import { sendChange } from "./send-change.ts";

const SubscriberQuery = Type.Object(
  { ...pageFields, status: Type.Enum(["all", "active"], { default: "all" }) },
  closed,
);

/** Serves who is told of incidents, and takes them off the list. */
export function subscriberRoutes(app: AdminApp, context: AdminContext): void {
  app.get("/subscribers", { schema: { querystring: SubscriberQuery } }, async (request) => {
    const { limit, before, status } = request.query;
    return listSubscribers(context.db, { limit, before, active: status === "active" });
  });

  app.delete("/subscribers/:id", { schema: { params: OneById } }, async (request, reply) =>
    sendChange(request, reply, context, "subscriber.remove", (tx, nowMs) =>
      removeSubscriber(tx, request.params.id, nowMs),
    ),
  );
}
