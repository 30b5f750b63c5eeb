import type { Controls } from "../../probes/run/controls.ts";
import type { Observation } from "../../monitor/domain/observation.ts";
import { runAttempt, type RunnableCheck, waitOnTheClock } from "../../probes/run/run-check.ts";

/** Runs a check once, as the prober's schedule would, in a prober that never stands still. */
export async function runOnce(check: RunnableCheck, controls?: Controls): Promise<Observation> {
  const { observation } = await runAttempt(
    check,
    { number: 1, seed: `${check.id}/${Date.now()}`, turn: 0 },
    {
      apiKey: "sk_stub",
      account: { email: "probe@localhost", password: "stub" },
      // So many tests at once may well hold each other up: here that is not the prober's fault.
      stallWatch: { longestSince: () => 0 },
      controls,
      now: Date.now,
      wait: waitOnTheClock,
      stopping: new AbortController().signal,
    },
  );
  return observation;
}
