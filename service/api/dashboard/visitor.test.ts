import { expect, test } from "vitest";
import { cookieOptions } from "./visitor.ts";

test("the session's cookie is for no script, no form of another site, and no open line where the service has https", () => {
  expect(cookieOptions("https://speech.example.com")).toEqual({
    path: "/dashboard",
    httpOnly: true,
    sameSite: "lax",
    secure: true,
  });
  expect(cookieOptions("http://127.0.0.1:8080")).toMatchObject({ secure: false });
});
