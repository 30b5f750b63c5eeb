import type { SubscriptionTexts } from "./texts.ts";

export const english: SubscriptionTexts = {
  feedsInstead: "Follow by feed instead",
  again: "Subscribe again",
  confirmTitle: "Confirm your subscription",
  confirmText: (address) => `Incidents and maintenance will be told to ${address}.`,
  confirm: "Confirm the subscription",
  unsubscribeTitle: "Unsubscribe",
  unsubscribeText: (address) => `Nothing more will be sent to ${address}.`,
  unsubscribe: "Unsubscribe",
  manageTitle: "Your subscription",
  manageText: (address) => `Messages go to ${address}.`,
  secret: "Signing secret",
  secretHelp: "Requests are signed with it. Whoever knows it can forge them.",
  save: "Save",
  message: {
    confirmed: {
      title: "You are subscribed",
      text: "You will be told of incidents and maintenance from now on. Each message has a link that changes or ends this.",
    },
    saved: { title: "Saved", text: "Your subscription is as you wanted it." },
    ended: {
      title: "You are unsubscribed",
      text: "Nothing more will be sent. You can subscribe again at any time.",
    },
    unknown: {
      title: "This link is no longer valid",
      text: "It may be old or incomplete. You can subscribe again at any time.",
    },
    away: {
      title: "Not now",
      text: "The subscriptions are out of reach for a moment. Please try again shortly.",
    },
  },
};
