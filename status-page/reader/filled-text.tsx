import type { ComponentChildren, JSX } from "preact";

/** Shows a text with its placeholders, like `{time}`, filled with elements. */
export function FilledText({
  text,
  values,
}: {
  readonly text: string;
  readonly values: Readonly<Record<string, ComponentChildren>>;
}): JSX.Element {
  return (
    <>{text.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 0 ? piece : values[piece]))}</>
  );
}
