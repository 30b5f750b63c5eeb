/** The paths of the console for people on call; one thing of a kind is below the path of its kind, by its id. */
export const CONSOLE_PATHS = {
  now: "/console",
  alerts: "/console/alerts",
  requestedRuns: "/console/requested-runs",
  audit: "/console/audit",
  checks: "/console/checks",
  components: "/console/components",
  deliveries: "/console/deliveries",
  events: "/console/events",
  graph: "/console/graph",
  incidents: "/console/incidents",
  maintenance: "/console/maintenance",
  onCall: "/console/on-call",
  provider: "/console/provider",
  reports: "/console/reports",
  runs: "/console/runs",
  signIn: "/console/sign-in",
  signOut: "/console/sign-out",
  subscribers: "/console/subscribers",
} as const;

/** Returns the path of a kept run, by its id. */
export function runPath(id: string): string {
  return `${CONSOLE_PATHS.runs}/${encodeURIComponent(id)}`;
}

/** Returns the path of a check's kept runs; a form that is sent there runs the check now. */
export function runsOfCheckPath(check: string): string {
  return `${CONSOLE_PATHS.checks}/${encodeURIComponent(check)}/runs`;
}
