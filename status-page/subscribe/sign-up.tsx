import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Offer, Way } from "#status-api/page/subscriber-content.ts";
import { isForAnotherTab } from "#web-kit/another-tab.ts";
import { fill } from "#web-kit/language/texts.ts";
import { pathOfWay, SUBSCRIBE_PATH } from "#monitor/domain/page-paths.ts";
import { Feeds } from "./feeds.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import type { SignedUpTo, SignUpModel } from "./sign-up-model.ts";
import { useSubscribeTexts, type SubscribeTexts } from "./texts.ts";

interface SignUpProps {
  readonly model: SignUpModel;
  /** Closes the dialog; undefined on the page. */
  readonly onDone?: () => void;
}

/** Returns the title of the current step of signing up. */
export function signUpTitle({ signedUp }: SignUpModel, texts: SubscribeTexts["subscribe"]): string {
  return signedUp.value === undefined ? texts.subscribe : texts.signedUpTitle;
}

/** The sign-up: the ways to be notified, the form of the chosen one, then what comes next. */
export function SignUp({ model, onDone }: SignUpProps): JSX.Element {
  const texts = useSubscribeTexts("subscribe");
  const offer = model.offer.value;
  const signedUp = model.signedUp.value;
  if (signedUp !== undefined) {
    return <Thanks {...signedUp} onDone={onDone} onAnother={() => model.another()} />;
  }
  if (offer === undefined) return <Asking model={model} />;
  return (
    <>
      <p class="quiet">{texts.intro}</p>
      <Ways model={model} channels={offer.channels} />
      <ChosenWay model={model} offer={offer} />
    </>
  );
}

/** Tabs for the ways to be notified; each is a link to its page, so that they work without a script. */
function Ways({
  model,
  channels,
}: {
  model: SignUpModel;
  channels: Offer["channels"];
}): JSX.Element {
  const texts = useSubscribeTexts("subscribe");
  const ways: readonly Way[] = [...channels, "feed"];
  return (
    <>
      <nav class="ways" aria-label={texts.ways}>
        {ways.map((way) => (
          <a
            key={way}
            href={pathOfWay(way, model.form.value.statusEvent?.id)}
            aria-current={way === model.way.value ? "true" : undefined}
            onClick={(event) => {
              if (isForAnotherTab(event)) return;
              event.preventDefault();
              model.choose(way);
            }}
          >
            {way === "feed" ? texts.feed : texts.channels[way].name}
          </a>
        ))}
      </nav>
      {!channels.includes("email") && <p class="quiet no-mail">{texts.noMail}</p>}
    </>
  );
}

function ChosenWay({ model, offer }: { model: SignUpModel; offer: Offer }): JSX.Element {
  const way = model.way.value;
  if (way === "feed") return <Feeds />;
  if (model.asking.value !== undefined) return <Asking model={model} />;
  return <SignUpForm model={model} offer={offer} channel={way} />;
}

/** Says that the offer is being requested, or why that failed. */
function Asking({ model }: { model: SignUpModel }): JSX.Element {
  const texts = useSubscribeTexts("subscribe");
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
          <a href={SUBSCRIBE_PATH}>{texts.withoutDialog}</a>
        </p>
      )}
    </>
  );
}

interface ThanksProps extends SignedUpTo {
  readonly onDone: (() => void) | undefined;
  readonly onAnother: () => void;
}

function Thanks({ onDone, onAnother, ...signedUp }: ThanksProps): JSX.Element {
  const texts = useSubscribeTexts("subscribe");
  const said = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useLayoutEffect(() => said.current?.focus(), []);
  return (
    <>
      <div ref={said} class="said" tabIndex={-1} role="status">
        <SignedUp {...signedUp} />
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

/** Says what comes after a sign-up; the same for addresses that are already subscribed. */
export function SignedUp({ channel, address }: SignedUpTo): JSX.Element {
  const texts = useSubscribeTexts("subscribe").channels[channel];
  return (
    <>
      <p>
        <strong>{fill(texts.signedUp, { address })}</strong>
      </p>
      <p>{texts.next}</p>
    </>
  );
}
