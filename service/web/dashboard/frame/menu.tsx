import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";

interface MenuProps {
  /** The content of the opener. */
  readonly face: ComponentChildren;
  /** The accessible name of the opener, where its content does not give one. */
  readonly label?: string;
  readonly openerClass: string;
  readonly children: ComponentChildren;
}

/** A menu of actions, which opens without a script too. Escape, a choice and moving the focus elsewhere close it. */
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
