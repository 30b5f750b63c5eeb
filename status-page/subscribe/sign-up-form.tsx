import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ChannelName } from "#status-api/notify/channels/channels.ts";
import type { NamedStatusEvent, Offer } from "#status-api/page/subscriber-content.ts";
import { useReader } from "../reader/reader.ts";
import { ComponentChoice, LanguageChoice } from "./choices.tsx";
import { type SignUpModel, SIGN_UP_PATH, type Trouble } from "./sign-up-model.ts";
import { useSubscribeTexts, type SubscribeTexts } from "./texts.ts";

/** The fields that can have an error, and the inputs that get the focus then. */
const FIRST_INPUT_OF = {
  address: '[name="address"]',
  components: '[name="scope"]:checked',
} as const;
type ComplaintField = keyof typeof FIRST_INPUT_OF;

/** The error message for a problem; without a field it is shown above the form. */
interface Complaint {
  readonly field?: ComplaintField;
  readonly text: string;
}

function complaintOf(
  trouble: Trouble,
  channel: ChannelName,
  { refused, noMail, channels }: SubscribeTexts["subscribe"],
): Complaint {
  const complaints: Readonly<Partial<Record<Trouble, Complaint>>> = {
    no_address: { field: "address", text: refused.noAddress },
    invalid_address: { field: "address", text: channels[channel].invalidAddress },
    invalid_components: { field: "components", text: refused.noneChosen },
    email_not_offered: { text: noMail },
    too_many_sign_ups: { text: refused.tooMany },
    away: { text: refused.away },
    unreachable: { text: refused.unreachable },
  };
  return complaints[trouble] ?? { text: refused.other };
}

interface SignUpFormProps {
  readonly model: SignUpModel;
  readonly offer: Offer;
  readonly channel: ChannelName;
}

/** The sign-up form; an error is shown at its field, which gets the focus. */
export function SignUpForm({ model, offer, channel }: SignUpFormProps): JSX.Element {
  const texts = useSubscribeTexts("subscribe");
  const filled = model.form.value;
  const refusal = model.refusal.value;
  const isSending = model.isSending.value;
  const form = useRef<HTMLFormElement>(null);
  // The server has rendered the first refusal with the focus already.
  const focusedFor = useRef(refusal);
  const complaint = refusal && complaintOf(refusal.trouble, channel, texts);
  const complaintAt = (field: ComplaintField): string | undefined =>
    complaint?.field === field ? complaint.text : undefined;
  const focus = (field: ComplaintField): void =>
    form.current?.querySelector<HTMLElement>(FIRST_INPUT_OF[field])?.focus();
  useLayoutEffect(() => {
    // The element that had the focus is gone.
    if (model.isAnother.value) focus("address");
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
      action={SIGN_UP_PATH}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void model.send(channel, new FormData(event.currentTarget));
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
        type={offer.address_types[channel] ?? "url"}
        address={filled.address}
        complaint={complaintAt("address")}
      />
      {filled.statusEvent === null ? (
        <ComponentChoice
          choices={offer.components}
          chosen={filled.components}
          complaint={complaintAt("components")}
        />
      ) : (
        <ChosenStatusEvent statusEvent={filled.statusEvent} />
      )}
      <LanguageChoice chosen={filled.language} />
      <button class="button" aria-disabled={isSending}>
        {isSending ? texts.sending : texts.signUp}
      </button>
    </form>
  );
}

/** Names the only incident or maintenance to be notified about, and sends its id. */
function ChosenStatusEvent({
  statusEvent: { id, name },
}: {
  statusEvent: NamedStatusEvent;
}): JSX.Element {
  const { language } = useReader();
  return (
    <p class="field">
      <strong>{useSubscribeTexts("subscribe").onlyThis}</strong>
      <input type="hidden" name="incident" value={id} />
      <span>{name[language]}</span>
    </p>
  );
}

const ADDRESS_INPUTS = {
  email: { type: "email", autocomplete: "email" },
  url: { type: "url", autocomplete: "off", placeholder: "https://" },
} as const;

interface AddressFieldProps {
  readonly channel: ChannelName;
  readonly type: keyof typeof ADDRESS_INPUTS;
  readonly address: string;
  readonly complaint: string | undefined;
}

function AddressField({ channel, type, address, complaint }: AddressFieldProps): JSX.Element {
  const texts = useSubscribeTexts("subscribe").channels[channel];
  return (
    <div class="field">
      <label for="subscribe-address">{texts.address}</label>
      <input
        class="input"
        id="subscribe-address"
        name="address"
        {...ADDRESS_INPUTS[type]}
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
      <small id="subscribe-address-help">{texts.addressHelp}</small>
    </div>
  );
}
