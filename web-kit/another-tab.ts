/** Returns whether a click on a link requests another tab or window, which scripts leave to the browser. */
export function isForAnotherTab({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button !== 0 || ctrlKey || metaKey || shiftKey;
}
