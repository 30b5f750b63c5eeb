import type { SubscribeTexts } from "./texts.ts";

export const english: SubscribeTexts = {
  subscribe: "Subscribe",
  intro: "Be told of incidents and maintenance when they happen.",
  close: "Close",
  loading: "Looking up what is offered…",
  ways: "How you want to be told",
  feed: "Feed",
  channels: {
    email: {
      name: "E-mail",
      address: "E-mail address",
      addressHelp:
        "A mail asks you to confirm it. Nothing else is sent before, and each mail has a link to unsubscribe.",
      invalidAddress: "This is no e-mail address. It looks like name@example.com.",
      signedUp: (address) => `If ${address} is right, a mail is on its way to it.`,
      next: "Open its link and press the button to confirm. No mail? Look among the unwanted ones.",
    },
    webhook: {
      name: "Webhook",
      address: "Address of your endpoint",
      addressHelp:
        "A public https:// address. Each update is one signed request to it (Standard Webhooks).",
      invalidAddress: "This is no public https:// address that requests may be sent to.",
      signedUp: (address) =>
        `A signed request that asks for confirmation is on its way to ${address}.`,
      next: "Answer it with 2xx and the subscription begins. The request carries the signing secret and the link to change or end the subscription: keep both.",
    },
    slack: {
      name: "Slack",
      address: "Address of the Slack webhook",
      addressHelp:
        "An incoming webhook of Slack. Mattermost, Rocket.Chat and Discord take the same messages.",
      invalidAddress:
        "This is no public https:// address. Slack’s begin with https://hooks.slack.com/.",
      signedUp: () => "A message is on its way to the channel.",
      next: "When it arrives, the subscription begins. Its link changes or ends it.",
    },
  },
  noMail: "This page sends no e-mail.",
  components: "What you want to hear of",
  allComponents: "All components",
  onlyThese: "Only these",
  language: "Language of the messages",
  signUp: "Subscribe",
  sending: "Sending…",
  done: "Done",
  another: "Another subscription",
  refused: {
    noAddress: "Please fill this in.",
    noneChosen: "Choose at least one component, or all.",
    tooMany: "Too many subscriptions were asked for from here. Please try again in ten minutes.",
    away: "Subscriptions are out of reach for a moment. Please try again shortly.",
    unreachable: "The status page did not answer. Is your connection all right?",
    other: "The status page did not take this. Please reload the page and try again.",
  },
  toCorrect: (title) => `To correct: ${title}`,
  signedUpTitle: "Almost done",
  feedIntro: "Read along without leaving an address: the same news for feed readers and programs.",
  atom: "Atom feed",
  rss: "RSS feed",
  statusJson: "Status as JSON",
  copy: "Copy",
  copied: "Copied",
  notCopied: "Copy it by hand",
  withoutDialog: "Open the subscription page",
  toStatus: "To the status page",
};
