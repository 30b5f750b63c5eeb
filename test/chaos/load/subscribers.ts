import type { WebhookReceiver } from "../../support/servers/webhook-receiver.ts";
import type { System } from "../system/system.ts";
import { addressOf, ask, askApi, type Client } from "./client.ts";
import type { Ledger } from "./ledger.ts";

const LISTED = 200;

/** People who want to hear by webhook: the first one of everything, the others of one component alone. */
export class Subscribers implements Client {
  readonly place = "status-writes";
  readonly everyMs = 4000;
  readonly #system: Pick<System, "statusUrl" | "statusToken">;
  readonly #ledger: Ledger;
  readonly #receiver: WebhookReceiver;
  #visits = 0;

  constructor(system: System, ledger: Ledger, receiver: WebhookReceiver) {
    this.#system = system;
    this.#ledger = ledger;
    this.#receiver = receiver;
  }

  async visit(): Promise<void> {
    const number = ++this.#visits;
    // Ends with what is in no longer number.
    const address = `${this.#receiver.url}/subscriber-${number}-`;
    const { statusUrl, statusToken } = this.#system;
    await ask(new URL("/api/v2/subscribers", statusUrl), {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": addressOf(number) },
      body: JSON.stringify({
        channel: "webhook",
        address,
        ...(number > 1 && { components: ["demo"] }),
      }),
    });
    this.#ledger.acknowledge({
      kind: "subscriber",
      name: address,
      count: async () => {
        const query = new URLSearchParams({ limit: String(LISTED), address });
        const list = new URL(`/admin/subscribers?${query}`, statusUrl);
        const { data } = await askApi<{ data: readonly object[] }>(list, statusToken);
        return data.length;
      },
    });
  }
}
