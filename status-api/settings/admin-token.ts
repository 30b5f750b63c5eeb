import { randomSecret } from "#runtime/random-secret.ts";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Database } from "#migrations/status/schema.ts";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import { SealedSecret, sharedSecret } from "#monitor/store/shared-secret.ts";
import { ADMIN_TOKEN_FILE } from "#runtime/data-files.ts";
import { readSecretFile, writeSecretFile } from "#runtime/secret-file.ts";
import { ConfigError } from "#runtime/settings.ts";

/**
 * Returns the token of the admin API: the one that is set, or else the one that all processes on the database share, which is
 * copied into the data directory. Throws ConfigError where that is not possible.
 */
export async function adminToken(
  config: {
    readonly adminToken: string | undefined;
    readonly dataDirectory: string;
    readonly cipher?: TextCipher | undefined;
  },
  db: Database,
): Promise<string> {
  if (config.adminToken !== undefined) return config.adminToken;
  const file = path.join(config.dataDirectory, ADMIN_TOKEN_FILE);
  const made = (await readSecretFile(file)) ?? randomSecret();
  const token = await sharedSecret(db, ADMIN_TOKEN_FILE, made, config.cipher).catch(
    (error: unknown) => {
      if (!(error instanceof SealedSecret)) throw error;
      throw new ConfigError(`STATUS_ADMIN_TOKEN is not set, and ${error.message}, or set a token`);
    },
  );
  await writeSecretFile(file, token);
  return token;
}

/** Reads the token from its file; throws `ConfigError` when it cannot. */
export async function readAdminToken(file: string): Promise<string> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new ConfigError(
      `STATUS_ADMIN_TOKEN is not set and ${file} cannot be read (${errorCode(error)}); ` +
        "it takes the token of the status API, which it keeps in its DATA_DIR",
    );
  });
  const token = text.trim();
  if (token !== "") return token;
  throw new ConfigError(
    `${file} is empty; remove it, and the status API makes another at its start`,
  );
}

function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
