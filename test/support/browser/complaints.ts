import type { Page } from "playwright-core";

/**
 * Collects what a page complains of from now on: console errors and warnings, violations of the content security policy
 * among them, and errors that nobody caught. What is `expected` is no complaint.
 */
export function complaintsOf(page: Page, expected?: RegExp): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    const isExpected = expected?.test(message.text()) ?? false;
    if (["error", "warning"].includes(message.type()) && !isExpected) {
      complaints.push(message.text());
    }
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}
