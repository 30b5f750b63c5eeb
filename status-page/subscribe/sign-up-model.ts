import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { Offer, SignUpForm, Way } from "#status-api/page/subscriber-content.ts";
import { addressIn, fetchOffer, sendSignUp } from "./send-sign-up.ts";
import type { Channel } from "./texts.ts";
import type { Trouble } from "./trouble.ts";

/** What is known when somebody begins to sign up. */
export interface SignUpStart {
  /** Without components where there was nothing to choose yet; undefined where nothing is known. */
  readonly offer?: Offer;
  readonly way?: Way;
  /** What the fields hold at first. */
  readonly form: SignUpForm;
  readonly refusal?: Trouble;
}

/** What somebody who signs up sees, and what changes it. */
export interface SignUpModel {
  readonly offer: ReadonlySignal<Offer | undefined>;
  /** Whether the offer is asked for, or why it cannot be had; undefined while that is not needed. */
  readonly asking: ReadonlySignal<"asking" | "away" | "unreachable" | undefined>;
  readonly way: ReadonlySignal<Way>;
  /** What the fields of a new form hold. */
  readonly form: ReadonlySignal<SignUpForm>;
  /** What the last form was refused for; another refusal is another object, though it be for the same. */
  readonly refusal: ReadonlySignal<{ readonly trouble: Trouble } | undefined>;
  readonly isSending: ReadonlySignal<boolean>;
  /** What was signed up, while that is said. */
  readonly signedUp: ReadonlySignal<SignedUpTo | undefined>;
  /** Whether the form is there because another one was asked for. */
  readonly isAnother: ReadonlySignal<boolean>;
  /** Asks what is offered. */
  ask(): Promise<void>;
  /** Shows another way, and asks for its choices where they are not known. */
  choose(way: Way): void;
  send(channel: Channel, form: FormData): Promise<void>;
  /** Begins anew after a sign-up. */
  another(): void;
}

export interface SignedUpTo {
  readonly channel: Channel;
  readonly address: string;
}

/** Makes the model of a sign-up that begins with what is known. */
export function signUpModel(start: SignUpStart): SignUpModel {
  const offer = signal(start.offer);
  const asking = signal<"asking" | "away" | "unreachable" | undefined>();
  const way = signal<Way>(start.way ?? "feed");
  const form = signal(start.form);
  const refusal = signal(start.refusal && { trouble: start.refusal });
  const isSending = signal(false);
  const signedUp = signal<SignedUpTo | undefined>();
  const isAnother = signal(false);
  const ask = async (): Promise<void> => {
    if (asking.value === "asking") return;
    asking.value = "asking";
    const answer = await fetchOffer().catch(() => "unreachable" as const);
    batch(() => {
      asking.value = typeof answer === "string" ? answer : undefined;
      if (typeof answer === "string") return;
      const isFirst = offer.value === undefined;
      offer.value = answer;
      if (isFirst || !isOffered(way.value, answer)) way.value = answer.channels[0] ?? "feed";
    });
  };
  return {
    offer,
    asking,
    way,
    form,
    refusal,
    isSending,
    signedUp,
    isAnother,
    ask,
    choose(next) {
      batch(() => {
        way.value = next;
        form.value = { ...form.value, address: "" };
        refusal.value = undefined;
        isAnother.value = false;
      });
      if (next !== "feed" && offer.value?.components.length === 0) void ask();
    },
    async send(channel, filled) {
      batch(() => {
        isSending.value = true;
        refusal.value = undefined;
      });
      const trouble = await sendSignUp(filled);
      batch(() => {
        isSending.value = false;
        if (trouble === undefined) signedUp.value = { channel, address: addressIn(filled) };
        else if (way.value === channel) refusal.value = { trouble };
      });
    },
    another() {
      batch(() => {
        signedUp.value = undefined;
        isAnother.value = true;
        form.value = { ...start.form, address: "", components: null };
      });
    },
  };
}

function isOffered(way: Way, { channels }: Offer): boolean {
  return way === "feed" || channels.includes(way);
}
