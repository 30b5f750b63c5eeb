import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { makePrivateDirectory } from "#settings/private-directory.ts";
import { ConfigError } from "#settings/settings.ts";

/** Where the token of the admin API lies in the data directory unless it is set. */
export const ADMIN_TOKEN_FILE = "status-admin-token";

const TOKEN_BYTES = 32;

/** The token of the admin API: as set, else from its file, which the first to come makes for its owner alone. */
export async function adminToken(config: {
  readonly adminToken: string | undefined;
  readonly dataDirectory: string;
}): Promise<string> {
  if (config.adminToken !== undefined) return config.adminToken;
  const file = path.join(config.dataDirectory, ADMIN_TOKEN_FILE);
  try {
    makePrivateDirectory(config.dataDirectory);
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    await writeFile(file, `${token}\n`, { mode: 0o600, flag: "wx" });
    return token;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return readAdminToken(file);
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      `DATA_DIR is "${config.dataDirectory}", where ${ADMIN_TOKEN_FILE} cannot be written (${errorCode(error)}); ` +
        "it takes a directory that this user may write to",
    );
  }
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
