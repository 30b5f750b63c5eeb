import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makePrivateDirectory } from "#settings/private-directory.ts";
import type { AccountLimitStore } from "./account-limits.ts";
import { generateApiKey } from "./api-key.ts";
import type { PasswordHashing } from "./password.ts";
import type { People } from "./people.ts";
import type { AccountStore } from "./store.ts";

/** What the settings say of the account that exists from the first start; what they leave out is generated. */
export interface BootstrapSettings {
  readonly email: string;
  readonly password: string | undefined;
  readonly apiKey: string | undefined;
  readonly dataDirectory: string;
}

export const BOOTSTRAP_API_KEY_FILE = "bootstrap-api-key";
export const BOOTSTRAP_PASSWORD_FILE = "bootstrap-password";

/** Makes sure that the first account and its key exist as the settings say; it has no quota unless it was given one. */
export async function bootstrap(
  settings: BootstrapSettings,
  accounts: AccountStore,
  people: People,
  limits: AccountLimitStore,
  passwords: PasswordHashing,
): Promise<void> {
  const { email, dataDirectory } = settings;
  const password =
    settings.password ??
    (await generatedOnce(join(dataDirectory, BOOTSTRAP_PASSWORD_FILE), () =>
      randomBytes(18).toString("base64url"),
    ));
  const apiKey =
    settings.apiKey ??
    (await generatedOnce(join(dataDirectory, BOOTSTRAP_API_KEY_FILE), generateApiKey));
  const found = await accounts.findAccount(email);
  const person = await people.find(email);
  const isAsSet = person !== undefined && (await passwords.matches(password, person.passwordHash));
  const account =
    found !== undefined && isAsSet
      ? found
      : await accounts.putAccount(email, await passwords.hash(password));
  await accounts.addKey(account.id, apiKey, "bootstrap");
  await limits.setOnce(account.id, "monthlyAudioSeconds", Infinity);
  await limits.setOnce(account.id, "monthlyCharacters", Infinity);
}

/** Reads a secret from its file, readable by the owner alone; the first to come makes it. */
async function generatedOnce(file: string, generate: () => string): Promise<string> {
  makePrivateDirectory(dirname(file));
  try {
    await writeFile(file, `${generate()}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return (await readFile(file, "utf8")).trim();
}
