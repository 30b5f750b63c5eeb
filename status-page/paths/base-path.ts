import { options, type VNode } from "preact";

/** Where browsers have the scripts from, below the base path. */
const SCRIPTS = /^https?:\/\/[^/]+(.*)\/assets\//;

const PATH = /^\/(?!\/)/;
/** Attributes that hold a path of the site. */
const LINKING_ATTRIBUTES = ["href", "src", "srcset", "action"];

let [, basePath = ""] = SCRIPTS.exec(import.meta.url) ?? [];

/**
 * Sets the path below which all pages are: empty at the root of a host, else without a slash at its end, e.g. `/status`. A
 * server sets it before each rendering; in browsers it is known.
 */
export function setBasePath(path: string): void {
  basePath = path;
}

/** Returns where a path of the site is on its host. */
export function onHost(path: string): string {
  return basePath + path;
}

// Here, and not at each link: one that was forgotten would lead out of the site. No other library of the page sets this hook.
options.vnode = ({ type, props }: VNode<Record<string, unknown>>) => {
  if (basePath === "" || typeof type !== "string") return;
  for (const name of LINKING_ATTRIBUTES) {
    const path = props[name];
    if (PATH.test(path as string)) props[name] = onHost(path as string);
  }
};
