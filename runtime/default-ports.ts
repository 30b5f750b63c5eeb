/** Where each program listens unless a setting says otherwise; what looks for another program looks there. */
export const DEFAULT_PORTS = { service: 8080, status: 8090, probeMetrics: 9100 } as const;
