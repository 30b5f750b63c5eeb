import { DAY_SECONDS } from "#units/time.ts";
import { Type } from "typebox";
import { hostName } from "#monitor/domain/web-address.ts";
import type { ObservationPhases } from "#migrations/status/schema.ts";
import { dial } from "../network/dial.ts";
import { networkFailure } from "../network/network-failure.ts";
import { CheckFailure, type Report } from "../check/report.ts";
import { hostOption, portOption } from "../network/web-address.ts";
import { defineKind } from "./kind.ts";

/** A TLS handshake whose certificate has to be trusted, for the right name and valid for a while yet. */
export const tls = defineKind({
  description: "A TLS handshake; the certificate's chain, name and days to expiry are looked at.",
  canBeControl: true,
  options: {
    host: hostOption,
    port: Type.Integer({ ...portOption, default: 443 }),
    server_name: Type.Optional(
      hostName("The name that the certificate has to be for; unless set, the host."),
    ),
    warn_days_left: Type.Number({
      description: "With fewer days to the certificate's expiry the check is degraded.",
      minimum: 0,
      default: 14,
    }),
    min_days_left: Type.Number({
      description: "With fewer days to the certificate's expiry the check fails.",
      minimum: 0,
      default: 3,
    }),
  },
  async run({ host, port, server_name, warn_days_left, min_days_left }, context): Promise<Report> {
    const name = server_name ?? host;
    const what = `tls://${host}:${port}${name === host ? "" : ` as ${name}`}`;
    const phases: ObservationPhases = {};
    try {
      (await dial({ host, port, tls: { name, protocols: [] } }, context, phases)).destroy();
    } catch (error) {
      throw networkFailure(error, what, phases, context.signal);
    }
    const { certificateExpiresAtMs = NaN, certificateName } = context.trace;
    const daysLeft = daysUntil(certificateExpiresAtMs);
    const message = `${what}: ${certificateName} expires in ${daysLeft.toFixed(1)} days`;
    const measures = { certificate_days_left: daysLeft };
    if (daysLeft < min_days_left) {
      throw new CheckFailure("certificate_expires_soon", message, { phases, measures });
    }
    const found = { message, phases, measures };
    return daysLeft < warn_days_left
      ? { result: "degraded", reason: "certificate_expires_soon", ...found }
      : { result: "ok", ...found };
  },
});

function daysUntil(timeMs: number): number {
  return (timeMs - Date.now()) / 1000 / DAY_SECONDS;
}
