/** The hostile client: a program of its own, so that whoever looks on does not wait for it. Its parent ends it. */

import type { Victim, VictimName } from "./attack.ts";
import { ATTACKS } from "./attacks.ts";

const [on = "", name, url = "", key = ""] = process.argv.slice(2);

process.once("disconnect", () => process.exit());
const attack = ATTACKS[on as VictimName].find((one) => one.name === name);
if (attack === undefined) throw new Error(`there is no attack ${name} on the ${on}`);
await attack.prepare?.();
process.send?.("ready");
const victim: Victim = { url, key, session: sessionsAt(url) };
for (;;) await attack.strike(victim).catch(() => undefined);

function sessionsAt(serviceUrl: string): Victim["session"] {
  const begun: string[] = [];
  let turn = 0;
  return async (address) => {
    const answer = await fetch(new URL("/v1/sessions", serviceUrl), {
      method: "POST",
      headers: {
        origin: serviceUrl,
        ...(address !== undefined && { "x-forwarded-for": address }),
      },
    });
    const { token } = (await answer.json()) as { readonly token?: string };
    if (token !== undefined) begun.push(token);
    return token ?? begun[turn++ % begun.length] ?? "st_none";
  };
}
