import type { InferenceSession } from "onnxruntime-node";

// Without it the runtime tells its maker of each process that uses it, and leaves a file in the temporary folder. It is read
// when the first session is made.
process.env["ORT_DISABLE_TELEMETRY"] = "1";

/** One thread, and none that spins: every model has a process of its own and shares the machine with others. */
export const ONE_THREAD: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  extra: { session: { intra_op: { allow_spinning: "0" } } },
};
