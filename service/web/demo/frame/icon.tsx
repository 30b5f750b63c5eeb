import type { JSX } from "preact";

const PATHS = {
  microphone:
    "M8 1.5a2 2 0 0 1 2 2v4a2 2 0 0 1-4 0v-4a2 2 0 0 1 2-2zM3.5 7.5a4.5 4.5 0 0 0 9 0M8 12v2.5",
  stop: "M4 4h8v8H4z",
  play: "M5 3l8 5-8 5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  upload: "M8 10.5v-8M4.5 5.5L8 2l3.5 3.5M2.5 10.5v3h11v-3",
} as const;

const SOLID: ReadonlySet<string> = new Set(["stop", "play", "pause"]);

/** A decorative icon on a button with a text. */
export function Icon({ name }: { readonly name: keyof typeof PATHS }): JSX.Element {
  const isSolid = SOLID.has(name);
  return (
    <svg class={isSolid ? "icon solid" : "icon"} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
