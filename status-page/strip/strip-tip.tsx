import type { ComponentChildren, JSX } from "preact";

interface StripTipProps {
  readonly strip: HTMLElement | null;
  readonly index: number;
  readonly children: ComponentChildren;
}

/** A tooltip over a mark; hidden from screen readers, because it repeats the mark's label. */
export function StripTip({ strip, index, children }: StripTipProps): JSX.Element | null {
  const mark = strip?.querySelector<HTMLElement>(`[data-index="${index}"]`);
  if (strip === null || !mark) return null;
  const middle = mark.offsetLeft + mark.offsetWidth / 2;
  const share = middle / strip.offsetWidth;
  return (
    <div
      class="tip"
      aria-hidden="true"
      style={{
        left: `${middle}px`,
        top: `${mark.offsetTop}px`,
        transform: `translate(${-Math.round(share * 100)}%, -100%)`,
      }}
    >
      {children}
    </div>
  );
}
