import type { JSX } from "preact";
import { useReader } from "../reader/reader.ts";
import { type Channel, TEXTS } from "./texts.ts";
import { fill } from "#web-kit/language/texts.ts";

/** Says what comes after a sign-up; it is the same whoever signed up before. */
export function SignedUp({ channel, address }: { channel: Channel; address: string }): JSX.Element {
  const texts = TEXTS[useReader().language];
  return (
    <>
      <p>
        <strong>{fill(texts.channels[channel].signedUp, { address })}</strong>
      </p>
      <p>{texts.channels[channel].next}</p>
    </>
  );
}
