import { randomSecret } from "#runtime/random-secret.ts";
import { createHmac } from "node:crypto";
import type { Database } from "#migrations/status/schema.ts";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import { sharedSecret } from "#monitor/store/shared-secret.ts";

const SECRET_NAME = "acknowledge_links";

/** Returns the secret that all status APIs on a database sign links in alerts with. */
export function acknowledgeSecret(db: Database, cipher: TextCipher | undefined): Promise<string> {
  return sharedSecret(db, SECRET_NAME, randomSecret(), cipher);
}

/** Returns the signature of a link by which whoever reads the messages of a receiver acknowledges an alert. */
export function acknowledgeSignature(secret: string, receiver: string, alertId: string): string {
  return createHmac("sha256", secret)
    .update(JSON.stringify([receiver, alertId]))
    .digest("base64url");
}

/** Returns the address of such a link, which takes a POST. */
export function acknowledgeLink(
  statusUrl: string,
  secret: string,
  receiver: string,
  alertId: string,
): string {
  const signature = acknowledgeSignature(secret, receiver, alertId);
  return `${statusUrl}/hooks/ntfy/${encodeURIComponent(receiver)}/${alertId}/${signature}`;
}
