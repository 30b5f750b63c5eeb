import { type ComponentChild, type ContainerNode, hydrate } from "preact";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Hydrates content and keeps what was filled in while its script was loading: components begin with the values that the server
 * rendered, and then get input events for the others.
 */
export function hydrateFilled(content: ComponentChild, root: Element): void {
  const enterings = [...root.querySelectorAll<Field>("input, textarea, select")].flatMap(
    (field) => enteringOf(field) ?? [],
  );
  hydrate(content, root as ContainerNode);
  for (const enter of enterings) enter();
}

/** Returns a function that enters a field's value again; undefined for a field that is as the server rendered it. */
function enteringOf(field: Field): (() => void) | undefined {
  if (field instanceof HTMLSelectElement) {
    const { value, options } = field;
    const rendered = [...options].find(({ defaultSelected }) => defaultSelected) ?? options[0];
    if (value === rendered?.value) return undefined;
    return () => enter(field, () => (field.value = value), "change");
  }
  if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) {
    const { checked } = field;
    return () => enter(field, () => (field.checked = checked), "change");
  }
  // Scripts cannot choose a file, and hydration keeps it.
  if (field.type === "file" || field.value === field.defaultValue) return undefined;
  const { value, selectionStart, selectionEnd } = field;
  return () => {
    enter(field, () => (field.value = value), "input");
    if (selectionStart === null || document.activeElement !== field) return;
    field.setSelectionRange(selectionStart, selectionEnd);
  };
}

function enter(field: Field, set: () => void, type: "input" | "change"): void {
  set();
  field.dispatchEvent(new Event(type, { bubbles: true }));
}
