import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { PasswordHashing, PasswordsBusy } from "./password.ts";

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

it("leaves threads for others while forty people sign in, and refuses those who would wait for long", async () => {
  const passwords = new PasswordHashing({ N: 2 ** 13, r: 8, p: 1 });
  const hash = await passwords.hash("correct horse");
  let known = 0;
  const outcomes = Promise.allSettled(
    Array.from({ length: 40 }, async () => {
      if (await passwords.matches("correct horse", hash)) known += 1;
    }),
  );
  await readFile(import.meta.filename);
  // A file waits for all forty where they have all threads.
  expect(known).toBeLessThan(10);
  const refused = (await outcomes).filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(22);
  for (const one of refused) expect(one).toMatchObject({ reason: expect.any(PasswordsBusy) });
});
