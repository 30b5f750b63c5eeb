import { accountOf, type RequestHook } from "../../access/guard.ts";
import type { ApiServices } from "./services.ts";

/** Returns a hook that refuses a job, before its recording is sent, if the account has no room for one. */
export function roomForJob({ jobs }: Pick<ApiServices, "jobs">): RequestHook {
  return async (request) => {
    const { accountId, limits } = accountOf(request);
    await jobs.requireRoom(accountId, limits.unfinishedJobs);
  };
}
