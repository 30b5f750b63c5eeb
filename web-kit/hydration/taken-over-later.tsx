import { type ComponentChildren, hydrate, type HTMLAttributes, type JSX, render } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { inTurn } from "./in-turn.ts";

interface PartProps extends Pick<
  HTMLAttributes,
  "id" | "class" | "aria-label" | "aria-labelledby"
> {
  /** The element that holds the part. */
  readonly as:
    | "article"
    | "details"
    | "div"
    | "footer"
    | "header"
    | "li"
    | "ol"
    | "section"
    | "tbody";
  readonly children: ComponentChildren;
}

/** Returns what gives a tree of its own the contexts that hold here, of which it would know nothing. */
export type UseContexts = () => (content: ComponentChildren) => JSX.Element;

/**
 * Makes an element for parts of a page that the script takes over from the server, and later draws anew, each in a task
 * of its own: a long page at once would keep a slow phone from answering.
 */
export function takenOverLater(useContexts: UseContexts): (props: PartProps) => JSX.Element {
  return typeof document === "undefined"
    ? WholePart
    : (props) => <SeparatePart {...props} inContexts={useContexts()} />;
}

function WholePart({ as: Element, ...props }: PartProps): JSX.Element {
  return <Element {...props} />;
}

/** Left alone by the page's own tree: what is in it is a tree by itself. */
const ownContent = { __html: "" };

function SeparatePart({
  as: Element,
  children,
  inContexts,
  ...attributes
}: PartProps & { readonly inContexts: ReturnType<UseContexts> }): JSX.Element {
  const element = useRef<HTMLElement>(null);
  const state = useRef<"new" | "waiting" | "drawn" | "gone">("new");
  const content = inContexts(children);
  const newest = useRef(content);

  useLayoutEffect(() => {
    newest.current = content;
    const root = element.current;
    if (root === null || state.current === "waiting") return;
    const isNew = state.current === "new";
    if (isNew && !root.hasChildNodes()) {
      state.current = "drawn";
      render(content, root);
      return;
    }
    state.current = "waiting";
    const draw = (): void => {
      if (state.current === "gone") return;
      state.current = "drawn";
      render(newest.current, root);
    };
    if (!isNew) return inTurn(draw);
    inTurn(() => {
      if (state.current === "gone") return;
      // First as the server wrote it, since only that fits what is there.
      hydrate(content, root);
      if (newest.current === content) state.current = "drawn";
      else inTurn(draw);
    });
  });
  useLayoutEffect(() => {
    const root = element.current;
    return () => {
      state.current = "gone";
      if (root !== null) render(null, root);
    };
  }, []);
  return <Element {...attributes} ref={element as never} dangerouslySetInnerHTML={ownContent} />;
}
