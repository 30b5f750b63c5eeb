import { expect, test } from "vitest";
import { ownFault } from "./senders.ts";

test("a fault on our side is not held against the receiver", () => {
  expect(ownFault("no mail server")).toEqual({
    kind: "failed",
    error: "no mail server",
    isReceiversFault: false,
  });
});
