import type { MarkedPiece } from "./marks.ts";

/** A text with the words marked that were asked for. */
export function Marked({ pieces }: { readonly pieces: readonly MarkedPiece[] }) {
  return pieces.map(({ text, isMarked }, index) =>
    isMarked ? <mark key={index}>{text}</mark> : text,
  );
}
