import { expect, test } from "vitest";
import { maskedAddress } from "./masked-address.ts";

test.each([
  ["ada@example.com", "a…@example.com"],
  ["https://hooks.slack.com/services/T0/B0/secret", "https://hooks.slack.com/…"],
  ["https://user:word@example.com:8443/?token=secret", "https://example.com:8443/…"],
  ["+905551234567", "+9…"],
])("%s is shown as %s", (address, shown) => {
  expect(maskedAddress(address)).toBe(shown);
});
