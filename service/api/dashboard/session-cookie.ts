import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DASHBOARD_SESSION_SECONDS } from "../../accounts/dashboard-sessions.ts";

const COOKIE = "dashboard_session";

export function sessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[COOKIE];
}

export function setSessionToken(reply: FastifyReply, token: string, publicUrl: string): void {
  void reply.setCookie(COOKIE, token, { ...options(publicUrl), maxAge: DASHBOARD_SESSION_SECONDS });
}

export function clearSessionToken(reply: FastifyReply, publicUrl: string): void {
  void reply.clearCookie(COOKIE, options(publicUrl));
}

function options(publicUrl: string) {
  return {
    path: "/dashboard",
    httpOnly: true,
    sameSite: "lax" as const,
    secure: publicUrl.startsWith("https:"),
  };
}
