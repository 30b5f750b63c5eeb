import { acknowledgeSignature } from "../alerts/acknowledge-link.ts";
import type { Hook } from "./hook.ts";
import { isSame } from "./signatures.ts";

/** A button that was pressed in a message of ntfy: its app sends the signed address that the message has. */
export const ntfy: Hook = {
  channel: "ntfy",
  vendor: "ntfy",
  path: "/hooks/ntfy/:receiver/:alert/:signature",
  contentType: "*",
  isOpenToPages: true,
  isSigned: ({ params }) => /^[\w-]{43}$/.test(params["signature"] ?? ""),
  isSignedBy: ({ id, settings }, { params, linkSecret }) => {
    const { receiver, alert = "", signature = "" } = params;
    if (receiver !== id || settings["acknowledge_button"] !== true) return false;
    const wanted = acknowledgeSignature(linkSecret, id, alert);
    return isSame(Buffer.from(signature), Buffer.from(wanted));
  },
  // Nobody knows whose phone it was.
  read: ({ params }) => ({ alertId: params["alert"] ?? "", by: params["receiver"] ?? "" }),
  answer: (reply, outcome) => reply.code(200).send({ status: outcome }),
};
