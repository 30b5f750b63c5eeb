import { batch, signal } from "@preact/signals";
import type { ChannelName } from "#status-api/notify/channels/channels.ts";
import type { RefusalCode } from "#status-api/notify/sign-up-request.ts";
import type { Offer, SignUpForm, Way } from "#status-api/page/subscriber-content.ts";
import { onHost } from "../paths/base-path.ts";

/** The path that sign-ups are sent to, by the script and by the plain form. */
export const SIGN_UP_PATH = "/api/v2/subscribers";

const TIMEOUT_MS = 15_000;

/** Why a sign-up failed: a refusal of the server, or what kept it from answering. */
export type Trouble = RefusalCode | "no_address" | "away" | "unreachable" | "other";

/** The initial state of a sign-up. */
interface SignUpStart {
  /** Has no components where there was nothing to choose yet; undefined where nothing is known. */
  readonly offer?: Offer;
  readonly way?: Way;
  /** The initial values of the fields. */
  readonly form: SignUpForm;
  readonly refusal?: Trouble;
}

export interface SignedUpTo {
  readonly channel: ChannelName;
  readonly address: string;
}

export type SignUpModel = ReturnType<typeof signUpModel>;

export function signUpModel(start: SignUpStart) {
  const offer = signal(start.offer);
  /** Whether the offer is being requested, or why that failed. */
  const asking = signal<"asking" | "away" | "unreachable" | undefined>();
  const way = signal<Way>(start.way ?? "feed");
  /** The initial values of a new form. */
  const form = signal(start.form);
  /** A new object for each refusal, so that a repeated one is noticed. */
  const refusal = signal(start.refusal && { trouble: start.refusal });
  const isSending = signal(false);
  /** The completed sign-up, while its confirmation is shown. */
  const signedUp = signal<SignedUpTo | undefined>();
  /** Whether the form is shown because another sign-up was requested. */
  const isAnother = signal(false);

  const ask = async (): Promise<void> => {
    if (asking.value === "asking") return;
    asking.value = "asking";
    const answer = await fetchOffer().catch(() => "unreachable" as const);
    batch(() => {
      asking.value = typeof answer === "string" ? answer : undefined;
      if (typeof answer === "string") return;
      const isFirst = offer.value === undefined;
      const isOffered = way.value === "feed" || answer.channels.includes(way.value);
      offer.value = answer;
      if (isFirst || !isOffered) way.value = answer.channels[0] ?? "feed";
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
    /** Shows another way, and requests its choices where they are not known. */
    choose(next: Way): void {
      batch(() => {
        way.value = next;
        form.value = { ...form.value, address: "" };
        refusal.value = undefined;
        isAnother.value = false;
      });
      if (next !== "feed" && offer.value?.components.length === 0) void ask();
    },
    async send(channel: ChannelName, filled: FormData): Promise<void> {
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
    another(): void {
      batch(() => {
        signedUp.value = undefined;
        isAnother.value = true;
        form.value = { ...start.form, address: "", components: null };
      });
    },
  };
}

/** Requests the offer, which is empty on a page without subscriptions. */
async function fetchOffer(): Promise<Offer | "away"> {
  const response = await fetch(onHost(`${SIGN_UP_PATH}/channels.json`), {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status === 404)
    return { channels: [], address_types: {}, languages: [], components: [] };
  return response.ok ? ((await response.json()) as Offer) : "away";
}

function addressIn(form: FormData): string {
  const address = form.get("address");
  return typeof address === "string" ? address.trim() : "";
}

/** Sends a form; returns what went wrong, or undefined. */
async function sendSignUp(form: FormData): Promise<Trouble | undefined> {
  const address = addressIn(form);
  const incident = form.get("incident");
  const isAll = incident !== null || form.get("scope") === "all";
  const components = form.getAll("components");
  if (address === "") return "no_address";
  if (!isAll && components.length === 0) return "invalid_components";
  const wish = {
    channel: form.get("channel"),
    address,
    language: form.get("language"),
    ...(!isAll && { components }),
    ...(incident !== null && { incident }),
  };
  try {
    const response = await fetch(onHost(SIGN_UP_PATH), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(wish),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return undefined;
    const { error } = (await response.json()) as {
      error?: { code?: RefusalCode | "database_away" };
    };
    return error?.code === "database_away" ? "away" : (error?.code ?? "other");
  } catch {
    return "unreachable";
  }
}
