import type { NotifyTexts } from "./texts.ts";

export const english: NotifyTexts = {
  locale: "en-GB",
  status: {
    investigating: "Investigating",
    identified: "Identified",
    monitoring: "Monitoring",
    resolved: "Resolved",
    postmortem: "Postmortem",
    scheduled: "Scheduled",
    in_progress: "In progress",
    verifying: "Verifying",
    completed: "Completed",
  },
  component: {
    operational: "Operational",
    degraded_performance: "Degraded performance",
    partial_outage: "Partial outage",
    major_outage: "Major outage",
    under_maintenance: "Under maintenance",
    unknown: "No data",
  },
  affected: "Components",
  allComponents: "All components",
  scheduled: "Scheduled for",
  earlier: "Earlier",
  seeIncident: "See it on the status page",
  becauseSubscribed: (page) => `You get this because you subscribed to ${page}.`,
  manage: "Change what you are told",
  unsubscribe: "Unsubscribe",
  confirmSubject: (page) => `Confirm your subscription to ${page}`,
  confirmIntro: (page) =>
    `Somebody, hopefully you, asked that incidents and maintenance of ${page} be mailed to this address.`,
  confirm: "Confirm the subscription",
  confirmElse: "If it was not you, do nothing: without a confirmation nothing more is sent.",
  knownSubject: (page) => `Your subscription to ${page}`,
  knownIntro: (page) =>
    `Somebody, hopefully you, asked that incidents and maintenance of ${page} be mailed to this address. They already are.`,
  knownElse: "If it was not you, do nothing: your subscription stays as it is.",
  slackSubscribed: (page) =>
    `This channel is told of incidents and maintenance of ${page} from now on.`,
};
