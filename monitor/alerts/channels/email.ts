import { Type } from "typebox";
import { alertChannel } from "./channel.ts";

export const email = alertChannel({
  description: "E-mail through the mail server of SMTP_URL.",
  settings: {
    to: Type.String({
      description: "Whom it is mailed to.",
      pattern: "^([^@\\s<>,]+@[^@\\s<>,]+|\\$\\{.*)$",
    }),
  },
  knowsRepeats: true,
  sendingOf: (_message, { to }) => ({ via: "mail", to }),
});
