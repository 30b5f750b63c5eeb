/** Where the page of an incident or a maintenance is. */
export function storyPath(id: string): string {
  return `/incidents/${id}`;
}
