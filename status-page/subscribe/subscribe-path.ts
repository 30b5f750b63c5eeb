import type { Way } from "#status-api/page/subscriber-content.ts";

/** Where people subscribe. */
export const subscribePath = "/subscribe";

/** Returns where the page with one way is. */
export function pathOfWay(way: Way): string {
  return `${subscribePath}?channel=${way}`;
}
