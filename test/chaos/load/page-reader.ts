import type { ComponentStatus } from "#migrations/status/schema.ts";
import { ask, type Client } from "./client.ts";

/** The status page's contents at a moment. */
export interface Sighting {
  readonly atMs: number;
  /** When the monitor last wrote what it says. */
  readonly dataAtMs: number;
  readonly statuses: ReadonlyMap<string, ComponentStatus>;
}

interface StatusDocument {
  readonly page: { readonly updated_at: string };
  readonly components: readonly {
    readonly id: string;
    readonly group: boolean;
    readonly status: ComponentStatus;
  }[];
}

/** A reader of the status page, who remembers what it said. */
export class PageReader implements Client {
  readonly place = "status-page";
  readonly everyMs = 300;
  readonly sightings: Sighting[] = [];
  readonly #url: string;

  constructor(statusUrl: string) {
    this.#url = statusUrl;
  }

  async visit(): Promise<void> {
    await ask(this.#url);
    const document = JSON.parse(await ask(`${this.#url}/api/v2/status.json`)) as StatusDocument;
    this.sightings.push({
      atMs: Date.now(),
      dataAtMs: Date.parse(document.page.updated_at),
      statuses: new Map(
        document.components.filter(({ group }) => !group).map(({ id, status }) => [id, status]),
      ),
    });
  }
}
