import type { InferenceSession } from "onnxruntime-node";
import { mayOverflowInBytes } from "./processors.ts";

// Without it, the runtime sends telemetry to its vendor from each process that uses it, and leaves a file in the
// temporary folder. The variable is read when the first session is created.
process.env["ORT_DISABLE_TELEMETRY"] = "1";

const SHARED_MACHINE = { intra_op: { allow_spinning: "0" } };

/** A single thread that does not spin: every model has a process of its own and shares the machine with others. */
export const ONE_THREAD: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  extra: { session: SHARED_MACHINE },
};

/**
 * Returns `ONE_THREAD` for a network whose weights are signed bytes. Where their products may overflow, the runtime turns them
 * into unsigned bytes, which give the same results and cost more than twice the time.
 */
export function inSignedBytes(): InferenceSession.SessionOptions {
  const x64quantprecision = mayOverflowInBytes() ? "1" : "0";
  return { ...ONE_THREAD, extra: { session: { ...SHARED_MACHINE, x64quantprecision } } };
}
