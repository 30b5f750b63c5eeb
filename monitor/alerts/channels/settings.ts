import { Type } from "typebox";

/** An address in monitor.yaml that alerts are sent to. */
export const address = (description: string, fallback?: string) =>
  Type.String({
    description: `${description} Begins with http:// or https://, or is a variable.`,
    pattern: "^(https?://[^/]|\\$\\{)",
    ...(fallback === undefined ? {} : { default: fallback }),
  });

/** Something that is better written as a variable. */
export const secret = (description: string) =>
  Type.String({ description: `${description} A secret: write it as \${NAME}.`, minLength: 1 });
