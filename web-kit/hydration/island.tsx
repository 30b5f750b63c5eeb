import {
  type ComponentChildren,
  type Context,
  hydrate,
  type HTMLAttributes,
  type JSX,
  render,
} from "preact";
import { useContext, useLayoutEffect, useRef } from "preact/hooks";
import { queueTask } from "./queue-task.ts";

interface IslandProps extends Pick<
  HTMLAttributes,
  "id" | "class" | "aria-label" | "aria-labelledby"
> {
  /** The element that holds the island. */
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

/**
 * Returns a component for parts of a page that are hydrated, and later rendered again, each in a task of its own: a long page
 * in a single task would make a slow phone unresponsive. Each island is a separate tree that gets the value of `context` at its
 * place. Ids from `useId` count from zero in every island, so islands must not contain any.
 */
export function islandIn<Value>(context: Context<Value>): (props: IslandProps) => JSX.Element {
  if (typeof document === "undefined") return ServerIsland;
  return (props) => <BrowserIsland {...props} context={context} />;
}

function ServerIsland({ as: Element, ...props }: IslandProps): JSX.Element {
  return <Element {...props} />;
}

/** Keeps the page's own tree from changing the content of an island. */
const UNTOUCHED = { __html: "" };

function BrowserIsland<Value>({
  as: Element,
  children,
  context,
  ...attributes
}: IslandProps & { readonly context: Context<Value> }): JSX.Element {
  const element = useRef<HTMLElement>(null);
  const state = useRef<"new" | "waiting" | "drawn" | "gone">("new");
  const content = <context.Provider value={useContext(context)}>{children}</context.Provider>;
  const newest = useRef(content);

  useLayoutEffect(() => {
    newest.current = content;
    const root = element.current;
    if (root === null || state.current === "waiting") return;
    const draw = (): void => {
      if (state.current === "gone") return;
      state.current = "drawn";
      render(newest.current, root);
    };
    const takeOver = (): void => {
      if (state.current === "gone") return;
      // Hydration needs the content that the server rendered, even if there is newer content.
      hydrate(content, root);
      if (newest.current === content) state.current = "drawn";
      else queueTask(draw);
    };
    const isNew = state.current === "new";
    if (isNew && !root.hasChildNodes()) return draw();
    state.current = "waiting";
    queueTask(isNew ? takeOver : draw);
  });
  useLayoutEffect(() => {
    const root = element.current;
    return () => {
      state.current = "gone";
      if (root !== null) render(null, root);
    };
  }, []);
  return <Element {...attributes} ref={element as never} dangerouslySetInnerHTML={UNTOUCHED} />;
}
