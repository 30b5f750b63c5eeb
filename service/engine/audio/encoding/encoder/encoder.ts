/** Makes bytes of one audio format from samples that come piece by piece; asked for one thing at a time. */
export interface Encoder {
  /** Takes mono samples in [-1, 1] and returns the bytes that are complete, which may be none. */
  push(samples: Float32Array): Promise<Uint8Array>;
  /** Says that no samples follow and returns what is left. */
  end(): Promise<Uint8Array>;
  /** Frees what it holds, whether it has come to its end or not. */
  close(): Promise<void>;
}

/** What the file of a format exports. */
export interface Encoding {
  /** Begins an output at a sample rate in hertz. */
  open(sampleRate: number): Promise<Encoder>;
}
