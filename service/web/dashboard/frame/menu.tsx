import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";

interface MenuProps {
  /** What opens it. */
  readonly face: ComponentChildren;
  /** What the opener is called, where its face does not say so. */
  readonly label?: string;
  readonly openerClass: string;
  readonly children: ComponentChildren;
}

/** Things to do behind an opener; opens without a script too. Escape, a choice and going elsewhere close it. */
export function Menu({ face, label, openerClass, children }: MenuProps): JSX.Element {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = (): void => menu.current?.removeAttribute("open");
  return (
    <details
      ref={menu}
      class="menu"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || menu.current?.open !== true) return;
        event.preventDefault();
        close();
        menu.current.querySelector("summary")?.focus();
      }}
      onFocusOut={({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
      }}
    >
      <summary class={openerClass} aria-label={label}>
        {face}
      </summary>
      <div class="menu-body" onClick={close}>
        {children}
      </div>
    </details>
  );
}
