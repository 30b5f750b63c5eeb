import type { RefusalCode } from "#status-api/notify/sign-up-request.ts";
import type { Channel, SubscribeTexts } from "./texts.ts";

/** Why a sign-up did not come about: what the server refuses, and what keeps it from answering. */
export type Trouble = RefusalCode | "no_address" | "away" | "unreachable" | "other";

/** What a complaint may stand at. */
export type ComplaintField = "address" | "components";

/** What is said about a trouble, and at which field; without a field it stands above the form. */
export interface Complaint {
  readonly field?: ComplaintField;
  readonly text: string;
}

/** Says in the reader's language what is wrong. */
export function complaintOf(
  trouble: Trouble,
  channel: Channel,
  { refused, noMail, channels }: SubscribeTexts,
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
