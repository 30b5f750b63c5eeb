import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Offer, SignUpForm as Filled } from "#status-api/page/subscriber-content.ts";
import { useReader } from "../reader/reader.ts";
import { ComponentChoice, LanguageChoice } from "./choices.tsx";
import { type Channel, TEXTS } from "./texts.ts";
import { type ComplaintField, complaintOf, type Trouble } from "./trouble.ts";

/** Where sign-ups go, from the script as from the plain form. */
export const signUpPath = "/api/v2/subscribers";

const firstInputOf: Readonly<Record<ComplaintField, string>> = {
  address: '[name="address"]',
  components: '[name="scope"]:checked',
};

interface SignUpFormProps {
  readonly offer: Offer;
  readonly channel: Channel;
  /** What the fields hold at first. */
  readonly filled: Filled;
  /** Why it was refused; another refusal is another object. */
  readonly refusal: { readonly trouble: Trouble } | undefined;
  readonly isSending: boolean;
  /** Whether the focus begins in it, since what had it is gone. */
  readonly takesFocus: boolean;
  /** Takes the form over from the browser. */
  readonly onSubmit: (form: FormData) => void;
}

/** The form of a sign-up; a refusal stands at its field, which gets the focus. */
export function SignUpForm(props: SignUpFormProps): JSX.Element {
  const { offer, channel, filled, refusal, isSending, takesFocus, onSubmit } = props;
  const texts = TEXTS[useReader().language];
  const form = useRef<HTMLFormElement>(null);
  // The server's own refusal has had the focus since the page came.
  const focusedFor = useRef(refusal);
  const complaint = refusal && complaintOf(refusal.trouble, channel, texts);
  const complaintAt = (field: ComplaintField): string | undefined =>
    complaint?.field === field ? complaint.text : undefined;
  const focus = (field: ComplaintField): void =>
    form.current?.querySelector<HTMLElement>(firstInputOf[field])?.focus();
  useLayoutEffect(() => {
    if (takesFocus) focus("address");
  }, []);
  useLayoutEffect(() => {
    if (refusal === focusedFor.current) return;
    focusedFor.current = refusal;
    if (complaint?.field !== undefined) focus(complaint.field);
  }, [refusal]);
  return (
    <form
      ref={form}
      class="sign-up"
      method="post"
      action={signUpPath}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) onSubmit(new FormData(event.currentTarget));
      }}
    >
      <input type="hidden" name="channel" value={channel} />
      {complaint !== undefined && complaint.field === undefined && (
        <p class="notice problem" role="alert">
          {complaint.text}
        </p>
      )}
      <AddressField
        key={channel}
        channel={channel}
        address={filled.address}
        complaint={complaintAt("address")}
      />
      <ComponentChoice
        choices={offer.components}
        chosen={filled.components}
        complaint={complaintAt("components")}
      />
      <LanguageChoice chosen={filled.language} />
      <button class="button" aria-disabled={isSending}>
        {isSending ? texts.sending : texts.signUp}
      </button>
    </form>
  );
}

const mailInput = { type: "email", autocomplete: "email" } as const;
const webhookInput = { type: "url", autocomplete: "off", placeholder: "https://" } as const;

interface AddressFieldProps {
  readonly channel: Channel;
  readonly address: string;
  readonly complaint: string | undefined;
}

function AddressField({ channel, address, complaint }: AddressFieldProps): JSX.Element {
  const texts = TEXTS[useReader().language];
  const isMail = channel === "email";
  return (
    <div class="field">
      <label for="subscribe-address">{texts.channels[channel].address}</label>
      <input
        class="input"
        id="subscribe-address"
        name="address"
        {...(isMail ? mailInput : webhookInput)}
        spellcheck={false}
        required
        defaultValue={address}
        autofocus={complaint !== undefined}
        aria-invalid={complaint === undefined ? undefined : "true"}
        aria-describedby={`subscribe-address-help${complaint === undefined ? "" : " subscribe-address-complaint"}`}
      />
      {complaint !== undefined && (
        <p class="complaint" id="subscribe-address-complaint" role="alert">
          {complaint}
        </p>
      )}
      <small id="subscribe-address-help">{texts.channels[channel].addressHelp}</small>
    </div>
  );
}
