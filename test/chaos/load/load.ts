import { setTimeout as sleep } from "node:timers/promises";
import { startWebhookReceiver } from "../../support/servers/webhook-receiver.ts";
import type { Place } from "../places.ts";
import type { System } from "../system/system.ts";
import type { Client } from "./client.ts";
import { customersOf } from "./customers.ts";
import { IncidentWriter } from "./incident-writer.ts";
import { Ledger } from "./ledger.ts";
import { Newcomers } from "./newcomer.ts";
import { PageReader, type Sighting } from "./page-reader.ts";
import { Subscribers } from "./subscribers.ts";
import { UsageTally } from "./usage.ts";

/** The outcome of a visit. */
export interface Visit {
  readonly place: Place;
  readonly client: Client;
  readonly fromMs: number;
  readonly toMs: number;
  /** Why it failed. */
  readonly fault: string | undefined;
}

/** All who use the system at the same time. */
export interface Load extends AsyncDisposable {
  readonly clients: readonly Client[];
  /** In the order in which they ended. */
  readonly visits: readonly Visit[];
  /** The status page's contents. */
  readonly sightings: readonly Sighting[];
  readonly ledger: Ledger;
  /** Says what is wrong with what was booked. */
  usageComplaints(): Promise<readonly string[]>;
}

/** Lets everybody come, until it is disposed of. */
export async function startLoad(system: System): Promise<Load> {
  await using stack = new AsyncDisposableStack();
  const receiver = stack.use(await startWebhookReceiver());
  const ledger = new Ledger();
  const usage = new UsageTally();
  const newcomers = new Newcomers(system.url, ledger);
  const key = await newcomers.signUp();
  const reader = new PageReader(system.statusUrl);
  const clients: readonly Client[] = [
    ...(await customersOf(system, key, usage)),
    newcomers,
    reader,
    new IncidentWriter(system, ledger, receiver),
    new Subscribers(system, ledger, receiver),
  ];
  const visits: Visit[] = [];
  const ending = new AbortController();
  const comings = clients.map((client) => comeAgain(client, visits, ending.signal));
  stack.defer(async () => {
    ending.abort();
    await Promise.all(comings);
  });
  const running = stack.move();
  return {
    clients,
    visits,
    sightings: reader.sightings,
    ledger,
    usageComplaints: () => usage.complaints(system.url, key),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function comeAgain(client: Client, visits: Visit[], ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    const fromMs = Date.now();
    const fault = await client.visit().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? describe(error) : String(error)),
    );
    if (!ending.aborted) {
      visits.push({ place: client.place, client, fromMs, toMs: Date.now(), fault });
    }
    await sleep(client.everyMs, undefined, { signal: ending }).catch(() => undefined);
  }
}

/** What fetch says of a connection that failed lies in its cause. */
function describe({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
