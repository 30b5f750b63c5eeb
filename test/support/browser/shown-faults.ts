import type { Page } from "playwright-core";

import { axeFaults } from "./axe.ts";
import { sidewaysScroll } from "./sideways-scroll.ts";

/** Returns what is wrong with what a page shows now: what axe finds, and what sticks out sideways. */
export async function shownFaults(page: Page): Promise<string[]> {
  return [...(await axeFaults(page)), ...(await sidewaysScroll(page))];
}
