import type { ComponentChildren, JSX } from "preact";

interface MessageProps {
  readonly title: string;
  readonly text: string;
  /** What there is to do now. */
  readonly children: ComponentChildren;
}

/** A page that says one thing. */
export function Message({ title, text, children }: MessageProps): JSX.Element {
  return (
    <main class="message" id="content">
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </main>
  );
}
