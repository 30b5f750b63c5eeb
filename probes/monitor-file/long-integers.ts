import { type Document, visit } from "yaml";

const DIGITS = /^-?\d+$/;

/** Keeps integers that a number cannot hold exactly as text, as they are written: they are compared by their digits. */
export function keepLongIntegers(document: Document): void {
  visit(document, {
    Scalar(_key, node) {
      const { value, source = "" } = node;
      if (typeof value !== "number" || Number.isSafeInteger(value)) return;
      if (DIGITS.test(source)) node.value = source;
    },
  });
}
