import { request } from "undici";

import { noIdentity } from "#monitor/domain/page-identity.ts";

import type {
  CheckConfiguration,
  MonitorConfiguration,
} from "../../../probes/monitor-file/configuration.ts";
import { spreadOffsetMs } from "../../../probes/schedule/schedule.ts";

/** One check every second, more often than a file may ask for. */
export function quickConfiguration(target: string): MonitorConfiguration {
  return configurationOf(target, [{ id: "web", periodMs: 1_000, offsetMs: 300, timeoutMs: 900 }]);
}

/** Many checks every ten seconds, as often as a file may ask for: a deputy has 0.8 s to wait. */
export function manyChecksConfiguration(target: string): MonitorConfiguration {
  const periodMs = 10_000;
  return configurationOf(
    target,
    Array.from({ length: 60 }, (_, at) => ({
      id: `check-${at}`,
      periodMs,
      offsetMs: spreadOffsetMs(at, periodMs),
      timeoutMs: 500,
    })),
  );
}

/** Checks that tell `target` for which slot and attempt they are run. */
function configurationOf(
  target: string,
  checks: readonly Pick<CheckConfiguration, "id" | "periodMs" | "offsetMs" | "timeoutMs">[],
): MonitorConfiguration {
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
    checks: checks.map((check) => ({
      ...check,
      componentId: "web",
      kind: "http",
      impact: "major_outage",
      run: async ({ seed, signal }) => {
        const { body } = await request(`${target}/${seed}`, { signal });
        await body.dump();
        return { result: "ok" };
      },
    })),
    digest: "of a test",
    controls: [],
  };
}
