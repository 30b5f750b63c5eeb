import { type ComponentChildren, hydrate, type JSX, render } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { ReaderContext, useReader } from "../reader/reader.ts";
import { inTurn } from "./in-turn.ts";

interface ItemProps {
  readonly id: string;
  readonly class: string;
  readonly children: ComponentChildren;
}

/**
 * A list item of the server's that the script takes over in a task of its own.
 *
 * Taking over a long page at once would keep a slow phone from answering.
 */
export const TakenOverLater = typeof document === "undefined" ? WholeItem : SeparateItem;

function WholeItem(props: ItemProps): JSX.Element {
  return <li {...props} />;
}

/** Left alone by the page's own tree: what is in it is a tree by itself. */
const ownContent = { __html: "" };

function SeparateItem({ id, class: name, children }: ItemProps): JSX.Element {
  const reader = useReader();
  const item = useRef<HTMLLIElement>(null);
  const state = useRef<"new" | "waiting" | "taken over" | "gone">("new");
  const content = <ReaderContext.Provider value={reader}>{children}</ReaderContext.Provider>;
  const newest = useRef(content);

  useLayoutEffect(() => {
    const root = item.current;
    if (root === null) return;
    newest.current = content;
    if (state.current === "taken over" || (state.current === "new" && !root.hasChildNodes())) {
      state.current = "taken over";
      render(content, root);
    } else if (state.current === "new") {
      state.current = "waiting";
      inTurn(() => {
        if (state.current === "gone") return;
        state.current = "taken over";
        // First as the server wrote it, since only that fits what is there.
        hydrate(content, root);
        if (newest.current !== content) render(newest.current, root);
      });
    }
  });
  useLayoutEffect(() => {
    const root = item.current;
    return () => {
      state.current = "gone";
      if (root !== null) render(null, root);
    };
  }, []);
  return <li id={id} class={name} ref={item} dangerouslySetInnerHTML={ownContent} />;
}
