/** Content types of what the servers write, with the encoding of its text. */
export const JSON_TYPE = "application/json; charset=utf-8";
export const HTML_TYPE = "text/html; charset=utf-8";
