import { Output, StreamTarget, type OutputFormat, type StreamTargetChunk } from "mediabunny";

/** A container that is written as a stream, and its bytes that were not taken yet. */
export interface PackagedOutput {
  readonly output: Output;
  /** Returns the bytes that were written since the last call. */
  take(): Uint8Array;
}

/** Makes an output of a format that is written from front to back. */
export function packagedOutput(format: OutputFormat): PackagedOutput {
  let written: Uint8Array[] = [];
  const target = new StreamTarget(
    new WritableStream<StreamTargetChunk>({
      write: ({ data }) => {
        written.push(data.slice());
      },
    }),
  );
  return {
    output: new Output({ format, target }),
    take: () => {
      const bytes = Buffer.concat(written);
      written = [];
      return bytes;
    },
  };
}

/** Ends an output that did not come to its end; one that did is left as it is. */
export async function abandon({ output }: PackagedOutput): Promise<void> {
  if (output.state === "started" || output.state === "pending") await output.cancel();
}
