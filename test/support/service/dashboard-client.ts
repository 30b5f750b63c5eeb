/** A browser's worth of the dashboard without a browser: keeps the session's cookie and sends forms of its own origin. */
export interface DashboardClient {
  get(path: string): Promise<Response>;
  /** Sends a form, as a page of the service does. */
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Response>;
  /** Asks the dashboard's API, with JSON where there is a body. */
  call(method: string, path: string, body?: unknown): Promise<Response>;
  /** The cookie of the session, as `name=value`. */
  cookie(): string;
}

/**
 * Makes one for the service at `url`; redirects are not followed. It comes from `address`, where the service trusts its own machine
 * as a proxy.
 */
export function dashboardClient(url: string, address?: string): DashboardClient {
  let cookie = "";
  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set("origin", url);
    headers.set("accept-language", "en");
    headers.set("cookie", cookie);
    if (address !== undefined) headers.set("x-forwarded-for", address);
    const answer = await fetch(new URL(path, url), { ...init, headers, redirect: "manual" });
    cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    return answer;
  };
  return {
    get: (path) => ask(path, {}),
    post: (path, fields) => ask(path, { method: "POST", body: new URLSearchParams(fields) }),
    call: (method, path, body) =>
      ask(`/dashboard/api${path}`, {
        method,
        ...(body !== undefined && {
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      }),
    cookie: () => cookie,
  };
}
