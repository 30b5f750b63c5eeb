import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { eventually } from "../../support/eventually.ts";
import { refusalOf } from "../../support/status-api/admin-client.ts";
import { writeSubscriber } from "../../support/status-api/subscribers.ts";
import { Subscribing } from "../../support/status-api/subscribing.ts";

const dayMs = 24 * 60 * 60_000;

describeWithOneDatabase("deliveries that were given up", (empty) => {
  let at: Subscribing;
  beforeAll(async () => void (at = await Subscribing.start(await empty())));
  afterAll(() => at[Symbol.asyncDispose]());
  beforeEach(() => at.clear());

  /** Writes a message that was tried for a day in vain; returns the path of its retry. */
  async function giveUp(): Promise<{ subscriber: string; retry: string }> {
    const { id } = await writeSubscriber(at.db, "webhook", `${at.receiver.url}/secret`);
    const { id: delivery } = await at.db
      .insertInto("outbox")
      .values({
        subscriber_id: id,
        queued_at: new Date(at.clockMs - dayMs),
        due_at: new Date(at.clockMs - dayMs),
        attempts: 30,
        given_up_at: new Date(at.clockMs),
        last_error: "the endpoint answered 500",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { subscriber: id, retry: `/deliveries/${delivery}/retry` };
  }
  const listed = async (query = "") =>
    (await at.admin("GET", `/deliveries${query}`)).body["data"] as readonly object[];

  test("are listed without the address, tried again once, and audited", async () => {
    const { subscriber, retry } = await giveUp();
    const [failed, ...others] = await listed();
    expect(others).toEqual([]);
    expect(failed).toMatchObject({
      status: "failed",
      subscriber,
      channel: "webhook",
      attempts: 30,
      error: "the endpoint answered 500",
    });
    expect(JSON.stringify(failed)).not.toContain("secret");
    const retried = await at.admin("POST", retry);
    expect(retried.body).toMatchObject({ status: "pending", failed_at: null });
    await at.receiver.got(1);
    await eventually("the message counts as delivered", async () => {
      const [delivery] = await listed("?status=all");
      return delivery !== undefined && "status" in delivery && delivery.status === "delivered";
    });
    expect(await listed()).toEqual([]);
    expect(refusalOf(await at.admin("POST", retry))).toEqual([409, "wrong_state", null]);
    const audit = await at.admin("GET", "/audit-log");
    expect(audit.body["data"]).toMatchObject([{ action: "delivery.retry" }]);
    expect(JSON.stringify(audit.body)).not.toContain("/secret");
  });

  test("to those who unsubscribed stay given up, and what there is not is refused", async () => {
    const { subscriber, retry } = await giveUp();
    await at.admin("DELETE", `/subscribers/${subscriber}`);
    expect(refusalOf(await at.admin("POST", retry))).toEqual([409, "wrong_state", "subscription"]);
    expect(refusalOf(await at.admin("POST", "/deliveries/987654/retry"))).toEqual([
      404,
      "not_found",
      null,
    ]);
    expect(refusalOf(await at.admin("POST", "/deliveries/x/retry"))).toEqual([
      400,
      "invalid_field",
      "id",
    ]);
  });
});
