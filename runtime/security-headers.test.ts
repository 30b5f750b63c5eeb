import { expect, test } from "vitest";
import { securityHeaders } from "./security-headers.ts";

test("a service that the world reaches by https is asked by nothing else", () => {
  const hsts = "strict-transport-security";
  expect(securityHeaders("https://speech.example")[hsts]).toBe("max-age=31536000");
  expect(securityHeaders("http://127.0.0.1:8080")).toEqual({ "x-content-type-options": "nosniff" });
  expect(securityHeaders(undefined)).not.toHaveProperty(hsts);
});
