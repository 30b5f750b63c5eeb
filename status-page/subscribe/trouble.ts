import type { RefusalCode } from "#status-api/routes/subscribers/refusals.ts";
import type { Channel, SubscribeTexts } from "./texts/texts.ts";

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
  { refused, noMail }: SubscribeTexts,
): Complaint {
  switch (trouble) {
    case "no_address":
      return { field: "address", text: refused.noAddress };
    case "invalid_address":
      return { field: "address", text: refused.address[channel] };
    case "invalid_components":
      return { field: "components", text: refused.noneChosen };
    case "email_not_offered":
      return { text: noMail };
    case "too_many_sign_ups":
      return { text: refused.tooMany };
    case "away":
    case "unreachable":
    case "other":
      return { text: refused[trouble] };
    case "invalid_channel":
    case "invalid_language":
      return { text: refused.other };
  }
}
