import { request } from "undici";

import { noIdentity } from "#monitor/domain/page-identity.ts";

import type { MonitorConfiguration } from "../../../probes/monitor-file/configuration.ts";

/** One check every second, more often than a file may ask for: it tells `target` which slot it is run for. */
export function quickConfiguration(target: string): MonitorConfiguration {
  return {
    page: {
      id: "page",
      name: { en: "Page" },
      url: "http://status",
      time_zone: "Etc/UTC",
      downtime_weights: { partial_outage: 0.3, major_outage: 1 },
    },
    identity: noIdentity,
    pictures: [],
    groups: [],
    components: [
      {
        id: "web",
        name: { en: "Website" },
        depends_on: [],
        showcase: true,
        only_show_if_degraded: false,
      },
    ],
    checks: [
      {
        id: "web",
        componentId: "web",
        kind: "http",
        impact: "major_outage",
        periodMs: 1_000,
        offsetMs: 300,
        timeoutMs: 900,
        run: async ({ seed, signal }) => {
          const { body } = await request(`${target}/${seed}`, { signal });
          await body.dump();
          return { result: "ok" };
        },
      },
    ],
    digest: "of a test",
    controls: [],
  };
}
