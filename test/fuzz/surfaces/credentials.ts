import * as fc from "fast-check";
import type { Targets } from "../surface.ts";

/** Headers of who asks: mostly with the key, else with a session's token, a wrong one, or none. */
export async function credentialHeaders({
  url,
  key,
}: Targets["service"]): Promise<fc.Arbitrary<Readonly<Record<string, string>>>> {
  const answer = await fetch(new URL("/v1/sessions", url), {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
  });
  const { token } = (await answer.json()) as { readonly token: string };
  const right = { authorization: `Bearer ${key}` };
  return fc.oneof(
    { weight: 30, arbitrary: fc.constant(right) },
    { weight: 2, arbitrary: fc.constant({ "x-api-key": key }) },
    { weight: 2, arbitrary: fc.constant({ authorization: `Bearer ${token}` }) },
    { weight: 1, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc
        .stringMatching(/^[\x21-\x7e\xa1-\xff]{1,60}$/)
        .map((text) => ({ authorization: `Bearer ${text}` })),
    },
    {
      weight: 1,
      arbitrary: fc
        .stringMatching(/^(sk|st)_[\w.-]{1,60}$/)
        .map((text) => ({ authorization: `Bearer ${text}` })),
    },
  );
}
