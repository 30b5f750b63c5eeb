import { Type } from "typebox";

export const CLOSED = { additionalProperties: false };

export const id = (description: string) =>
  Type.String({
    description: `${description} Lower-case letters, digits and hyphens.`,
    pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
  });
