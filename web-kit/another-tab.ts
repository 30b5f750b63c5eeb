/** Whether a press on a link asks for another tab or window, which a script leaves to the browser. */
export function isForAnotherTab({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button !== 0 || ctrlKey || metaKey || shiftKey;
}
