import { expect, test } from "vitest";
import { Trace } from "./trace.ts";

test("a trace has the certificate that expires first", () => {
  const trace = new Trace("s");
  trace.noteCertificate(20, "leaf");
  trace.noteCertificate(20, "other");
  trace.noteCertificate(30, "later");
  expect([trace.certificateExpiresAtMs, trace.certificateName]).toEqual([20, "leaf"]);
  trace.noteCertificate(10, "issuer");
  expect([trace.certificateExpiresAtMs, trace.certificateName]).toEqual([10, "issuer"]);
});

test("a trace has the exchanges with the headers that are one text, up to 200 characters", () => {
  const trace = new Trace("s");
  const first = trace.noteExchange("GET x", 200, { "x-request-id": "r".repeat(300), server: "s" });
  trace.noteExchange("GET y", 500, { "x-request-id": ["a", "b"] });
  trace.nameExchange(first, "n".repeat(300));
  first.closeCode = 1000;
  expect(first.requestId).toHaveLength(200);
  expect(trace.exchanges).toEqual([
    {
      what: "GET x",
      status: 200,
      requestId: `${"n".repeat(199)}…`,
      server: "s",
      closeCode: 1000,
    },
    { what: "GET y", status: 500, requestId: null, server: null },
  ]);
});
