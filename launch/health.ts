/**
 * Says by its exit code whether what runs in this container is well: `node launch/health.ts [PATH]`. Asks the service, the status
 * API and a prober at PATH (/healthz), each where the settings let it listen; at least one has to be there, and none may be unwell.
 */
import { get } from "node:http";
import { DEFAULT_PORTS } from "../runtime/default-ports.ts";

const { SERVICE_HOST, SERVICE_PORT, STATUS_HOST, STATUS_PORT, PROBE_METRICS_PORT } = process.env;
const [, , path = "/healthz"] = process.argv;
/** Less than the five seconds after which a container's engine gives up. */
const TIMEOUT_MS = 4_000;

const answers = await Promise.all([
  isWell(SERVICE_HOST, SERVICE_PORT || DEFAULT_PORTS.service),
  isWell(STATUS_HOST, STATUS_PORT || DEFAULT_PORTS.status),
  isWell("127.0.0.1", PROBE_METRICS_PORT || DEFAULT_PORTS.probeMetrics),
]);
process.exit(answers.includes(true) && !answers.includes(false) ? 0 : 1);

/** Undefined where nobody listens. */
async function isWell(host: string | undefined, port: string | number) {
  // A server that listens on all addresses is reached at the loopback address.
  const place = host === undefined || /^[0.:]*$/.test(host) ? "127.0.0.1" : host;
  const { promise, resolve } = Promise.withResolvers<boolean | undefined>();
  // No fetch: it refuses ports that a setting may name.
  get({ host: place, port, path, signal: AbortSignal.timeout(TIMEOUT_MS) }, (response) =>
    resolve(response.statusCode === 200),
  ).on("error", ({ code }: NodeJS.ErrnoException) =>
    resolve(code === "ECONNREFUSED" ? undefined : false),
  );
  return await promise;
}
