import { randomUUID } from "node:crypto";
import type { WebhookReceiver } from "../../support/servers/webhook-receiver.ts";
import type { System } from "../system/system.ts";
import { askApi, type Client } from "./client.ts";
import type { Ledger } from "./ledger.ts";

/** How many of the newest incidents are looked through for one. */
const LISTED = 200;

/** A person who opens an incident, and resolves it; each change is asked for until it is answered. */
export class IncidentWriter implements Client {
  readonly place = "status-writes";
  readonly everyMs = 3000;
  readonly #system: Pick<System, "statusUrl" | "statusToken">;
  readonly #ledger: Ledger;
  /** Where subscribers are told. */
  readonly #receiver: WebhookReceiver;
  #opened = 0;
  #change = openingOf(1);

  constructor(system: System, ledger: Ledger, receiver: WebhookReceiver) {
    this.#system = system;
    this.#ledger = ledger;
    this.#receiver = receiver;
  }

  async visit(): Promise<void> {
    const { path, body, idempotencyKey } = this.#change;
    const { id, name } = await this.#ask<{ id: string; name: string }>(path, {
      method: "POST",
      body,
      idempotencyKey,
    });
    if (path !== "/admin/incidents") {
      this.#acknowledgeNotified(id);
      this.#opened += 1;
      this.#change = openingOf(this.#opened + 1);
      return;
    }
    this.#ledger.acknowledge({
      kind: "incident",
      name,
      count: async () => (await this.#named(name)).length,
    });
    this.#change = {
      path: `/admin/incidents/${id}/resolve`,
      body: {},
      idempotencyKey: randomUUID(),
    };
  }

  /** The subscriber to everything is told of it; what is told twice has the same id, and is the same message. */
  #acknowledgeNotified(id: string): void {
    this.#ledger.acknowledge({
      kind: "message",
      name: `of incident ${id}`,
      count: async () => (this.#receiver.received.some(({ text }) => text.includes(id)) ? 1 : 0),
    });
  }

  async #named(name: string): Promise<readonly unknown[]> {
    const path = `/admin/incidents?limit=${LISTED}`;
    const { data } = await this.#ask<{ data: readonly { name: string }[] }>(path);
    return data.filter((one) => one.name === name);
  }

  #ask<Body>(path: string, sent: Parameters<typeof askApi>[2] = {}): Promise<Body> {
    const { statusUrl, statusToken } = this.#system;
    return askApi<Body>(new URL(path, statusUrl), statusToken, sent);
  }
}

function openingOf(number: number): {
  readonly path: string;
  readonly body: object;
  readonly idempotencyKey: string;
} {
  return {
    path: "/admin/incidents",
    body: { name: `Notice ${number}`, impact: "none", body: "We are looking.", components: [] },
    idempotencyKey: randomUUID(),
  };
}
