import type { InferenceSession } from "onnxruntime-node";

/** One thread, and none that spins: every model has a process of its own and shares the machine with others. */
export const ONE_THREAD: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  extra: { session: { intra_op: { allow_spinning: "0" } } },
};
