import type { FastifyInstance } from "fastify";

/** Returns the path of a site's URL, without a slash at its end: `/status`, or nothing at the root of its host. */
export function basePathOf(siteUrl: string | undefined): string {
  return siteUrl === undefined ? "" : new URL(siteUrl).pathname.replace(/\/$/, "");
}

/**
 * Returns the URL of a request without the base path. A proxy may have removed it already; then it is left as it is.
 */
export function withoutBasePath(url: string, basePath: string): string {
  const rest = url.startsWith(basePath) ? url.slice(basePath.length) : undefined;
  if (rest === undefined || !/^(?:$|[/?])/.test(rest)) return url;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** Puts the base path before the paths to which answers redirect, and those of cookies. */
export function answerBelow(app: FastifyInstance, basePath: string): void {
  app.addHook("onSend", (_request, reply, _payload, done) => {
    const location = reply.getHeader("location");
    if (typeof location === "string" && /^\/(?!\/)/.test(location)) {
      reply.header("location", basePath + location);
    }
    const cookies = [reply.getHeader("set-cookie") ?? []].flat();
    if (cookies.length > 0) {
      reply.removeHeader("set-cookie");
      reply.header(
        "set-cookie",
        cookies.map((one) => cookieBelow(String(one), basePath)),
      );
    }
    done();
  });
}

function cookieBelow(cookie: string, basePath: string): string {
  return cookie.replace(/(; Path=)(\/[^;]*)/i, (_all, name: string, path: string) => {
    return `${name}${basePath}${path === "/" ? "" : path}`;
  });
}
