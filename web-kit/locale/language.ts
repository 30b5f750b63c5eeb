/** The languages that pages are written in. */
export type Language = "tr" | "en";
