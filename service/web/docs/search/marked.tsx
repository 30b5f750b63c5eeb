import type { MarkedPiece } from "./marks.ts";

/** A text with the search terms marked. */
export function Marked({ pieces }: { readonly pieces: readonly MarkedPiece[] }) {
  return pieces.map(({ text, isMarked }, index) =>
    isMarked ? <mark key={index}>{text}</mark> : text,
  );
}
