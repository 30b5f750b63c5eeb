import { expect, test } from "vitest";
import type { FastifyRequest } from "fastify";
import { cookieOptions, formOf, leadingTo, pageAfterSignIn } from "./visitor.ts";

test("the session's cookie is for no script, no form of another site, and no open line where the service has https", () => {
  expect(cookieOptions("https://speech.example.com")).toEqual({
    path: "/dashboard",
    httpOnly: true,
    sameSite: "lax",
    secure: true,
  });
  expect(cookieOptions("http://127.0.0.1:8080")).toMatchObject({ secure: false });
});

test.each([
  "/dashboard",
  "/dashboard/keys",
  "/dashboard/usage?days=7&by=key",
  "/dashboard/invitation?token=Ab-_9",
  "/dashboard?",
])("signing in leads to the page %s of the dashboard", (next) => {
  expect(pageAfterSignIn(next)).toBe(next);
});

test.each([
  undefined,
  ["/dashboard/keys"],
  "",
  "/",
  "/dashboardx",
  "/dashboard/",
  "/dashboard/sign-in",
  "/dashboard/keys/1",
  "//evil.example/dashboard",
  "https://evil.example/dashboard",
  "/dashboard/keys#part",
  "/dashboard/keys?next=//evil.example",
  "/dashboard/keys\n",
])("signing in leads to the start page in place of %j", (next) => {
  expect(pageAfterSignIn(next)).toBe("/dashboard");
});

test.each([
  ["/dashboard", "/sign-in", "/sign-in"],
  ["/dashboard/keys", "/sign-in", "/sign-in?next=%2Fdashboard%2Fkeys"],
  ["/dashboard?a=1", "/sign-in?b=2", "/sign-in?b=2&next=%2Fdashboard%3Fa%3D1"],
])("a sign-in page leads to %s in the end: %s is %s", (next, address, leading) => {
  expect(leadingTo(next, address)).toBe(leading);
});

test("a form has its fields, and empty texts for those that it lacks", () => {
  const field = formOf({
    body: new URLSearchParams("email=a%40b.example&email=c"),
  } as FastifyRequest);
  expect([field("email"), field("name")]).toEqual(["a@b.example", ""]);
  expect(formOf({ body: { email: "a" } } as FastifyRequest)("email")).toBe("");
});
