import { Type } from "typebox";
import { expectStatus, textOf } from "../network/answer.ts";
import { type Answer, exchange } from "../network/exchange.ts";
import { expectMarker, pageOf } from "../network/marked-page.ts";
import type { CheckAccess } from "../check/context.ts";
import { CheckFailure } from "../check/report.ts";
import { httpAddress } from "../network/web-address.ts";
import { defineKind } from "./kind.ts";

const SEE_OTHER = 303;

/** Acts as a user of the dashboard: signs in, opens keys and usage, signs out. */
export const signIn = defineKind({
  description: "Signs in with e-mail and password, reads the page behind it, and signs out.",
  options: {
    url: httpAddress("The page that is read once signed in."),
    marker: Type.String({ description: "That page's marker.", minLength: 1 }),
    contains: Type.Array(Type.String(), {
      description: "What that page's HTML has to contain.",
      default: [],
    }),
    sign_in_url: httpAddress("Where the form with email and password is sent."),
    sign_out_url: httpAddress("Where signing out is asked for."),
  },
  async run({ url, marker, contains, sign_in_url, sign_out_url }, context) {
    const { account } = context;
    if (account === undefined) {
      throw new Error(
        "BOOTSTRAP_PASSWORD is not set and the data directory has none to sign in with",
      );
    }
    const form = new URLSearchParams({ email: account.email, password: account.password });
    const signedIn = await post(sign_in_url, {}, form.toString(), context);
    expectStatus(signedIn, SEE_OTHER);
    const cookie = sessionCookie(signedIn);
    const page = await exchange({ url, headers: { cookie, accept: "text/html" } }, context);
    expectStatus(page, 200);
    expectMarker(page, pageOf(page, url), marker);
    const html = textOf(page);
    const absent = contains.find((text) => !html.includes(text));
    if (absent !== undefined) {
      throw new CheckFailure("bad_body", `${page.what}: does not contain ${absent}`, {
        phases: page.phases,
      });
    }
    expectStatus(await post(sign_out_url, { cookie }, "", context), SEE_OTHER);
    return { result: "ok", phases: signedIn.phases };
  },
});

function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  access: CheckAccess,
): Promise<Answer> {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return exchange({ url, method: "POST", headers: { ...headers, ...type }, body }, access);
}

function sessionCookie(answer: Answer): string {
  const header = answer.headers["set-cookie"];
  const [cookie] = (Array.isArray(header) ? header[0] : header)?.split(";") ?? [];
  if (cookie !== undefined && cookie !== "") return cookie;
  throw new CheckFailure("bad_session", `${answer.what}: sets no cookie`, {
    phases: answer.phases,
  });
}
