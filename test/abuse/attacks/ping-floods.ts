import { openStream } from "../../support/service/stream-client.ts";
import { type Attack, sessions, type Victim } from "../attack.ts";

function pings(what: string, credential: (victim: Victim) => Promise<string>): Attack {
  return {
    item: "M.3",
    name: `100,000 pings on four sockets ${what}`,
    async strike(victim) {
      const one = async (): Promise<void> => {
        using client = await openStream(victim.url, { credential: await credential(victim) });
        for (let at = 0; at < 100_000; at += 1) client.socket.ping("");
        await client.closed();
      };
      await Promise.allSettled(Array.from({ length: 4 }, one));
    },
  };
}

export const pingFloods: readonly Attack[] = [
  pings("of sessions", async (victim) => (await sessions(victim, 1))[0] ?? ""),
  pings("with a wrong token", async () => "st_none"),
];
