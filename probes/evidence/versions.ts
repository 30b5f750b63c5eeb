import packageJson from "../../package.json" with { type: "json" };

/** Which prober it is, and what runs it. */
export const proberVersions = { prober: packageJson.version, node: process.version } as const;
