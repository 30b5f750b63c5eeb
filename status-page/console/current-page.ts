/** Pushes the navigation sideways, where it is wider than the window, until the page that is open is in its middle. */
export function showCurrentPage(): void {
  const current = document.querySelector(".console-nav [aria-current]");
  const list = current?.closest("ul");
  if (!current || !list) return;
  const listed = list.getBoundingClientRect();
  const shown = current.getBoundingClientRect();
  list.scrollLeft += shown.left + shown.width / 2 - (listed.left + listed.width / 2);
}
