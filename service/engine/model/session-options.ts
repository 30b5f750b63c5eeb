import type { InferenceSession } from "onnxruntime-node";

// Without it, the runtime sends telemetry to its vendor from each process that uses it, and leaves a file in the
// temporary folder. The variable is read when the first session is created.
process.env["ORT_DISABLE_TELEMETRY"] = "1";

/** A single thread that does not spin: every model has a process of its own and shares the machine with others. */
export const ONE_THREAD: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  extra: { session: { intra_op: { allow_spinning: "0" } } },
};
