import type { JSX } from "preact";
import { instant } from "./formats.ts";
import { useReader } from "./reader.ts";

/** An instant, told in the reader's zone. */
export function Instant({ at }: { readonly at: string }): JSX.Element {
  const reader = useReader();
  return <time dateTime={at}>{instant(reader, at)}</time>;
}
