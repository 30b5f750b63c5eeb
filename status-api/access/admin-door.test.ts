import { expect, test } from "vitest";
import { AdminDoor } from "./admin-door.ts";

const door = new AdminDoor(() => ["first", "second"]);

test("the token of a request vouches for its actor", () => {
  const voucherOf = (authorization?: string) =>
    door.voucherOf(authorization === undefined ? {} : { authorization });
  expect(voucherOf("Bearer first")).toBe("STATUS_ADMIN_TOKEN");
  expect(voucherOf("Bearer second")).toBe("STATUS_ADMIN_TOKEN_2");
  for (const other of [undefined, "", "Bearer ", "Bearer third", "first", "Bearer undefined"]) {
    expect(voucherOf(other)).toBeUndefined();
  }
});

test("this process names who vouches, and a client with a token cannot", () => {
  const headers = door.headersFor("ada@example.com", "https://issuer.example");
  expect(door.voucherOf(headers)).toBe("https://issuer.example");
  expect(door.voucherOf({ ...headers, authorization: "Bearer first" })).toBe("STATUS_ADMIN_TOKEN");
  expect(new AdminDoor(() => ["first"]).voucherOf(headers)).toBeUndefined();
});
