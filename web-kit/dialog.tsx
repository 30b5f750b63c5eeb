import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface DialogProps {
  readonly title: string;
  /** The label of the button that closes it. */
  readonly closeLabel: string;
  /** Called when the reader wants to close it; should stop rendering it. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog that is open while it is rendered. Escape, its button and a click outside request to close it. */
export function Dialog({ title, closeLabel, onClose, children }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        // Browsers close a dialog on the second Escape, even if the first was prevented.
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        if (dialog.current === null) return;
        currentTarget.showModal();
        onClose();
      }}
      onPointerDown={(event) => {
        // Events on the backdrop have the dialog element as their target.
        if (event.target === event.currentTarget && isOutside(event, event.currentTarget))
          onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <button type="button" class="dialog-close" aria-label={closeLabel} onClick={onClose}>
          ×
        </button>
      </div>
      {children}
    </dialog>
  );
}

function isOutside({ clientX, clientY }: PointerEvent, element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
