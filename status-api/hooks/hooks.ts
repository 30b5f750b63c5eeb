import type { FastifyInstance } from "fastify";
import { type Hook, type HookOptions, serveHook } from "./hook.ts";
import { ntfy } from "./ntfy.ts";
import { pagerduty } from "./pagerduty.ts";
import { slack } from "./slack.ts";
import { telegram } from "./telegram.ts";

/** The channels whose vendors let people acknowledge from a message, or at the vendor. */
const HOOKS: readonly Hook[] = [pagerduty, slack, telegram, ntfy];

/** Serves the addresses under /hooks by which alerts are acknowledged. */
export function hookRoutes(app: FastifyInstance, options: HookOptions): void {
  for (const hook of HOOKS) serveHook(app, hook, options);
}
