import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Offer } from "#status-api/page/subscriber-content.ts";
import { useReader } from "../reader/reader.ts";
import { Feeds } from "./feeds.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import type { SignedUpTo, SignUpModel } from "./sign-up-model.ts";
import { SignedUp } from "./signed-up.tsx";
import { subscribePath } from "../paths/paths.ts";
import { type SubscribeTexts, TEXTS } from "./texts.ts";
import { Ways } from "./ways.tsx";

interface SignUpProps {
  readonly model: SignUpModel;
  /** Leaves what shows it; undefined where there is nothing to leave. */
  readonly onDone?: () => void;
}

/** Returns what signing up is called, as far as it has come. */
export function signUpTitle({ signedUp }: SignUpModel, texts: SubscribeTexts): string {
  return signedUp.value === undefined ? texts.subscribe : texts.signedUpTitle;
}

/** Signing somebody up: the ways to be told, the form of one of them, then what comes next. */
export function SignUp({ model, onDone }: SignUpProps): JSX.Element {
  const texts = TEXTS[useReader().language];
  const offer = model.offer.value;
  const signedUp = model.signedUp.value;
  if (signedUp !== undefined) {
    return <Thanks {...signedUp} onDone={onDone} onAnother={() => model.another()} />;
  }
  if (offer === undefined) return <Asking model={model} />;
  return (
    <>
      <p class="quiet">{texts.intro}</p>
      <Ways
        channels={offer.channels}
        current={model.way.value}
        onChoose={(way) => model.choose(way)}
      />
      <ChosenWay model={model} offer={offer} />
    </>
  );
}

function ChosenWay({ model, offer }: { model: SignUpModel; offer: Offer }): JSX.Element {
  const way = model.way.value;
  if (way === "feed") return <Feeds />;
  if (model.asking.value !== undefined) return <Asking model={model} />;
  return (
    <SignUpForm
      offer={offer}
      channel={way}
      filled={model.form.value}
      refusal={model.refusal.value}
      isSending={model.isSending.value}
      takesFocus={model.isAnother.value}
      onSubmit={(form) => void model.send(way, form)}
    />
  );
}

/** Says that the offer is asked for, or why it cannot be had. */
function Asking({ model }: { model: SignUpModel }): JSX.Element {
  const texts = TEXTS[useReader().language];
  const asking = model.asking.value;
  if (asking === undefined || asking === "asking") return <p role="status">{texts.loading}</p>;
  return (
    <>
      <p class="notice problem" role="alert">
        {texts.refused[asking]}
      </p>
      <Feeds />
      {model.offer.value === undefined && (
        <p>
          <a href={subscribePath}>{texts.withoutDialog}</a>
        </p>
      )}
    </>
  );
}

interface ThanksProps extends SignedUpTo {
  readonly onDone: (() => void) | undefined;
  readonly onAnother: () => void;
}

function Thanks({ channel, address, onDone, onAnother }: ThanksProps): JSX.Element {
  const texts = TEXTS[useReader().language];
  const said = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useLayoutEffect(() => said.current?.focus(), []);
  return (
    <>
      <div ref={said} class="said" tabIndex={-1} role="status">
        <SignedUp channel={channel} address={address} />
      </div>
      <p class="buttons">
        {onDone !== undefined && (
          <button type="button" class="button" onClick={onDone}>
            {texts.done}
          </button>
        )}
        <button type="button" class="button plain" onClick={onAnother}>
          {texts.another}
        </button>
      </p>
    </>
  );
}
