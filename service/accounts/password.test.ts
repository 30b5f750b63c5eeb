import { expect, it } from "vitest";
import { PasswordHashing } from "./password.ts";

it("hashes at the recommended cost, each time with another salt, and knows the password again", async () => {
  const passwords = new PasswordHashing();
  const [hash, again] = [
    await passwords.hash("correct horse"),
    await passwords.hash("correct horse"),
  ];
  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(again).not.toBe(hash);
  expect(await passwords.matches("correct horse", hash)).toBe(true);
  expect(await passwords.matches("correct horsf", hash)).toBe(false);
});

it("knows a password that was hashed at another cost", async () => {
  const hash = await new PasswordHashing({ N: 1024, r: 4, p: 1 }).hash("correct horse");
  expect(await new PasswordHashing().matches("correct horse", hash)).toBe(true);
});

it.each([null, undefined, "", "bcrypt$1024$4$1$aaaa$aaaa"])(
  "no password is that of %j",
  async (hash) => {
    const passwords = new PasswordHashing({ N: 1024, r: 4, p: 1 });
    expect(await passwords.matches("", hash)).toBe(false);
  },
);
