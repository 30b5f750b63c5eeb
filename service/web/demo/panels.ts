/** The demos in the order of their tabs; the name in the address is the same in every language. */
export const PANELS = [
  { name: "live", anchor: "mikrofon" },
  { name: "file", anchor: "dosya" },
  { name: "speech", anchor: "seslendirme" },
  { name: "design", anchor: "ses-tasarimi" },
] as const;

export type Panel = (typeof PANELS)[number];
export type PanelName = Panel["name"];

/** Returns the panel that an address with this `#hash` names, or the first one. */
export function panelOf(hash: string): Panel {
  return PANELS.find(({ anchor }) => hash === `#${anchor}`) ?? PANELS[0];
}

/** Returns the panel that a key leads to from another one; undefined where it leads nowhere. */
export function panelAfterKey(current: Panel, key: string): Panel | undefined {
  const at = PANELS.indexOf(current);
  switch (key) {
    case "ArrowRight":
      return PANELS[(at + 1) % PANELS.length];
    case "ArrowLeft":
      return PANELS.at(at - 1);
    case "Home":
      return PANELS[0];
    case "End":
      return PANELS.at(-1);
    default:
      return undefined;
  }
}
