/** The port on which each program listens unless a setting says otherwise, and on which other programs look for it. */
export const DEFAULT_PORTS = { service: 8080, status: 8090, probeMetrics: 9100 } as const;
