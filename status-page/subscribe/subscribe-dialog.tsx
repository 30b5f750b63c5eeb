import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "#design-system/dialog.tsx";
import type { Offer, Way } from "#status-api/routes/subscribers/content.ts";
import { useReader } from "../reader/reader.ts";
import { Feeds } from "./feeds.tsx";
import { addressIn, fetchOffer, sendSignUp } from "./send-sign-up.ts";
import { SignedUp } from "./signed-up.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { type Channel, TEXTS } from "./texts/texts.ts";
import type { Trouble } from "./trouble.ts";
import { Ways } from "./ways.tsx";

/** Signs somebody up without leaving the page. */
export function SubscribeDialog({ onClose }: { onClose: () => void }): JSX.Element {
  const texts = TEXTS[useReader().language];
  const [offer, setOffer] = useState<Offer | "away" | "unreachable" | undefined>();
  const [signedUp, setSignedUp] = useState<{ channel: Channel; address: string } | undefined>();
  useEffect(() => {
    void fetchOffer().then(setOffer, () => setOffer("unreachable"));
  }, []);
  return (
    <Dialog
      title={signedUp === undefined ? texts.subscribe : texts.signedUpTitle}
      closeLabel={texts.close}
      onClose={onClose}
    >
      <div class="subscribe">
        {offer === undefined ? (
          <p role="status">{texts.loading}</p>
        ) : typeof offer === "string" ? (
          <NoOffer why={offer} />
        ) : signedUp === undefined ? (
          <Offered offer={offer} onSignedUp={setSignedUp} />
        ) : (
          <Thanks {...signedUp} onClose={onClose} onAnother={() => setSignedUp(undefined)} />
        )}
      </div>
    </Dialog>
  );
}

function NoOffer({ why }: { why: "away" | "unreachable" }): JSX.Element {
  const texts = TEXTS[useReader().language];
  return (
    <>
      <p class="notice problem" role="alert">
        {texts.refused[why]}
      </p>
      <Feeds />
      <p>
        <a href="/subscribe">{texts.withoutDialog}</a>
      </p>
    </>
  );
}

interface OfferedProps {
  readonly offer: Offer;
  readonly onSignedUp: (made: { channel: Channel; address: string }) => void;
}

function Offered({ offer, onSignedUp }: OfferedProps): JSX.Element {
  const { language } = useReader();
  const texts = TEXTS[language];
  const [way, setWay] = useState<Way>(offer.channels[0] ?? "feed");
  const [trouble, setTrouble] = useState<Trouble | undefined>();
  const [isSending, setIsSending] = useState(false);
  const choose = (next: Way): void => {
    setTrouble(undefined);
    setWay(next);
  };
  const submit = async (channel: Channel, form: FormData): Promise<void> => {
    setIsSending(true);
    setTrouble(undefined);
    const met = await sendSignUp(form);
    setIsSending(false);
    setTrouble(met);
    if (met === undefined) onSignedUp({ channel, address: addressIn(form) });
  };
  return (
    <>
      <p class="quiet">{texts.intro}</p>
      <Ways channels={offer.channels} current={way} onChoose={choose} />
      {way === "feed" ? (
        <Feeds />
      ) : (
        <SignUpForm
          offer={offer}
          channel={way}
          filled={{ address: "", components: null, language }}
          trouble={trouble}
          isSending={isSending}
          onSubmit={(form) => void submit(way, form)}
        />
      )}
    </>
  );
}

interface ThanksProps {
  readonly channel: Channel;
  readonly address: string;
  readonly onClose: () => void;
  readonly onAnother: () => void;
}

function Thanks({ channel, address, onClose, onAnother }: ThanksProps): JSX.Element {
  const texts = TEXTS[useReader().language];
  const said = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => said.current?.focus(), []);
  return (
    <>
      <div ref={said} class="said" tabIndex={-1} role="status">
        <SignedUp channel={channel} address={address} />
      </div>
      <p class="buttons">
        <button type="button" class="button" onClick={onClose}>
          {texts.done}
        </button>
        <button type="button" class="button plain" onClick={onAnother}>
          {texts.another}
        </button>
      </p>
    </>
  );
}
