import { Type } from "typebox";
import { webAddress } from "../../domain/web-address.ts";

/** An address in monitor.yaml that alerts are sent to. */
export const address = (description: string, fallback?: string) =>
  webAddress(`${description} Begins with http:// or https://, or is a variable.`, fallback);

/** A setting that should be written as a variable. */
export const secret = (description: string) =>
  Type.String({ description: `${description} A secret: write it as \${NAME}.`, minLength: 1 });
