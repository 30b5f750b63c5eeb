import { expect, test } from "vitest";
import { Encryption } from "./encryption.ts";

const secret = "JBSWY3DPEHPK3PXP";

test("a text is read again, for its purpose alone, and looks different each time", () => {
  const encryption = new Encryption(["one"]);
  const stored = encryption.encrypt(secret, "person_1");
  expect(stored).not.toContain(secret);
  expect(encryption.encrypt(secret, "person_1")).not.toBe(stored);
  expect(encryption.decrypt(stored, "person_1")).toEqual({ text: secret, isCurrent: true });
  expect(encryption.decrypt(stored, "person_2")).toBeUndefined();
});

test("a text of the secret before is read and known as such; with another secret it is not read", () => {
  const stored = new Encryption(["before"]).encrypt(secret, "person_1");
  const renewed = new Encryption(["now", "before"]);
  expect(renewed.decrypt(stored, "person_1")).toEqual({ text: secret, isCurrent: false });
  expect(new Encryption(["another"]).decrypt(stored, "person_1")).toBeUndefined();
});

test("a text that was changed or cut off is not read, one that was never encrypted is", () => {
  const encryption = new Encryption(["one"]);
  const stored = encryption.encrypt(secret, "person_1");
  // Of the last character some bits stand for nothing.
  const changed = stored.slice(0, -4) + (stored.at(-4) === "A" ? "B" : "A") + stored.slice(-3);
  for (const broken of [changed, stored.slice(0, 10), "v1.AA"]) {
    expect(encryption.decrypt(broken, "person_1")).toBeUndefined();
  }
  expect(encryption.decrypt(secret, "person_1")).toEqual({ text: secret, isCurrent: false });
});

test("while a key is changed, what a replica of either order encrypts is read by the other", () => {
  const first = new Encryption(["old", "new", "of the database"]);
  const then = new Encryption(["new", "old", "of the database"]);
  expect(then.decrypt(first.encrypt(secret, "p"), "p")).toEqual({ text: secret, isCurrent: false });
  expect(first.decrypt(then.encrypt(secret, "p"), "p")).toEqual({ text: secret, isCurrent: false });
});
