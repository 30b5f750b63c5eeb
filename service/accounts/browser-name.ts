import Bowser from "bowser";

/** Display names of a browser and its operating system; undefined where unknown. */
export interface BrowserName {
  /** For example `Chrome 130`. */
  readonly browser: string | undefined;
  /** For example `Windows`. */
  readonly system: string | undefined;
}

/** Reads the names from a User-Agent header. */
export function browserName(userAgent: string): BrowserName {
  if (userAgent === "") return { browser: undefined, system: undefined };
  const { browser, os } = Bowser.parse(userAgent);
  const [version = ""] = (browser.version ?? "").split(".");
  return {
    browser: browser.name ? `${browser.name} ${version}`.trim() : undefined,
    system: os.name || undefined,
  };
}
