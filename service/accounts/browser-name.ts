import Bowser from "bowser";

/** A browser as people know it; undefined is one that is not known. */
export interface BrowserName {
  /** As `Chrome 130`. */
  readonly browser: string | undefined;
  /** As `Windows`. */
  readonly system: string | undefined;
}

/** Reads what a browser calls itself. */
export function browserName(userAgent: string): BrowserName {
  if (userAgent === "") return { browser: undefined, system: undefined };
  const { browser, os } = Bowser.parse(userAgent);
  const [version = ""] = (browser.version ?? "").split(".");
  return {
    browser: browser.name ? `${browser.name} ${version}`.trim() : undefined,
    system: os.name || undefined,
  };
}
