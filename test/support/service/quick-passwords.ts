import { PasswordHashing } from "#service/accounts/password.ts";

/** A hash as costly as the product's takes a quarter of a second, and tests sign many people in. */
export const quickPasswords = new PasswordHashing({ N: 2 ** 10, r: 8, p: 1 });
